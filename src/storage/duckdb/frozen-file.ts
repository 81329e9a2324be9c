import { closeSync, fstatSync, openSync, read, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { DuckDBConnection } from '@duckdb/node-api'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { type Pairing, readPairing } from './duckdb-pairing.ts'

/** A file that can be copied while it is used: its last checkpoint stays as it is. */
export interface FrozenFile {
  readonly bytes: number
  /** Which copy of the relational store this state was last used with. */
  readonly pairing: Pairing
  /** The file's content. @throws UnusableStoreError when it changed meanwhile after all */
  read(): AsyncGenerator<Uint8Array>
}

const pieceBytes = 2 ** 20
/** The file's own header, and those of its last two checkpoints. */
const headersBytes = 3 * 4_096
const attempts = 20
const attemptIntervalMs = 100

const readAt = promisify(read)

/**
 * Reads a DuckDB file beside the engine. Closing a file releases the locks that its process has on it, so
 * it is opened once and stays open until the engine has closed it too.
 */
export class BesideReader {
  readonly #path: string
  #descriptor: number | null = null

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Writes everything that was committed into the file, and keeps it there until {@link thaw}: what is
   * written meanwhile goes to the log and to free blocks of the file. Nobody may commit while this runs.
   */
  async freeze(connection: DuckDBConnection): Promise<FrozenFile> {
    await connection.run("SET GLOBAL wal_autocheckpoint = '1TB'")
    try {
      const pairing = await readPairing(connection)
      await checkpoint(connection)
      const descriptor = this.#open()
      const bytes = fstatSync(descriptor).size
      const headers = await this.#headers(descriptor)
      return { bytes, pairing, read: () => this.#read(descriptor, bytes, headers) }
    } catch (error) {
      await this.thaw(connection)
      throw error
    }
  }

  /** Lets checkpoints change the file again. */
  async thaw(connection: DuckDBConnection): Promise<void> {
    await connection.run('RESET GLOBAL wal_autocheckpoint')
  }

  /** To be called once the engine has closed the file. */
  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #open(): number {
    if (this.#descriptor !== null) {
      const [opened, present] = [fstatSync(this.#descriptor), statSync(this.#path)]
      if (opened.ino === present.ino && opened.dev === present.dev) return this.#descriptor
      this.close()
    }
    this.#descriptor = openSync(this.#path, 'r')
    return this.#descriptor
  }

  async *#read(descriptor: number, bytes: number, headers: Buffer): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < bytes; ) {
      const length = Math.min(pieceBytes, bytes - position)
      const buffer = Buffer.allocUnsafe(length)
      const { bytesRead } = await readAt(descriptor, buffer, 0, length, position)
      // A closed descriptor may already be another file's.
      if (bytesRead === 0 || this.#descriptor !== descriptor) throw this.#changed()
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
    if (!(await this.#headers(descriptor)).equals(headers)) throw this.#changed()
  }

  async #headers(descriptor: number): Promise<Buffer> {
    const { buffer } = await readAt(descriptor, Buffer.alloc(headersBytes), 0, headersBytes, 0)
    return buffer
  }

  #changed(): UnusableStoreError {
    return new UnusableStoreError(
      `${this.#path} was rewritten while it was copied. Make the backup again.`,
    )
  }
}

/** The engine refuses while another connection writes, as the pairing of the stores does for a moment. */
async function checkpoint(connection: DuckDBConnection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.run('CHECKPOINT')
      return
    } catch (error) {
      const isBusy = /other (write )?transactions? active/i.test((error as Error).message)
      if (!isBusy || attempt === attempts) throw error
      await delay(attemptIntervalMs)
    }
  }
}

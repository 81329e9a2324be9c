import type { DuckDBConnection } from '@duckdb/node-api'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { KeptStatements } from './kept-statements.ts'
import { type FileOptions, type OpenFile, openFile } from './open-file.ts'

export interface ReopenedOptions extends FileOptions {
  /** Runs once the file was opened again, after the engine gave it up. */
  readonly onReopened?: () => Promise<void>
  /** Is called when the file became unusable and could not be opened again. */
  readonly onLost?: (error: Error) => void
}

const idleConnections = 8

/** How long work on a file that is to be closed may take to end. */
const reopenPatienceMs = 10_000

/**
 * A file and its connections. After a failed write the engine may give the whole file up: then it is
 * opened again, as soon as all connections were returned.
 */
export class ReopenedFile {
  readonly #options: ReopenedOptions
  #opened: OpenFile
  #idle: DuckDBConnection[] = []
  #lentCount = 0
  #onAllReturned: (() => void) | null = null
  #isReopening = false
  #isClosed = false
  /** The prepared statements of idle connections. */
  readonly statements = new KeptStatements()

  private constructor(options: ReopenedOptions, opened: OpenFile) {
    this.#options = options
    this.#opened = opened
  }

  /** See {@link openFile}. */
  static async open(options: ReopenedOptions): Promise<ReopenedFile> {
    return new ReopenedFile(options, await openFile(options))
  }

  /** The contents that were read of the file. Another object once it was opened again. */
  get opened(): OpenFile {
    return this.#opened
  }

  get isReopening(): boolean {
    return this.#isReopening
  }

  /**
   * Lends a connection until {@link giveBack}.
   *
   * @throws StoreUnavailableError while the file is being opened again
   */
  async borrow(): Promise<DuckDBConnection> {
    if (this.#isReopening) throw unusable()
    const idle = this.#idle.pop()
    this.#lentCount++
    if (idle) return idle
    try {
      return await this.#opened.instance.connect()
    } catch (error) {
      this.#countReturned()
      throw this.failureOf(error)
    }
  }

  giveBack(connection: DuckDBConnection): void {
    const isKept = !this.#isReopening && !this.#isClosed && this.#idle.length < idleConnections
    if (isKept) this.#idle.push(connection)
    else this.#end(connection)
    this.#countReturned()
  }

  /** Takes a borrowed connection back that nobody may use again. */
  discard(connection: DuckDBConnection): void {
    this.#end(connection)
    this.#countReturned()
  }

  #end(connection: DuckDBConnection): void {
    this.statements.drop(connection)
    connection.closeSync()
  }

  /**
   * The error that a failure of a statement means. If the engine gave the file up, it is opened again, and
   * readers may ask again meanwhile. A damaged block of the file and a broken disk
   * are UnusableStoreErrors.
   */
  failureOf(error: unknown): unknown {
    const { message } = error as Error
    const { path } = this.#options
    if (!/^FATAL Error|database has been invalidated/i.test(message)) {
      if (isDamage(message, path)) return damaged(path, error)
      return isUnwritable(message, path) ? unwritable(path, error) : error
    }
    if (!this.#isReopening && !this.#isClosed) {
      this.#isReopening = true
      void this.#reopen()
    }
    return unusable(error)
  }

  /** Closes the file once all lent connections were returned, which takes ten seconds at most. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const isAwaited = this.#lentCount > 0 && !this.#isReopening
    if (isAwaited) await this.#allReturned().catch(() => undefined)
    this.#close()
  }

  #close(): void {
    for (const connection of this.#idle.splice(0)) this.#end(connection)
    this.#opened.instance.closeSync()
  }

  #countReturned(): void {
    this.#lentCount--
    if (this.#lentCount === 0) this.#onAllReturned?.()
  }

  async #reopen(): Promise<void> {
    const { path, onReopened, onLost = () => undefined } = this.#options
    try {
      if (path === ':memory:') throw new Error('it was in memory')
      await this.#allReturned()
      this.#close()
      this.#opened = await openFile(this.#options)
      this.#isReopening = false
      await onReopened?.()
    } catch (cause) {
      const [reason] = (cause as Error).message.split('\n')
      onLost(
        new UnusableStoreError(`${path} failed and cannot be opened again: ${reason}`, { cause }),
      )
    }
  }

  /** A connection that outlived its file would end the lock of the next one. */
  async #allReturned(): Promise<void> {
    if (this.#lentCount === 0) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#onAllReturned = resolve
    const late = () => reject(new Error('work on it did not end in time'))
    const timer = setTimeout(late, reopenPatienceMs)
    await promise.finally(() => {
      clearTimeout(timer)
      this.#onAllReturned = null
    })
  }
}

/** A file that is being imported may be damaged too: then its name is in the message. */
const isDamage = (message: string, path: string): boolean =>
  message.includes('Corrupt database file') ||
  (message.includes('Could not read enough bytes') && message.includes(path))

const isUnwritable = (message: string, path: string): boolean =>
  message.includes(path) && /read-only file system|input\/output error/i.test(message)

const unwritable = (path: string, cause: unknown) =>
  new UnusableStoreError(
    `${path} cannot be read or written. Check the disk and its file system, and start Adtally again.`,
    { cause },
  )

const damaged = (path: string, cause: unknown) =>
  new UnusableStoreError(
    `A part of ${path} is damaged, and questions about it fail. Stop Adtally and restore it from a backup; see docs/backups.md.`,
    { cause },
  )

const unusable = (cause?: unknown) =>
  new StoreUnavailableError('The figures are being opened again after a failure of the disk.', {
    cause,
  })

import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FairQueue } from '../../../limits/fair-queue.ts'
import type { WriteParquet } from '../../../reporting/parquet-writer.ts'
import type { ReportTable } from '../../../reporting/report-table.ts'
import { CancelledError } from '../../../values/cancelled-error.ts'
import { OverloadedError } from '../../../values/overloaded-error.ts'
import { KeptFile } from './kept-file.ts'
import { SharedWriting } from './shared-writing.ts'

declare module 'fastify' {
  interface FastifyInstance {
    parquetFiles: ParquetFiles
  }
}

/** Where files may be kept. */
export interface FileSpace {
  /** Is emptied when the process starts. */
  readonly folder: string
  /** Whether the disk has room for this many bytes. */
  readonly hasRoom: (bytes: number) => Promise<boolean>
}

export interface ParquetAnswer {
  readonly table: ReportTable
  /** Key-value pairs of the file. */
  readonly metadata: Readonly<Record<string, string>>
  /** Response headers that every answer with the file has. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the answer is of the state in the key; if not, its file is not kept. */
  readonly matchesKey: boolean
}

/**
 * Makes an answer.
 *
 * @param signal aborts when nobody waits for it any more
 * @param opened disposed of when the file is written or given up
 */
export type MakeAnswer = (
  signal: AbortSignal,
  opened: AsyncDisposableStack,
) => Promise<ParquetAnswer>

export interface KeptBounds {
  readonly maxFiles: number
  readonly maxBytes: number
}

/** Each of them is an open file. */
const usualBounds: KeptBounds = { maxFiles: 100, maxBytes: 1_000_000_000 }
/** Every writer has an engine of its own. */
const writers = {
  atOnce: 2,
  atOncePerKey: 1,
  waiting: 100,
  waitingPerKey: 20,
  longestWaitMs: 60_000,
}
const tooMany = 'Too many Parquet files are being written; ask again in a moment.'
/** A row in the scratch, more than any that was measured. */
const bytesPerRow = 100
const rowsPerCheck = 100_000
const noRoom = 'The disk of the server has no room for a Parquet file; ask for another format.'
const retryAfterSeconds = 60

/** Answers as finished files, so that readers can fetch ranges of them. Those asked for last are kept. */
export class ParquetFiles {
  readonly #write: WriteParquet
  readonly #space: FileSpace
  readonly #bounds: KeptBounds
  /** Least recently used first. */
  readonly #kept = new Map<string, KeptFile>()
  readonly #writing = new Map<string, SharedWriting>()
  readonly #turns = new FairQueue<number>(writers, tooMany)

  constructor(write: WriteParquet, space: FileSpace, bounds: KeptBounds = usualBounds) {
    this.#write = write
    this.#space = space
    this.#bounds = bounds
  }

  /**
   * Opens the file of an answer, which is written if there is none. A request for the same file
   * meanwhile waits for it too.
   *
   * @param account its id; accounts write in turn
   * @param key identifies account, scope, question and state
   * @param signal stops waiting
   * @returns a file that the caller releases
   * @throws OverloadedError when too many files are being written, or the disk has no room
   */
  async open(
    account: number,
    key: string,
    make: MakeAnswer,
    signal: AbortSignal,
  ): Promise<KeptFile> {
    signal.throwIfAborted()
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept.use()
    }
    return (this.#writing.get(key) ?? this.#begin(account, key, make)).wait(signal)
  }

  /** Gives up what is being written and removes what is kept. */
  async close(): Promise<void> {
    for (const writing of this.#writing.values()) {
      writing.abandon(new CancelledError('The server is stopping.'))
    }
    await this.#shrink({ maxFiles: 0, maxBytes: 0 })
  }

  #begin(account: number, key: string, make: MakeAnswer): SharedWriting {
    const writing = new SharedWriting()
    const end = () => {
      if (this.#writing.get(key) === writing) this.#writing.delete(key)
    }
    this.#writing.set(key, writing)
    // The next request starts again.
    writing.signal.addEventListener('abort', end)
    this.#writeFile(account, make, writing.signal).then(
      async ({ file, matchesKey }) => {
        end()
        if (matchesKey && !writing.signal.aborted) await this.#keep(key, file.use())
        else await remove(file)
        writing.resolve(file)
        await file.release()
      },
      (error) => {
        end()
        writing.reject(error)
      },
    )
    return writing
  }

  async #writeFile(account: number, make: MakeAnswer, signal: AbortSignal) {
    const leave = await this.#turns.enter(account, signal)
    try {
      await this.#makeRoom(0)
      await mkdir(this.#space.folder, { recursive: true })
      await using opened = new AsyncDisposableStack()
      const { table, metadata, headers, matchesKey } = await make(signal, opened)
      const path = join(this.#space.folder, `${randomUUID()}.parquet`)
      const guarded = { columns: table.columns, batches: this.#checkRoom(table) }
      await this.#write(guarded, path, metadata, signal)
      return { file: await KeptFile.open(path, headers), matchesKey }
    } finally {
      leave()
    }
  }

  /** Nobody knows how many rows there will be. */
  async *#checkRoom({ batches }: ReportTable) {
    let rows = 0
    let checked = rowsPerCheck
    for await (const batch of batches) {
      rows += batch.rowCount
      if (rows >= checked) {
        checked = rows + rowsPerCheck
        await this.#makeRoom(rows * bytesPerRow)
      }
      yield batch
    }
  }

  async #makeRoom(bytes: number): Promise<void> {
    if (await this.#space.hasRoom(bytes)) return
    await this.#shrink({ maxFiles: 0, maxBytes: 0 })
    if (!(await this.#space.hasRoom(bytes))) throw new OverloadedError(noRoom, retryAfterSeconds)
  }

  async #keep(key: string, file: KeptFile): Promise<void> {
    this.#kept.set(key, file)
    await this.#shrink(this.#bounds)
  }

  async #shrink({ maxFiles, maxBytes }: KeptBounds): Promise<void> {
    for (const [key, file] of this.#kept) {
      const bytes = this.#kept.values().reduce((sum, each) => sum + each.bytes, 0)
      if (this.#kept.size <= maxFiles && bytes <= maxBytes) return
      this.#kept.delete(key)
      await remove(file)
      await file.release()
    }
  }
}

/** A file that cannot be removed now is removed when the process starts again. */
const remove = (file: KeptFile): Promise<void> => file.remove().catch(() => undefined)

import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely'
import { OverloadedError } from '../values/overloaded-error.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { failureOfSqlite } from './sqlite-failure.ts'
import type { ThreadAnswer, ThreadQuestion } from './sqlite-thread.ts'

/** A source in a checkout, compiled in the package. */
const threadFile = join(import.meta.dirname, `sqlite-thread${extname(import.meta.filename)}`)

export interface SqliteReaderOptions {
  /** Queries that may be under way and wait; 256 when absent. */
  readonly maxQueries?: number
  /** After so long a query fails; 5,000 when absent. */
  readonly timeoutMs?: number
}

interface Pending {
  readonly resolve: (rows: readonly unknown[]) => void
  readonly reject: (error: Error) => void
  readonly deadline: NodeJS.Timeout
}

const retryAfterSeconds = 1

/**
 * Reads a SQLite file on a thread of its own: SQLite in Node answers synchronously, and many cheap
 * questions would keep everything else waiting.
 */
export class SqliteReader {
  readonly #path: string
  readonly #maxQueries: number
  readonly #timeoutMs: number
  readonly #pending = new Map<number, Pending>()
  #thread: Worker | null = null
  /** Set while a thread that hangs comes to its end: there is never more than one. */
  #ending: Promise<unknown> | null = null
  #lastId = 0

  constructor(path: string, { maxQueries = 256, timeoutMs = 5_000 }: SqliteReaderOptions = {}) {
    this.#path = path
    this.#maxQueries = maxQueries
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs a query that reads.
   *
   * @throws OverloadedError when too many queries wait
   * @throws StoreUnavailableError when the file does not answer in time
   */
  async read(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
    if (this.#pending.size >= this.#maxQueries) {
      throw new OverloadedError(
        'Too many requests for public records are under way; ask again in a moment.',
        retryAfterSeconds,
      )
    }
    if (this.#ending) throw unavailable()
    this.#thread ??= this.#start()
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => this.#giveUp(unavailable()), this.#timeoutMs)
      this.#pending.set(id, { resolve, reject, deadline })
      this.#thread!.postMessage({ id, sql, parameters } satisfies ThreadQuestion)
    })
  }

  /** Ends the thread after the queries that are under way. */
  async close(): Promise<void> {
    const thread = this.#thread
    if (!thread) {
      await this.#ending
      return
    }
    const exit = once(thread, 'exit')
    thread.postMessage(null satisfies ThreadQuestion)
    await exit
  }

  #start(): Worker {
    const thread = new Worker(threadFile, {
      workerData: { path: this.#path },
    })
    thread.on('message', (answer: ThreadAnswer) => this.#settle(answer))
    thread.on('error', (error) =>
      this.#giveUp(new StoreUnavailableError('SQLite failed.', { cause: error })),
    )
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = null
    })
    return thread
  }

  #settle(answer: ThreadAnswer): void {
    const pending = this.#pending.get(answer.id)
    if (!pending) return
    this.#pending.delete(answer.id)
    clearTimeout(pending.deadline)
    if ('rows' in answer) pending.resolve(answer.rows)
    else pending.reject(failureOfSqlite(this.#path, new Error(answer.error)))
  }

  /** Fails what is under way. The thread ends when the statement does that it hangs in. */
  #giveUp(error: Error): void {
    for (const { reject, deadline } of this.#pending.values()) {
      clearTimeout(deadline)
      reject(error)
    }
    this.#pending.clear()
    const thread = this.#thread
    this.#thread = null
    this.#ending ??=
      thread?.terminate().finally(() => {
        this.#ending = null
      }) ?? null
  }
}

/** Kysely's dialect over a reader: for queries alone, of which any number may be under way. */
export function sqliteReaderDialect(reader: SqliteReader): SqliteDialect {
  return new ReaderDialect(reader)
}

class ReaderDialect extends SqliteDialect {
  readonly #reader: SqliteReader

  constructor(reader: SqliteReader) {
    super({ database: () => Promise.reject(new Error('There is no database in this thread.')) })
    this.#reader = reader
  }

  override createDriver(): Driver {
    return new ReaderDriver(this.#reader)
  }

  override createAdapter(): SqliteAdapter {
    return new SqliteAdapter()
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler()
  }
}

class ReaderDriver implements Driver {
  readonly #reader: SqliteReader
  readonly #connection: DatabaseConnection

  constructor(reader: SqliteReader) {
    this.#reader = reader
    this.#connection = {
      executeQuery: async <Row>({
        sql,
        parameters,
      }: {
        sql: string
        parameters: readonly unknown[]
      }) => ({ rows: await reader.read(sql, parameters) }) as QueryResult<Row>,
      streamQuery: () => refuse(),
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse

  destroy(): Promise<void> {
    return this.#reader.close()
  }
}

function refuse(): never {
  throw new Error('This connection answers single queries alone.')
}

const unavailable = () => new StoreUnavailableError('SQLite does not answer.')

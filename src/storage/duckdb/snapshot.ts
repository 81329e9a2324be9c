import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk, ReportTotal } from '../../reporting/report-store.ts'
import { compilePlan } from '../sql/compile-plan.ts'
import { totalTooLarge } from '../sql/total-too-large.ts'
import { bindParameters } from './bind-parameters.ts'
import { countTotals, readChunk, skipRows, totalAt } from './chunk-columns.ts'
import type { DuckdbDatabase } from './database.ts'
import { duckdbDialect } from './duckdb-dialect.ts'

/** What one statement of a snapshot reads. Its chunks are to be read to their end. */
export interface SnapshotRows {
  readonly totals: readonly ReportTotal[]
  readonly chunks: AsyncGenerator<ReportChunk>
}

/** A connection that reads the figures until it is closed, or until the signal stops it. */
export class Snapshot {
  readonly #database: DuckdbDatabase
  readonly #connection: DuckDBConnection
  readonly #signal: AbortSignal
  readonly #interrupt: () => void
  #pinned = false

  private constructor(database: DuckdbDatabase, connection: DuckDBConnection, signal: AbortSignal) {
    this.#database = database
    this.#connection = connection
    this.#signal = signal
    this.#interrupt = () => connection.interrupt()
    signal.addEventListener('abort', this.#interrupt, { once: true })
  }

  static async open(database: DuckdbDatabase, signal: AbortSignal): Promise<Snapshot> {
    signal.throwIfAborted()
    return new Snapshot(database, await database.borrow(), signal)
  }

  /** From here on, every statement reads the same state of the figures. */
  async pin(): Promise<void> {
    await this.#connection.run('BEGIN TRANSACTION READ ONLY')
    this.#pinned = true
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#interrupt)
    if (this.#pinned) await this.#connection.run('ROLLBACK').catch(() => undefined)
    this.#database.giveBack(this.#connection)
  }

  /** Runs a plan up to its first rows; from there on, reading costs next to nothing. */
  async read(plan: ReportPlan): Promise<SnapshotRows> {
    const { labels } = this.#database
    const { text, parameters } = compilePlan(
      plan,
      duckdbDialect(labels, (epochMs) => this.#database.entryAt(epochMs)),
    )
    return this.#readable(async () => {
      this.#signal.throwIfAborted()
      const statement = await this.#connection.prepare(text)
      bindParameters(statement, parameters)
      const result = await statement.stream()
      const next = async () => {
        const raw = await result.fetchChunk()
        return { chunk: readChunk(plan, raw, labels), totalCount: countTotals(plan, raw) }
      }
      const totals: ReportTotal[] = []
      for (;;) {
        const { chunk, totalCount } = await next()
        for (let row = 0; row < totalCount; row++)
          totals.push(totalAt(plan.totals ?? [], chunk, row))
        if (totalCount > 0 && totalCount === chunk.rowCount) continue
        return { totals, chunks: this.#chunks(skipRows(chunk, totalCount), next, statement) }
      }
    })
  }

  async *#chunks(
    first: ReportChunk,
    next: () => Promise<{ chunk: ReportChunk }>,
    statement: DuckDBPreparedStatement,
  ): AsyncGenerator<ReportChunk> {
    try {
      for (let chunk = first; chunk.rowCount > 0; ) {
        yield chunk
        this.#signal.throwIfAborted()
        chunk = (await this.#readable(next)).chunk
      }
    } finally {
      statement.destroySync()
    }
  }

  /** Turns the engine's failures into what a reader is told. */
  async #readable<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (this.#signal.aborted) throw this.#signal.reason
      if (!/out of range|overflow/i.test((error as Error).message)) throw error
      throw totalTooLarge(error)
    }
  }
}

import type { DuckDBConnection } from '@duckdb/node-api'
import { answerTooLarge, totalTooLarge } from '../../reporting/report-error.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk, ReportTotal } from '../../reporting/report-store.ts'
import { isBeyondLimits } from '../../staging/engine-limits.ts'
import { totalAt } from '../sql/chunk-parts.ts'
import { compileCount, compilePlan } from '../sql/compile-plan.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import { countTotals, readChunk, skipRows } from './chunk-columns.ts'
import type { DuckdbDatabase } from './database.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { plainSums } from './row-sums.ts'
import { StreamedRows } from './streamed-rows.ts'

/** The result of one statement of a snapshot. */
export interface SnapshotRows {
  readonly totals: readonly ReportTotal[]
  readonly chunks: AsyncGenerator<ReportChunk>
}

/** Reads one state of the figures over one connection, one statement after another. */
export class Snapshot {
  readonly #database: DuckdbDatabase
  readonly #signal: AbortSignal
  readonly #needsTransaction: boolean
  #connection: DuckDBConnection | null = null
  #version: string | null = null
  /** The last entry of the state; null while it is unknown. */
  #last: number | null = null
  /** The statement whose rows are being read. */
  #reading: StreamedRows | null = null
  /** The current work of the connection. */
  #working: Promise<unknown> | null = null
  /** Whether the current plan is of a ledger entry. */
  #isPinned = false
  #isClosed = false

  /**
   * @param signal stops the running statement
   * @param needsTransaction whether there may be several statements
   */
  constructor(database: DuckdbDatabase, signal: AbortSignal, needsTransaction: boolean) {
    this.#database = database
    this.#signal = signal
    this.#needsTransaction = needsTransaction
  }

  /** The state of the figures; null before the first statement, or if a commit ran meanwhile. */
  get version(): string | null {
    return this.#version
  }

  /** Runs a plan up to its first rows, and ends the rows of the previous plan. */
  async read(plan: ReportPlan): Promise<SnapshotRows> {
    return this.#readable(async () => {
      this.#signal.throwIfAborted()
      if (this.#isClosed) throw new Error('The snapshot is closed.')
      return this.#inState(plan, (connection, pinned) => this.#run(connection, pinned))
    })
  }

  /** Counts the rows that a plan has without its limit. */
  async count(plan: ReportPlan): Promise<number> {
    return this.#readable(async () => {
      this.#signal.throwIfAborted()
      return this.#inState(plan, async (connection, pinned) => {
        const rows = await StreamedRows.start(connection, compileCount(pinned, this.#dialect()))
        this.#reading = rows
        const chunk = await rows.next()
        const count = Number(chunk!.getColumnVector(0).getItem(0))
        await this.#endReading()
        return count
      })
    })
  }

  /** Returns the connection. Unread rows are lost. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#working?.catch(() => undefined)
    const connection = this.#connection
    if (!connection) return
    this.#signal.removeEventListener('abort', this.#interrupt)
    await this.#endReading({ isLast: true })
    if (this.#needsTransaction) await connection.run('ROLLBACK').catch(() => undefined)
    this.#database.giveBack(connection)
  }

  async #open(): Promise<DuckDBConnection> {
    this.#connection = await this.#database.borrow()
    this.#signal.addEventListener('abort', this.#interrupt, { once: true })
    if (this.#needsTransaction) await this.#connection.run('BEGIN TRANSACTION READ ONLY')
    return this.#connection
  }

  readonly #interrupt = () => this.#connection?.interrupt()

  /**
   * Runs a plan's statement. A plan of an entry that nothing of its account followed reads the current
   * rows, which is faster. If a commit ran meanwhile, it reads those of the entry.
   */
  async #inState<Result>(
    plan: ReportPlan,
    run: (connection: DuckDBConnection, plan: ReportPlan) => Promise<Result>,
  ): Promise<Result> {
    const { entry, ...current } = plan
    this.#isPinned = entry !== undefined
    if (this.#connection) {
      await this.#endReading()
      const isOfState = entry !== undefined && this.#last !== null && entry <= this.#last
      return run(this.#connection, isOfState && this.#isCurrent(plan) ? current : plan)
    }
    const unchanged = this.#database.mark()
    const { version, nextEntry } = this.#database
    const isCurrent = this.#isCurrent(plan)
    const connection = await this.#open()
    const result = await run(connection, isCurrent ? current : plan)
    if (unchanged()) {
      this.#version = version
      this.#last = nextEntry - 1
    } else if (isCurrent) {
      await this.#endReading()
      return run(connection, plan)
    }
    return result
  }

  #isCurrent({ account, entry }: ReportPlan): boolean {
    return entry !== undefined && entry >= this.#database.lastEntryOf(account)
  }

  /** Rows are only read as they are stored where an import that lands meanwhile is noticed. */
  #dialect(): SqlDialect {
    const { labels } = this.#database
    const dialect = duckdbDialect(labels, (epochMs) => this.#database.entryAt(epochMs))
    return this.#isPinned ? { ...dialect, plainSums } : dialect
  }

  async #run(connection: DuckDBConnection, plan: ReportPlan): Promise<SnapshotRows> {
    const { labels } = this.#database
    const rows = await StreamedRows.start(
      connection,
      compilePlan(plan, this.#dialect()),
      this.#database,
    )
    this.#reading = rows
    const next = async () => {
      const raw = await rows.next()
      return {
        chunk: readChunk(plan, raw, labels.of(plan.account)),
        totalCount: countTotals(plan, raw),
      }
    }
    const totals: ReportTotal[] = []
    for (;;) {
      const { chunk, totalCount } = await next()
      for (let row = 0; row < totalCount; row++) totals.push(totalAt(plan.totals ?? [], chunk, row))
      if (totalCount > 0 && totalCount === chunk.rowCount) continue
      return { totals, chunks: this.#chunks(skipRows(chunk, totalCount), next) }
    }
  }

  async *#chunks(
    first: ReportChunk,
    next: () => Promise<{ chunk: ReportChunk }>,
  ): AsyncGenerator<ReportChunk> {
    for (let chunk = first; chunk.rowCount > 0; ) {
      yield chunk
      this.#signal.throwIfAborted()
      chunk = (await this.#readable(next)).chunk
    }
    await this.#endReading()
  }

  /** @param isLast whether no statement follows in this state */
  async #endReading({ isLast = !this.#needsTransaction } = {}): Promise<void> {
    const reading = this.#reading
    this.#reading = null
    await reading?.end(!isLast)
  }

  /** Converts the engine's failures into errors for the client. An interrupted stream may end without one. */
  async #readable<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const working = work()
      this.#working = working
      const result = await working
      this.#signal.throwIfAborted()
      return result
    } catch (error) {
      if (this.#signal.aborted) throw this.#signal.reason
      if (isBeyondLimits(error)) throw answerTooLarge(error)
      if (!/out of range|overflow/i.test((error as Error).message)) {
        throw this.#database.failureOf(error)
      }
      throw totalTooLarge(error)
    }
  }
}

import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBDateValue,
  type DuckDBPreparedStatement,
  type DuckDBResult,
} from '@duckdb/node-api'
import pLimit from 'p-limit'
import { sums as allSums } from '../../reporting/measures.ts'
import { ReportError } from '../../reporting/report-error.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type {
  ReportChunk,
  ReportRows,
  ReportStore,
  ReportTotal,
} from '../../reporting/report-store.ts'
import { dayCount } from '../../values/day.ts'
import { compilePlan } from '../sql/compile-plan.ts'
import type { ParameterType, SqlParameter } from '../sql/sql-dialect.ts'
import { countTotals, readChunk, skipRows, totalAt } from './chunk-columns.ts'
import type { DuckdbDatabase } from './database.ts'
import { duckdbDialect } from './duckdb-dialect.ts'

/** Queries that run at the same time; more would only wait for the processors. */
const lightQueries = 4
/** App-days of figures from which a query is heavy; heavy ones run one at a time. */
const heavyAppDays = 4_000

/** Answers report plans from a DuckDB file. */
export class DuckdbReportStore implements ReportStore {
  readonly #database: DuckdbDatabase
  readonly #light = pLimit(lightQueries)
  readonly #heavy = pLimit(1)

  constructor(database: DuckdbDatabase) {
    this.#database = database
  }

  async version(): Promise<string> {
    return this.#database.version
  }

  query(plan: ReportPlan, signal: AbortSignal): Promise<ReportRows> {
    const queue = isHeavy(plan) ? this.#heavy : this.#light
    return queue(() => this.#start(plan, signal))
  }

  /** Runs the query up to its first rows; from there on, reading costs next to nothing. */
  async #start(plan: ReportPlan, signal: AbortSignal): Promise<ReportRows> {
    signal.throwIfAborted()
    const { text, parameters } = compilePlan(plan, duckdbDialect(this.#database.labels))
    const unchanged = this.#database.mark()
    const version = this.#database.version
    const connection = await this.#database.borrow()
    const interrupt = () => connection.interrupt()
    signal.addEventListener('abort', interrupt, { once: true })
    try {
      const statement = await connection.prepare(text)
      for (const [index, parameter] of parameters.entries()) bind(statement, index + 1, parameter)
      const result = await statement.stream()
      const reading = { plan, result, statement, connection, interrupt, signal }
      const { totals, chunk } = await this.#readTotals(reading)
      return { version: unchanged() ? version : null, totals, chunks: this.#chunks(reading, chunk) }
    } catch (error) {
      signal.removeEventListener('abort', interrupt)
      this.#database.giveBack(connection)
      throw readable(error, signal)
    }
  }

  /** Reads up to the first row that is no total. */
  async #readTotals({ plan, result }: Reading) {
    const totals: ReportTotal[] = []
    for (;;) {
      const raw = await result.fetchChunk()
      const chunk = readChunk(plan, raw, this.#database.labels)
      const count = countTotals(plan, raw)
      for (let row = 0; row < count; row++) totals.push(totalAt(plan, chunk, row))
      const ended = raw === null || raw.rowCount === 0
      if (ended || count < chunk.rowCount) return { totals, chunk: skipRows(chunk, count) }
    }
  }

  async *#chunks(reading: Reading, first: ReportChunk): AsyncGenerator<ReportChunk> {
    const { plan, result, signal } = reading
    try {
      if (first.rowCount > 0) yield first
      for (;;) {
        signal.throwIfAborted()
        const chunk: DuckDBDataChunk | null = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) return
        yield readChunk(plan, chunk, this.#database.labels)
      }
    } catch (error) {
      throw readable(error, signal)
    } finally {
      signal.removeEventListener('abort', reading.interrupt)
      reading.statement.destroySync()
      this.#database.giveBack(reading.connection)
    }
  }
}

interface Reading {
  readonly plan: ReportPlan
  readonly result: DuckDBResult
  readonly statement: DuckDBPreparedStatement
  readonly connection: DuckDBConnection
  readonly interrupt: () => void
  readonly signal: AbortSignal
}

function isHeavy({ table, apps, days }: ReportPlan): boolean {
  return table === 'figures' && (apps === null || apps.length * dayCount(days) > heavyAppDays)
}

/** Columns of 16 bits; the others, days aside, have 32. */
const small: ReadonlySet<ParameterType> = new Set(['network', 'format', 'country'])

function bind(statement: DuckDBPreparedStatement, position: number, parameter: SqlParameter) {
  const { type, value } = parameter
  if (type === 'day') statement.bindDate(position, new DuckDBDateValue(value))
  else if (small.has(type)) statement.bindUSmallInt(position, value)
  else statement.bindUInteger(position, value)
}

function readable(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof Error && /out of range|overflow/i.test(error.message)) {
    const message = `A total of this report is too large to state: more than ${2n ** 63n - 1n} ${allSums.join(' or ')}. Ask for fewer days or apps.`
    return new ReportError('figure_too_large', message, { cause: error })
  }
  return error
}

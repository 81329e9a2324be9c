import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FactKind } from '../../../facts/fact-kind.ts'
import { ReportError } from '../../../reporting/report-error.ts'
import type { TableBatch, TableColumn } from '../../../reporting/report-table.ts'
import type { Day } from '../../../values/day.ts'
import { formatMonth } from '../../../values/months.ts'
import { fileTable } from '../../../warehouse/tables.ts'
import { parquetWriter } from '../../duckdb/write-parquet.ts'
import { duckdbError } from '../duckdb/duckdb-session.ts'

/**
 * Writes rows of a kind, which come by month, as Parquet files in the way of an export.
 *
 * @param batches in the columns of `fileTable`, none with rows of two months
 * @returns the path of each month's file in the work directory
 */
export async function writeMonths(
  kind: FactKind,
  batches: AsyncIterable<TableBatch>,
  { workDirectory, signal }: { readonly workDirectory: string; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const columns = fileTable(kind).columns as readonly TableColumn[]
  const write = parquetWriter({ workDirectory })
  const paths = new Map<string, string>()
  const source = new MonthlyBatches(batches)
  try {
    for (let month = await source.month(); month !== null; month = await source.month()) {
      if (paths.has(month)) throw new Error(`Rows of ${month} come twice.`)
      const path = join(workDirectory, `${randomUUID()}.parquet`)
      await write({ columns, batches: source.batchesOf(month) }, path, {}, signal)
      paths.set(month, path)
    }
  } catch (error) {
    // An error of the source is told as it is.
    if (source.hasFailed || signal.aborted) throw error
    throw duckdbError(error instanceof ReportError ? error.cause : error)
  } finally {
    await source.close()
  }
  return paths
}

/** Divides batches by month. */
class MonthlyBatches {
  hasFailed = false
  readonly #batches: AsyncIterator<TableBatch>
  /** The batch that is next; undefined before it was asked for, null after the last one. */
  #next: TableBatch | null | undefined

  constructor(batches: AsyncIterable<TableBatch>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** The month of the next rows; null after the last ones. */
  async month(): Promise<string | null> {
    if (this.#next === undefined) await this.#advance()
    return this.#next ? monthOf(this.#next) : null
  }

  async *batchesOf(month: string): AsyncGenerator<TableBatch> {
    while ((await this.month()) === month) {
      yield this.#next!
      this.#next = undefined
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.()
  }

  async #advance(): Promise<void> {
    try {
      const { done, value } = await this.#batches.next()
      this.#next = done ? null : value
    } catch (error) {
      this.hasFailed = true
      throw error
    }
  }
}

function monthOf({ cells }: TableBatch): string {
  const day = cells.find(({ kind }) => kind === 'day') as Extract<
    (typeof cells)[number],
    { kind: 'day' }
  >
  return formatMonth(day.days[0] as Day)
}

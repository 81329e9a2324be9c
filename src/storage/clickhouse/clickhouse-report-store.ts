import type { FigureEntries } from '../../ledger/journal.ts'
import type { Sum } from '../../reporting/measures.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type {
  DimensionColumn,
  ReportChunk,
  ReportRows,
  ReportStore,
  ReportTotal,
} from '../../reporting/report-store.ts'
import { sumsAt } from '../../reporting/run-report.ts'
import { compilePlan } from '../sql/compile-plan.ts'
import type { Labels } from '../sql/labels.ts'
import { isLong, readInParts } from '../sql/read-in-parts.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import {
  boundValues,
  clampToDateRange,
  clickhouseDialect,
  splitTotals,
} from './clickhouse-dialect.ts'
import type { ClickhouseConnection } from './connection.ts'
import { LabelCache } from './label-cache.ts'
import { type NativeBlock, readBlocks } from './native-blocks.ts'

/** Rows of a chunk at most: between chunks others get their turn. */
const rowsPerChunk = 4_096

/** Answers report plans from a journal in ClickHouse and the ledger that says what of it stands. */
export class ClickhouseReportStore implements ReportStore {
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #labels: LabelCache

  constructor(connection: ClickhouseConnection, entries: FigureEntries) {
    this.#connection = connection
    this.#entries = entries
    this.#labels = new LabelCache(entries)
  }

  async version(): Promise<string> {
    const { identity, last } = await this.#entries.state()
    return `${identity}.${last}`
  }

  async query(plan: ReportPlan, signal: AbortSignal): Promise<ReportRows> {
    signal.throwIfAborted()
    const { identity, last, hidden } = await this.#entries.state()
    const labels = await this.#labels.at(last)
    const asOf =
      plan.asOfMs === undefined ? last : Math.min(last, await this.#entries.entryAt(plan.asOfMs))
    const dialect = clickhouseDialect(labels, { last: asOf, hidden })
    const read = (part: ReportPlan) => this.#read(part, dialect, labels, signal)
    const { totals, rows } = splitTotals({ ...plan, days: clampToDateRange(plan.days) })
    const [found, chunks] = await Promise.all([
      totals && read(totals).then((answer) => collectTotals(totals, answer)),
      rows && (isLong(rows) ? readInParts(rows, read) : read(rows)),
    ])
    return { version: `${identity}.${last}`, totals: found ?? [], chunks: chunks ?? noChunks() }
  }

  /** Runs a plan until its answer is there. */
  async #read(
    plan: ReportPlan,
    dialect: SqlDialect,
    labels: Labels,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<ReportChunk>> {
    const { text, parameters } = compilePlan(plan, dialect)
    const answer = await this.#connection.ask(
      `${text}\nFORMAT Native`,
      boundValues(parameters),
      signal,
    )
    return chunksOf(plan, labels, readBlocks(answer), signal)
  }
}

async function collectTotals(
  { dimensions }: ReportPlan,
  chunks: AsyncIterable<ReportChunk>,
): Promise<ReportTotal[]> {
  const totals: ReportTotal[] = []
  for await (const chunk of chunks) {
    for (let row = 0; row < chunk.rowCount; row++) {
      const codes = dimensions.map((name) => [name, chunk.dimensions[name]?.codes[row]])
      totals.push({ codes: Object.fromEntries(codes), sums: sumsAt(chunk, row) })
    }
  }
  return totals
}

async function* chunksOf(
  plan: ReportPlan,
  labels: Labels,
  blocks: AsyncIterable<NativeBlock>,
  signal: AbortSignal,
): AsyncGenerator<ReportChunk> {
  for await (const block of blocks) {
    for (let start = 0; start < block.rowCount; start += rowsPerChunk) {
      yield chunkOf(plan, labels, block, start)
      signal.throwIfAborted()
    }
  }
}

/** Views some rows of a block as columns, without touching a value. */
function chunkOf(plan: ReportPlan, labels: Labels, block: NativeBlock, start: number): ReportChunk {
  const end = Math.min(start + rowsPerChunk, block.rowCount)
  const columns = block.columns.map((column) => column.subarray(start, end))
  const dimensions: Partial<Record<Dimension, DimensionColumn>> = {}
  const sums: Partial<Record<Sum, BigInt64Array>> = {}
  for (const [index, dimension] of plan.dimensions.entries()) {
    const codes = columns[index] as Uint16Array | Uint32Array
    dimensions[dimension] = { codes, labels: labels.namesOf(dimension) }
  }
  for (const [index, sum] of plan.sums.entries()) {
    sums[sum] = columns[plan.dimensions.length + index] as BigInt64Array
  }
  return { rowCount: end - start, dimensions, sums }
}

async function* noChunks(): AsyncGenerator<ReportChunk> {}

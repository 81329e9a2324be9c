import type { JournalState } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk, ReportRows, ReportTotal } from '../../reporting/report-store.ts'
import type { PlanReader } from '../sql/answer-plans.ts'
import { chunkOf } from '../sql/chunk-of.ts'
import { collectTotals } from '../sql/chunk-parts.ts'
import { compileCount, compilePlan } from '../sql/compile-plan.ts'
import { figuresVersion } from '../sql/figures-version.ts'
import type { AccountLabels, Labels } from '../sql/labels.ts'
import { isLayered } from '../sql/plan-layers.ts'
import { isLong, readInParts } from '../sql/read-in-parts.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { OpenAnswer } from './answer-stream.ts'
import {
  boundValues,
  clampToDateRange,
  clickhouseDialect,
  splitTotals,
} from './clickhouse-dialect.ts'
import { refuseTooLarge } from './clickhouse-failure.ts'
import type { ClickhouseConnection } from './connection.ts'
import { type NativeBlock, readNativeBlocks } from './native-blocks.ts'

/** Other requests can run between chunks. */
const maxRowsPerChunk = 4_096

/** A state of the figures, with its names and times. */
export interface ReadableState extends JournalState {
  readonly labels: Labels
  /** The last entry committed at or before an instant; 0 when there is none. */
  readonly entryAt: (epochMs: number) => Promise<number>
}

/** Reads one state of the journal. */
export class JournalReader implements PlanReader {
  readonly #connection: ClickhouseConnection
  readonly #state: ReadableState
  readonly #signal: AbortSignal
  /** The rows that are being read. */
  #rows: Promise<OpenAnswer> | undefined
  #isClosed = false

  constructor(connection: ClickhouseConnection, state: ReadableState, signal: AbortSignal) {
    this.#connection = connection
    this.#state = state
    this.#signal = signal
  }

  async read(plan: ReportPlan): Promise<ReportRows> {
    await this.#endRows()
    const dialect = await this.#dialectOf(plan)
    const readRows = async (part: ReportPlan) => {
      if (this.#isClosed) throw new Error('The journal reader is closed.')
      this.#rows = this.#run(part, dialect)
      return this.#chunks(part, await this.#rows)
    }
    // Filled and compared days are computed from the days as they were asked for.
    const days = isLayered(plan) ? plan.days : clampToDateRange(plan.days)
    const { totals, rows } = splitTotals({ ...plan, days })
    const [found, chunks] = await Promise.all([
      totals && this.#totals(totals, dialect),
      rows && (isLong(rows) ? readInParts(rows, readRows) : readRows(rows)),
    ])
    return {
      version: figuresVersion({ ...this.#state, last: plan.entry ?? this.#state.last }),
      totals: found ?? [],
      chunks: chunks ?? noChunks(),
    }
  }

  /** Counts the rows that a plan has without its limit. */
  async count(plan: ReportPlan): Promise<number> {
    const { text, parameters } = compileCount(plan, await this.#dialectOf(plan))
    const values = boundValues(parameters)
    const [row] = await this.#connection.rows(text, values, this.#signal).catch(refuseTooLarge)
    return Number(row![0])
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#endRows()
  }

  /** The dialect for the state that a plan is about. */
  async #dialectOf({ asOfMs, entry }: ReportPlan): Promise<SqlDialect> {
    const { last, hidden, labels, entryAt } = this.#state
    const at = entry ?? (asOfMs === undefined ? last : await entryAt(asOfMs))
    return clickhouseDialect(labels, { last: Math.min(last, at), hidden })
  }

  async #endRows(): Promise<void> {
    const answer = await this.#rows?.catch(() => undefined)
    this.#rows = undefined
    await answer?.[Symbol.asyncDispose]()
  }

  async #totals(plan: ReportPlan, dialect: SqlDialect): Promise<ReportTotal[]> {
    const answer = await this.#run(plan, dialect)
    return collectTotals(plan.dimensions, this.#chunks(plan, answer))
  }

  /** Runs a plan until its answer begins. By then it has succeeded: see `wait_end_of_query`. */
  #run(plan: ReportPlan, dialect: SqlDialect): Promise<OpenAnswer> {
    const { text, parameters } = compilePlan(plan, dialect)
    const values = boundValues(parameters)
    return this.#connection
      .query(`${text}\nFORMAT Native`, values, this.#signal)
      .catch(refuseTooLarge)
  }

  #chunks(plan: ReportPlan, answer: OpenAnswer): AsyncGenerator<ReportChunk> {
    return chunksOf(
      plan,
      this.#state.labels.of(plan.account),
      readNativeBlocks(answer),
      this.#signal,
    )
  }
}

async function* chunksOf(
  plan: ReportPlan,
  labels: AccountLabels,
  blocks: AsyncIterable<NativeBlock>,
  signal: AbortSignal,
): AsyncGenerator<ReportChunk> {
  for await (const block of blocks) {
    for (let start = 0; start < block.rowCount; start += maxRowsPerChunk) {
      const end = Math.min(start + maxRowsPerChunk, block.rowCount)
      const columnAt = (position: number) => block.columns[position]!.subarray(start, end)
      yield chunkOf(plan, labels, end - start, columnAt)
      signal.throwIfAborted()
    }
  }
}

async function* noChunks(): AsyncGenerator<ReportChunk> {}

import pLimit from 'p-limit'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type {
  ReportChunk,
  ReportRows,
  ReportStore,
  ReportTotal,
} from '../../reporting/report-store.ts'
import { addDays, type Day, type DaySpan, dayCount } from '../../values/day.ts'
import { totalAt } from './chunk-columns.ts'
import type { DuckdbDatabase } from './database.ts'
import { Snapshot, type SnapshotRows } from './snapshot.ts'

/** Queries that run at the same time; more would only wait for the processors. */
const lightQueries = 4
/** App-days of figures up to which a query is light; heavier ones run one at a time. */
const lightAppDays = 4_000
/** Rows that a part of a long report is meant to have: some megabytes of the engine's memory. */
const rowsPerPart = 65_536
/** Days of a long report's first part, of which it is not known yet how many rows a day has. */
const firstPartDays = 31
/** A part is at most this many times as long as the one before: days may suddenly fill. */
const mostGrowth = 8
/** App-days up to which a report is read in one piece: the year of one app, and more. */
const wholeAppDays = 1_000

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
    return this.#queue(plan)(async () => {
      const unchanged = this.#database.mark()
      const { version } = this.#database
      const snapshot = await Snapshot.open(this.#database, signal)
      try {
        const { totals, chunks } = isLong(plan)
          ? await this.#readInParts(snapshot, plan)
          : await snapshot.read(plan)
        return {
          version: unchanged() ? version : null,
          totals,
          chunks: closing(chunks, () => snapshot.close()),
        }
      } catch (error) {
        await snapshot.close()
        throw error
      }
    })
  }

  #queue({ table, apps, days }: ReportPlan) {
    const heavy = table === 'figures' && (!apps || apps.length * dayCount(days) > lightAppDays)
    return heavy ? this.#heavy : this.#light
  }

  /** Reads days by parts, all of one state: the engine never holds more than one part's rows. */
  async #readInParts(snapshot: Snapshot, plan: ReportPlan): Promise<SnapshotRows> {
    await snapshot.pin()
    const totals = plan.totals ? await readTotals(snapshot, plan, plan.totals) : []
    const rowsOnly = { ...plan, totals: null }
    const first = partOf(plan.days, plan.days.firstDay, firstPartDays)
    const { chunks } = await snapshot.read({ ...rowsOnly, days: first })
    return { totals, chunks: this.#parts(snapshot, rowsOnly, first, chunks) }
  }

  async *#parts(
    snapshot: Snapshot,
    plan: ReportPlan,
    first: DaySpan,
    firstChunks: AsyncIterable<ReportChunk>,
  ): AsyncGenerator<ReportChunk> {
    let part = first
    let chunks = firstChunks
    for (;;) {
      let rows = 0
      for await (const chunk of chunks) {
        rows += chunk.rowCount
        yield chunk
      }
      if (part.lastDay === plan.days.lastDay) return
      const days = nextPartDays(dayCount(part), rows)
      part = partOf(plan.days, addDays(part.lastDay, 1), days)
      const nextPart = { ...plan, days: part }
      chunks = (await this.#queue(nextPart)(() => snapshot.read(nextPart))).chunks
    }
  }
}

function isLong({ apps, days, dimensions, sorted }: ReportPlan): boolean {
  if (!sorted || dimensions[0] !== 'day' || dayCount(days) <= firstPartDays) return false
  return apps === null || apps.length * dayCount(days) > wholeAppDays
}

function partOf(days: DaySpan, firstDay: Day, length: number): DaySpan {
  return { firstDay, lastDay: Math.min(addDays(firstDay, length - 1), days.lastDay) as Day }
}

/** As many days as would fill a part if they had as many rows as the last one's, within reason. */
function nextPartDays(days: number, rows: number): number {
  const wanted = Math.floor((rowsPerPart * days) / Math.max(rows, 1))
  return Math.min(Math.max(wanted, 1), days * mostGrowth)
}

async function readTotals(
  snapshot: Snapshot,
  plan: ReportPlan,
  by: readonly Dimension[],
): Promise<ReportTotal[]> {
  const { chunks } = await snapshot.read({ ...plan, dimensions: by, totals: null, sorted: false })
  const totals: ReportTotal[] = []
  for await (const chunk of chunks) {
    for (let row = 0; row < chunk.rowCount; row++) totals.push(totalAt(by, chunk, row))
  }
  return totals
}

async function* closing(chunks: AsyncIterable<ReportChunk>, close: () => Promise<void>) {
  try {
    yield* chunks
  } finally {
    await close()
  }
}

import pLimit from 'p-limit'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type {
  ReportChunk,
  ReportRows,
  ReportStore,
  ReportTotal,
} from '../../reporting/report-store.ts'
import { dayCount } from '../../values/day.ts'
import { isLong, readInParts } from '../sql/read-in-parts.ts'
import { totalAt } from './chunk-columns.ts'
import type { DuckdbDatabase } from './database.ts'
import { Snapshot, type SnapshotRows } from './snapshot.ts'

/** Queries that run at the same time; more would only wait for the processors. */
const lightQueries = 4
/** App-days of figures up to which a query is light; heavier ones run one at a time. */
const lightAppDays = 4_000

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

  /** Reads days by parts, all of one state. */
  async #readInParts(snapshot: Snapshot, plan: ReportPlan): Promise<SnapshotRows> {
    await snapshot.pin()
    const totals = plan.totals ? await readTotals(snapshot, plan, plan.totals) : []
    let isFirst = true
    const chunks = await readInParts({ ...plan, totals: null }, async (part) => {
      const read = () => snapshot.read(part)
      // The first part has its place in the queue already.
      const rows = await (isFirst ? read() : this.#queue(part)(read))
      isFirst = false
      return rows.chunks
    })
    return { totals, chunks }
  }
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

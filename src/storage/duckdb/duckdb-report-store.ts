import pLimit from 'p-limit'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { FigureStates, ReportStore, ReportTotal } from '../../reporting/report-store.ts'
import { dayCount } from '../../values/day.ts'
import { answerPlans } from '../sql/answer-plans.ts'
import { collectTotals } from '../sql/chunk-parts.ts'
import { isLong, readInParts } from '../sql/read-in-parts.ts'
import type { DuckdbDatabase } from './database.ts'
import { DuckdbFigureStates } from './duckdb-figure-states.ts'
import { Snapshot, type SnapshotRows } from './snapshot.ts'

/** Light queries that run at the same time. More would only wait for processors. */
const lightQueries = 4
/** Queries of more app-days are heavy and run one at a time. */
const maxLightAppDays = 4_000

/** Answers report plans from a DuckDB file. */
export class DuckdbReportStore implements ReportStore {
  readonly states: FigureStates
  readonly #database: DuckdbDatabase
  readonly #light = pLimit(lightQueries)
  readonly #heavy = pLimit(1)

  constructor(database: DuckdbDatabase) {
    this.states = new DuckdbFigureStates(database)
    this.#database = database
  }

  async countRows(plan: ReportPlan, signal: AbortSignal): Promise<number> {
    const snapshot = new Snapshot(this.#database, signal, false)
    try {
      return await this.#queue(plan)(() => snapshot.count(plan))
    } finally {
      await snapshot.close()
    }
  }

  query(plans: readonly ReportPlan[], signal: AbortSignal) {
    const needsTransaction = plans.length > 1 || plans.some(isLong)
    const snapshot = new Snapshot(this.#database, signal, needsTransaction)
    return answerPlans(plans, {
      read: async (plan) => {
        const rows = await this.#queue(plan)(() => this.#read(snapshot, plan))
        return { version: this.#versionOf(plan, snapshot), ...rows }
      },
      close: () => snapshot.close(),
    })
  }

  /** A plan of an entry is of that state, whatever was committed meanwhile. */
  #versionOf({ entry }: ReportPlan, snapshot: Snapshot): string | null {
    const pinned = entry === undefined ? null : this.#database.stateAfter(entry)
    return pinned?.version ?? snapshot.version
  }

  #queue({ table, apps, days }: ReportPlan) {
    const heavy = table === 'figures' && (!apps || apps.length * dayCount(days) > maxLightAppDays)
    return heavy ? this.#heavy : this.#light
  }

  /** Runs a plan up to its first rows. A long plan is read in parts. */
  async #read(snapshot: Snapshot, plan: ReportPlan): Promise<SnapshotRows> {
    if (!isLong(plan)) return snapshot.read(plan)
    const totals = plan.totals ? await readTotals(snapshot, plan, plan.totals) : []
    let isFirst = true
    const chunks = await readInParts({ ...plan, totals: null }, async (part) => {
      const read = () => snapshot.read(part)
      // The first part already has a place in the queue.
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
  return collectTotals(by, chunks)
}

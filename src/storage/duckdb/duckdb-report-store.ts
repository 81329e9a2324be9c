import pLimit from 'p-limit'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { AppMonth, FiguresAt, ReportStore, ReportTotal } from '../../reporting/report-store.ts'
import { dayCount } from '../../values/day.ts'
import { answerPlans } from '../sql/answer-plans.ts'
import { changedMonths, toAppMonths } from '../sql/changed-months.ts'
import { collectTotals } from '../sql/chunk-parts.ts'
import { isLong, readInParts } from '../sql/read-in-parts.ts'
import type { DuckdbDatabase } from './database.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { readRows } from './read-rows.ts'
import { Snapshot, type SnapshotRows } from './snapshot.ts'

/** Light queries that run at the same time. More would only wait for processors. */
const lightQueries = 4
/** Queries of more app-days are heavy and run one at a time. */
const maxLightAppDays = 4_000

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

  async stateOf(account: number): Promise<FiguresAt> {
    return this.#database.stateAfter(this.#database.lastEntryOf(account))!
  }

  async changedSince(account: number, entry: number): Promise<readonly AppMonth[] | null> {
    const last = this.#database.lastEntryOf(account)
    if (last === entry) return []
    if (last < entry) return null
    const dialect = duckdbDialect(this.#database.labels, () => last)
    return toAppMonths(await readRows(this.#database, changedMonths(dialect, account, entry)))
  }

  async stateAsOf(asOfMs: number | null): Promise<FiguresAt> {
    const database = this.#database
    const last = database.nextEntry - 1
    return database.stateAfter(asOfMs === null ? last : database.entryAt(asOfMs))!
  }

  async stateAfter(entry: number): Promise<FiguresAt | null> {
    return this.#database.stateAfter(entry)
  }

  async countRows(plan: ReportPlan, signal: AbortSignal): Promise<number> {
    const snapshot = new Snapshot(this.#database, signal, false)
    try {
      return await this.#queue(plan)(() => snapshot.count(plan))
    } finally {
      await snapshot.close()
    }
  }

  async answers(): Promise<void> {
    // No account has this id, but row groups are looked at.
    await readRows(this.#database, {
      text: `SELECT (SELECT count(*) FROM figures WHERE account = 0),
        (SELECT count(*) FROM slices WHERE account = 0)`,
      parameters: [],
    })
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

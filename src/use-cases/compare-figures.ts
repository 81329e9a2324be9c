import { countedSums } from '../reporting/metrics.ts'
import type { ReportPlan } from '../reporting/report-plan.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { Day, DaySpan } from '../values/day.ts'

/** The part of two stores that is compared. */
export interface ComparisonScope {
  /** Ids of accounts and of their secondary reports. */
  readonly accounts: readonly number[]
  readonly days: DaySpan
  /** Past times, in milliseconds since 1970. The current figures are always compared. */
  readonly asOfMs: readonly number[]
}

/** A day and app with different totals. */
export interface FigureDifference {
  readonly table: ReportPlan['table']
  readonly account: number
  /** Null for the current figures. */
  readonly asOfMs: number | null
  readonly day: Day
  /** The app's key. */
  readonly app: number
  /** Impressions, clicks, installs and revenue in micros; null without figures. */
  readonly source: readonly bigint[] | null
  readonly target: readonly bigint[] | null
}

export interface FigureComparison {
  /** How many totals, each of a day and app, were compared. */
  readonly compared: number
  readonly differenceCount: number
  /** The first {@link maxDifferences}. */
  readonly differences: readonly FigureDifference[]
}

const maxDifferences = 20

interface DayOfApp {
  readonly day: Day
  readonly app: number
  readonly totals: readonly bigint[]
}

/**
 * Compares the totals of each day and app in two stores: in both tables, the current and the past
 * ones.
 *
 * @param onCompared called with the number of totals compared so far
 */
export async function compareFigures(
  source: ReportStore,
  target: ReportStore,
  { accounts, days, asOfMs }: ComparisonScope,
  onCompared: (compared: number) => void,
): Promise<FigureComparison> {
  let compared = 0
  let differenceCount = 0
  const differences: FigureDifference[] = []
  for (const at of [null, ...asOfMs]) {
    for (const account of accounts) {
      for (const table of ['slices', 'figures'] as const) {
        const plan = planOf(table, account, days, at)
        for await (const [ours, theirs] of pairs(totalsOf(source, plan), totalsOf(target, plan))) {
          compared++
          if (`${ours?.totals}` === `${theirs?.totals}`) continue
          differenceCount++
          if (differences.length === maxDifferences) continue
          const { day, app } = (ours ?? theirs)!
          const totals = { source: ours?.totals ?? null, target: theirs?.totals ?? null }
          differences.push({ table, account, asOfMs: at, day, app, ...totals })
        }
        onCompared(compared)
      }
    }
  }
  return { compared, differenceCount, differences }
}

const planOf = (
  table: ReportPlan['table'],
  account: number,
  days: DaySpan,
  asOfMs: number | null,
): ReportPlan => ({
  table,
  account,
  days,
  sums: countedSums,
  apps: null,
  filters: {},
  totals: null,
  ...(asOfMs !== null && { asOfMs }),
  dimensions: ['day', 'app'],
  sorted: true,
})

async function* totalsOf(store: ReportStore, plan: ReportPlan): AsyncGenerator<DayOfApp> {
  for await (const { chunks } of store.query([plan], new AbortController().signal)) {
    for await (const { rowCount, dimensions, sums: columns } of chunks) {
      for (let row = 0; row < rowCount; row++) {
        yield {
          day: dimensions.day!.codes[row] as Day,
          app: dimensions.app!.codes[row]!,
          totals: plan.sums.map((sum) => BigInt(columns[sum]![row]!)),
        }
      }
    }
  }
}

/** Joins two lists sorted by day and app; undefined where one has no row. */
async function* pairs(
  ours: AsyncGenerator<DayOfApp>,
  theirs: AsyncGenerator<DayOfApp>,
): AsyncGenerator<[DayOfApp | undefined, DayOfApp | undefined]> {
  const next = async (rows: AsyncGenerator<DayOfApp>) => (await rows.next()).value ?? undefined
  try {
    let [one, other] = [await next(ours), await next(theirs)]
    while (one || other) {
      const order = one && other ? one.day - other.day || one.app - other.app : one ? -1 : 1
      yield [order <= 0 ? one : undefined, order >= 0 ? other : undefined]
      if (order <= 0) one = await next(ours)
      if (order >= 0) other = await next(theirs)
    }
  } finally {
    await ours.return(undefined)
    await theirs.return(undefined)
  }
}

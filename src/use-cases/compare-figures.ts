import { sums } from '../reporting/metrics.ts'
import type { ReportPlan } from '../reporting/report-plan.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { Day, DaySpan } from '../values/day.ts'

/** What of two stores is compared. */
export interface ComparedFigures {
  /** Accounts, and secondary reports of accounts. */
  readonly accounts: readonly number[]
  readonly days: DaySpan
  /** Instants of the past, in milliseconds since 1970. The present is compared too. */
  readonly asOfMs: readonly number[]
}

/** A day and app whose totals differ. */
export interface FigureDifference {
  readonly table: ReportPlan['table']
  readonly account: number
  /** Null for the present. */
  readonly asOfMs: number | null
  readonly day: Day
  /** The app's key. */
  readonly app: number
  /** Impressions, clicks, installs and revenue in micros; null where there is no figure. */
  readonly source: readonly bigint[] | null
  readonly target: readonly bigint[] | null
}

export interface FigureComparison {
  /** Totals that were compared, each of a day and an app. */
  readonly compared: number
  readonly differenceCount: number
  /** The first of them. */
  readonly differences: readonly FigureDifference[]
}

const shownDifferences = 20

interface DayOfApp {
  readonly day: Day
  readonly app: number
  readonly totals: readonly bigint[]
}

/**
 * Holds the totals of each day and app in one store against those in another, out of both tables,
 * as they stand and as they stood.
 *
 * @param onCompared hears how many totals were compared so far
 */
export async function compareFigures(
  source: ReportStore,
  target: ReportStore,
  { accounts, days, asOfMs }: ComparedFigures,
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
          if (differences.length === shownDifferences) continue
          const { day, app } = (ours ?? theirs)!
          const [stated, found] = [ours?.totals ?? null, theirs?.totals ?? null]
          differences.push({ table, account, asOfMs: at, day, app, source: stated, target: found })
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
  ...{ table, account, days, sums, apps: null, filters: {}, totals: null },
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
          totals: plan.sums.map((sum) => columns[sum]![row]!),
        }
      }
    }
  }
}

/** What two lists that are sorted by day and app have of each; undefined where one has nothing. */
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

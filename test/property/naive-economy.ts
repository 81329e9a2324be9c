// What users cost and bring, over plain lists of rows, written apart from the metrics and the SQL.

interface Row {
  readonly date: string
  readonly app_id: string
  readonly country: string
  readonly channel: string
}

/** Money is in micros, in the account's currency. Null is unknown. */
export interface SpendRow extends Row {
  readonly cost: bigint
  readonly installs: number | null
}

export interface CohortRow extends Row {
  readonly source: string
  readonly age: string
  readonly users: number
  readonly active: number | null
  readonly ad: bigint | null
  readonly other: bigint | null
}

export interface EconomyState {
  readonly spend: readonly SpendRow[]
  readonly cohorts: readonly CohortRow[]
  /** In the order in which they came first. */
  readonly sources: readonly string[]
}

export type EconomyDimension = keyof Row | 'age'

const isOfSameDay = (one: Row) => (other: Row) =>
  other.date === one.date && other.app_id === one.app_id

/** The cohorts of the source that came first, of each day and app. */
export const countedCohorts = ({ cohorts, sources }: EconomyState): CohortRow[] =>
  cohorts.filter((row) => {
    const beside = new Set(cohorts.filter(isOfSameDay(row)).map(({ source }) => source))
    return row.source === sources.find((source) => beside.has(source))
  })

/** The spend of each day and app at every age that its cohorts have reached. */
export const spendByAge = (
  spend: readonly SpendRow[],
  cohorts: readonly CohortRow[],
): (SpendRow & { readonly age: string })[] =>
  spend.flatMap((row) => {
    const ages = new Set(cohorts.filter(isOfSameDay(row)).map(({ age }) => age))
    return [...ages].map((age) => ({ ...row, age }))
  })

/** A quotient of exact sums, in millionths, rounded once; 0 where there is nothing to divide by. */
function ratio(top: bigint, bottom: bigint): number {
  if (bottom === 0n) return 0
  const size = (top < 0n ? -top : top) * 2n
  const rounded = (size + bottom) / (2n * bottom)
  return Number(top < 0n ? -rounded : rounded) / 1_000_000
}

const total = <One>(rows: readonly One[], of: (row: One) => bigint | number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(of(row)), 0n)

const unless = (isUnknown: boolean, value: number) => (isUnknown ? null : value)

export function spendMetrics(spend: readonly SpendRow[]) {
  const known = spend.filter(({ installs }) => installs !== null)
  const installs = total(known, (row) => row.installs!)
  return {
    cost: unless(spend.length === 0, Number(total(spend, (row) => row.cost)) / 1_000_000),
    spend_installs: unless(known.length === 0, Number(installs)),
    cpi: unless(
      known.length === 0,
      ratio(
        total(known, (row) => row.cost),
        installs,
      ),
    ),
  }
}

export function cohortMetrics(cohorts: readonly CohortRow[]) {
  const active = cohorts.filter((row) => row.active !== null)
  const ad = cohorts.filter((row) => row.ad !== null)
  const both = ad.filter((row) => row.other !== null)
  const users = (rows: readonly CohortRow[]) => total(rows, (row) => row.users)
  const adOf = (rows: readonly CohortRow[]) => total(rows, (row) => row.ad!)
  const bothOf = total(both, (row) => row.ad! + row.other!)
  const actives = total(active, (row) => row.active!)
  return {
    cohort_users: unless(cohorts.length === 0, Number(users(cohorts))),
    active_users: unless(active.length === 0, Number(actives)),
    retention: unless(active.length === 0, ratio(actives * 1_000_000n, users(active))),
    cohort_ad_revenue: unless(ad.length === 0, Number(adOf(ad)) / 1_000_000),
    ad_ltv: unless(ad.length === 0, ratio(adOf(ad), users(ad))),
    ltv: unless(both.length === 0, ratio(bothOf, users(both))),
  }
}

/** @param all spend of the account, which tells the days and apps that have both */
export function returnMetrics(
  cohorts: readonly CohortRow[],
  spend: readonly SpendRow[],
  all: readonly SpendRow[],
) {
  const returning = cohorts.filter((row) => all.some(isOfSameDay(row)))
  const ad = returning.filter((row) => row.ad !== null)
  const both = ad.filter((row) => row.other !== null)
  const cost = total(spend, (row) => row.cost)
  return {
    ad_roas: unless(ad.length === 0, ratio(total(ad, (row) => row.ad!) * 1_000_000n, cost)),
    roas: unless(
      both.length === 0,
      ratio(total(both, (row) => row.ad! + row.other!) * 1_000_000n, cost),
    ),
  }
}

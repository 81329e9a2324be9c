import type { ReportPlan } from '../../reporting/report-plan.ts'
import { noApp, type SettledRow } from '../../reporting/settled-revenue.ts'
import type { SettledSum } from '../../reporting/stored-sums.ts'

export type SettledSums = Readonly<Record<SettledSum, bigint>>

/** A row of settled revenue with its sums. */
export interface SummedRow extends Pick<SettledRow, 'network' | 'month'> {
  /** The key of its app or {@link noApp}; all apps together where the plan does not need them. */
  readonly app: number
  readonly sums: SettledSums
}

/**
 * The rows that a plan covers, of any month. The paid ratio has the payments of single apps only where the plan asks for
 * them: else a payment without an app counts for all apps of the network.
 */
export function coveredRows(plan: ReportPlan): SummedRow[] {
  const { apps, settled = [], filters, excluded } = plan
  const keys = apps && new Set(apps)
  const covered = settled.filter(
    ({ app, network }) =>
      (keys?.has(app ?? noApp) ?? true) &&
      (filters.networks?.includes(network) ?? true) &&
      !excluded?.networks?.includes(network),
  )
  return (isByApp(plan) ? covered : ofNetworks(covered)).map(toSummed)
}

/** Whether a plan is about apps: it groups by them, or leaves out amounts that are of none. */
const isByApp = ({ dimensions, apps }: ReportPlan): boolean =>
  dimensions.some((name) => name === 'app' || name === 'appName' || name === 'platform') ||
  apps?.includes(noApp) === false

/** The rows of all apps of a network's month as one. */
const ofNetworks = (rows: readonly SettledRow[]): SettledRow[] =>
  [...Map.groupBy(rows, ({ network, month }) => `${month} ${network}`).values()].map((same) => ({
    ...same[0]!,
    app: null,
    closedMicros: knownSum(same.map(({ closedMicros }) => closedMicros)),
    paidMicros: knownSum(same.map(({ paidMicros }) => paidMicros)),
    isDue: same.some(({ isDue }) => isDue),
  }))

const knownSum = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce((sum, one) => (sum === null || one === null ? (sum ?? one) : sum + one), null)

function toSummed({ network, month, app, closedMicros, paidMicros, isDue }: SettledRow): SummedRow {
  const [closed, paid] = [closedMicros ?? 0n, paidMicros ?? 0n]
  const [isClosed, isPaid] = [closedMicros !== null, paidMicros !== null]
  // No share of a negative amount is paid.
  const counts = isDue && isClosed && isPaid && closed >= 0n
  const sums = {
    settledRows: 1n,
    closedMicros: closed,
    closedRows: isClosed ? 1n : 0n,
    paidMicros: paid,
    paidRows: isPaid ? 1n : 0n,
    ratioPaidMicros: counts ? paid : 0n,
    ratioClosedMicros: counts ? closed : 0n,
    ratioRows: counts ? 1n : 0n,
  }
  return { network, month, app: app ?? noApp, sums }
}

/** The sums of several rows; null of none. */
export function addUp(all: readonly SettledSums[]): SettledSums | null {
  if (all.length === 0) return null
  const total = { ...all[0]! }
  for (const sums of all.slice(1)) {
    for (const [name, value] of Object.entries(sums)) total[name as SettledSum] += value
  }
  return total
}

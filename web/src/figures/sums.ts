import type { CountedSum } from '../../../src/reporting/metrics.ts'
import type { ExactInteger } from '../../../src/values/exact-integer.ts'
import type { WireNumber, WireSums } from '../api/wire.ts'

/** Exact totals of the sums that the dashboard shows. */
export type Totals = Readonly<Record<CountedSum, ExactInteger>>

const readWireNumber = (value: WireNumber): ExactInteger =>
  typeof value === 'string' ? BigInt(value) : value

export function toTotals(sums: WireSums): Totals {
  return {
    impressions: readWireNumber(sums.impressions),
    clicks: readWireNumber(sums.clicks),
    installs: readWireNumber(sums.installs),
    revenueMicros: readWireNumber(sums.revenue_micros),
  }
}

/** The totals of one day; null without figures. */
export function totalsAt(
  days: { readonly [Sum in keyof WireSums]: readonly (WireNumber | null)[] },
  place: number,
): Totals | null {
  const { impressions, clicks, installs, revenue_micros: micros } = days
  if (impressions[place] === null || impressions[place] === undefined) return null
  return toTotals({
    impressions: impressions[place],
    clicks: clicks[place] ?? 0,
    installs: installs[place] ?? 0,
    revenue_micros: micros[place] ?? 0,
  })
}

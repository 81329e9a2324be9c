import type { CountedSum } from '../../../src/reporting/metrics.ts'
import { type ExactInteger, toExact } from '../../../src/values/exact-integer.ts'
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

/** Totals of amounts that have no clicks and installs. */
export const amountTotals = (amounts: {
  readonly impressions: WireNumber
  readonly revenue_micros: WireNumber
}): Totals => toTotals({ ...amounts, clicks: 0, installs: 0 })

/** Totals of money alone. */
export const moneyTotals = (micros: WireNumber): Totals =>
  amountTotals({ impressions: 0, revenue_micros: micros })

type DaySums = { readonly [Sum in keyof WireSums]: readonly (WireNumber | null)[] }

/** The totals of all days. Days without figures add nothing. */
export function sumOf(days: DaySums): Totals {
  const sum = (values: readonly (WireNumber | null)[]) =>
    toExact(values.reduce<bigint>((whole, value) => whole + BigInt(value ?? 0), 0n))
  return {
    impressions: sum(days.impressions),
    clicks: sum(days.clicks),
    installs: sum(days.installs),
    revenueMicros: sum(days.revenue_micros),
  }
}

/** The totals of one day; null without figures. */
export function totalsAt(days: DaySums, place: number): Totals | null {
  const { impressions, clicks, installs, revenue_micros: micros } = days
  if (impressions[place] === null || impressions[place] === undefined) return null
  return toTotals({
    impressions: impressions[place],
    clicks: clicks[place] ?? 0,
    installs: installs[place] ?? 0,
    revenue_micros: micros[place] ?? 0,
  })
}

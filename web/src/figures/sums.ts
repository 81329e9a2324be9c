import type { ExactInteger } from '../../../src/values/exact-integer.ts'
import type { WireNumber } from '../api/wire.ts'

/** Exact sums. */
export interface Totals {
  readonly impressions: ExactInteger
  readonly revenueMicros: ExactInteger
}

const readWireNumber = (value: WireNumber): ExactInteger =>
  typeof value === 'string' ? BigInt(value) : value

export const amountTotals = (amounts: {
  readonly impressions: WireNumber
  readonly revenue_micros: WireNumber
}): Totals => ({
  impressions: readWireNumber(amounts.impressions),
  revenueMicros: readWireNumber(amounts.revenue_micros),
})

/** Totals of money alone. */
export const moneyTotals = (micros: WireNumber): Totals =>
  amountTotals({ impressions: 0, revenue_micros: micros })

import type { Day } from '../values/day.ts'

/** Impressions and revenue of some rows. */
export interface Amounts {
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** The amounts that networks reported, by network and day. A day of zeros is there, a day without a report is not. */
export type NetworkDays = ReadonlyMap<string, ReadonlyMap<Day, Amounts>>

export const noAmounts: Amounts = { impressions: 0n, revenueMicros: 0n }

export const plus = (one: Amounts, other: Amounts): Amounts => ({
  impressions: one.impressions + other.impressions,
  revenueMicros: one.revenueMicros + other.revenueMicros,
})

/** Whether there are neither impressions nor revenue. */
export const isNothing = ({ impressions, revenueMicros }: Amounts): boolean =>
  impressions === 0n && revenueMicros === 0n

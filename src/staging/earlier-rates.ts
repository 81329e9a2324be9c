import { rateDay } from '../currencies/conversion.ts'
import type { AppliedRate } from './applied-rate.ts'

/** Money that was converted by the rate of a day before its own, such as a Sunday's by that of Friday. */
export interface EarlierRate {
  readonly day: string
  readonly currency: string
  readonly rate_day: string
}

/** How many a summary lists. */
const maxListed = 20

export interface EarlierRates {
  /** The first of them, by day and currency. */
  readonly earlier_rates: readonly EarlierRate[]
  /** How many are not listed. */
  readonly more_earlier_rates: number
}

export function earlierRates(rates: readonly AppliedRate[]): EarlierRates {
  const earlier = new Map<string, EarlierRate>()
  for (const { day, currency, rate } of rates) {
    const rateOf = rateDay(rate)
    if (rateOf === null || rateOf === day) continue
    earlier.set(`${day} ${currency} ${rateOf}`, { day, currency, rate_day: rateOf })
  }
  const sorted = [...earlier].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  const listed = sorted.slice(0, maxListed)
  return { earlier_rates: listed, more_earlier_rates: sorted.length - listed.length }
}

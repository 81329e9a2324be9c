import { type Day, formatDay } from '../values/day.ts'
import {
  type Decimal,
  divideToOdd,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
} from '../values/decimal.ts'
import { installationOwner, type OwnedRate } from './daily-rate.ts'

/** The most days between a figure's day and that of its rate. */
export const maxRateAgeDays = 7

/** How amounts are converted: `amount × multiplier ÷ divisor`. */
export interface Conversion {
  readonly multiplier: Decimal
  /** Above 0. */
  readonly divisor: Decimal
  /** The day of the rate. */
  readonly day: Day
}

/** Writes a conversion as it is stored with the amounts, such as `0.85/1.08@2026-02-27`. */
export const formatConversion = ({ multiplier, divisor, day }: Conversion): string =>
  `${formatDecimal(multiplier)}/${formatDecimal(divisor)}@${formatDay(day)}`

/** The day of the rate in a text of {@link formatConversion}; null for another text. */
export const rateDay = (rate: string): string | null => rate.split('@')[1] ?? null

/**
 * Converts an amount, to be rounded later: if digits are cut off, the last one is odd.
 *
 * @param rate a plain decimal, or a text of {@link formatConversion}
 */
export function convert(amount: Decimal, rate: string, places: number): Decimal {
  const [multiplier = '', divisor = '1'] = rate.split('@')[0]!.split('/')
  const product = multiplyDecimals(amount, parseDecimal(multiplier)!)
  return divideToOdd(product, parseDecimal(divisor)!, places)
}

interface Leg {
  readonly multiplier: Decimal
  readonly divisor: Decimal
}

const one: Decimal = { units: 1n, places: 0 }

/** Finds conversions among stored rates. */
export class RateTable {
  readonly #byOwnerAndDay: ReadonlyMap<string, readonly OwnedRate[]>

  constructor(rates: readonly OwnedRate[]) {
    this.#byOwnerAndDay = Map.groupBy(rates, ({ owner, day }) => keyOf(owner, day))
  }

  /**
   * Finds the rate of a day, or of the last day before it that has one, {@link maxRateAgeDays} back at
   * most. Rates of the account come first: those of the installation count if it has none of these days.
   * Rates of one owner and day may be turned around, and two of them combined over a common currency.
   *
   * @returns null when there is none
   */
  find(accountId: number, from: string, to: string, day: Day): Conversion | null {
    for (const owner of [accountId, installationOwner]) {
      for (let age = 0; age <= maxRateAgeDays; age++) {
        const rateDay = (day - age) as Day
        const rates = this.#byOwnerAndDay.get(keyOf(owner, rateDay))
        const leg = rates && legBetween(rates, from, to)
        if (leg) return { ...leg, day: rateDay }
      }
    }
    return null
  }
}

const keyOf = (owner: number, day: Day): string => `${owner} ${day}`

function legBetween(rates: readonly OwnedRate[], from: string, to: string): Leg | null {
  const ofFrom = legsOf(rates, from)
  const direct = ofFrom.get(to)
  if (direct) return direct
  const ofTo = legsOf(rates, to)
  const [common] = [...ofFrom.keys()].filter((currency) => ofTo.has(currency)).sort()
  if (common === undefined) return null
  const [there, back] = [ofFrom.get(common)!, ofTo.get(common)!]
  return {
    multiplier: multiplyDecimals(there.multiplier, back.divisor),
    divisor: multiplyDecimals(there.divisor, back.multiplier),
  }
}

/** The worth of one unit of a currency in others. A rate comes before the same one turned around. */
function legsOf(rates: readonly OwnedRate[], currency: string): Map<string, Leg> {
  const legs = new Map<string, Leg>()
  for (const { unit, quote, rate } of rates) {
    const value = parseDecimal(rate)!
    if (unit === currency) legs.set(quote, { multiplier: value, divisor: one })
    else if (quote === currency && !legs.has(unit))
      legs.set(unit, { multiplier: one, divisor: value })
  }
  return legs
}

import { currencyDecimals } from '../values/currency.ts'
import { divideToPlaces, formatDecimal, parseDecimal } from '../values/decimal.ts'

/**
 * An amount as people read it: rounded to whole units where the currency has no smaller ones, else as it is.
 *
 * @param amount a plain decimal; other texts are returned as they are
 */
export function shownMoney(amount: string, currency: string): string {
  const decimal = currencyDecimals(currency) === 0 ? parseDecimal(amount) : null
  if (!decimal) return amount
  return formatDecimal(divideToPlaces(decimal.units, 10n ** BigInt(decimal.places), 0))
}

import { convert } from '../currencies/conversion.ts'
import { currencyDecimals } from '../values/currency.ts'
import { divideToPlaces } from '../values/decimal.ts'
import { wholePpm } from './terms.ts'

/** The sum of amounts; 0 of none. */
export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

/** `amount × top ÷ bottom`, rounded half away from zero. @param bottom not 0 */
export function share(amount: bigint, top: bigint, bottom: bigint): bigint {
  const product = bottom < 0n ? -amount * top : amount * top
  const divisor = bottom < 0n ? -bottom : bottom
  const size = product < 0n ? -product : product
  const rounded = (2n * size + divisor) / (2n * divisor)
  return product < 0n ? -rounded : rounded
}

/**
 * Splits a whole into shares of parts that add up to it: each is the difference of two rounded sums.
 *
 * @param shareOf the share of the first parts together
 */
export function spread(parts: readonly bigint[], shareOf: (soFar: bigint) => bigint): bigint[] {
  let before = 0n
  return parts.map((part) => {
    const after = before + part
    const own = shareOf(after) - shareOf(before)
    before = after
    return own
  })
}

/** The smallest amount of a currency that is paid, in micros: 10,000 for dollars, 1,000,000 for yen. */
export const smallestMicros = (currency: string): bigint =>
  10n ** BigInt(6 - Math.min(6, currencyDecimals(currency)))

/** Millionths of an amount, rounded to what the currency can pay; 0 of negative amounts. */
export function percentOf(amount: bigint, ppm: number, currency: string): bigint {
  if (amount <= 0n || ppm === 0) return 0n
  const unit = smallestMicros(currency)
  return share(amount, BigInt(ppm), BigInt(wholePpm) * unit) * unit
}

/** An amount in the account's currency, rounded once to micros. @param rate as of a line */
export function toAccountMicros(amount: bigint, rate: string): bigint {
  if (rate === '1') return amount
  const { units, places } = convert({ units: amount, places: 6 }, rate, 8)
  return BigInt(divideToPlaces(units, 10n ** BigInt(places - 6), 0).units)
}

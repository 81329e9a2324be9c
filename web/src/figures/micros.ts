import { parseDecimal } from '../../../src/values/decimal.ts'

/** A decimal of at most six places, in micros. */
export function microsOf(decimal: string): bigint {
  const { units, places } = parseDecimal(decimal)!
  return BigInt(units) * 10n ** BigInt(6 - places)
}

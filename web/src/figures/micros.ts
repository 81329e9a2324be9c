import { formatMicros, parseDecimal } from '../../../src/values/decimal.ts'
import type { WireNumber } from '../api/wire.ts'
import { type Formats, none } from './formats.ts'
import { moneyTotals } from './sums.ts'

/** An amount in micros, rounded once to the decimals of its currency; `–` when it is unknown. */
export const shownMicros = (formats: Formats, micros: WireNumber | null): string =>
  formats.figure('revenue', micros === null ? null : formatMicros(BigInt(micros)))

/** The same with a sign, unless what is shown is zero. */
export const shownChange = (formats: Formats, micros: WireNumber | null): string =>
  micros === null ? none : formats.moneyChange(moneyTotals(micros))

/** A decimal of at most six places, in micros. */
export function microsOf(decimal: string): bigint {
  const { units, places } = parseDecimal(decimal)!
  return BigInt(units) * 10n ** BigInt(6 - places)
}

import type { WireNumber } from '../../api/wire.ts'
import type { Formats } from '../../figures/formats.ts'

/** From this amount on, cents say nothing. */
const wholeFrom = 10

/**
 * An amount of money that is about right, without cents unless it is small.
 *
 * @param currency of the account
 * @param signed has a plus before more than nothing
 */
export function aboutMoney(
  { locale }: Formats,
  currency: string,
  micros: WireNumber,
  signed = false,
): string {
  const amount = Number(micros) / 1e6
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(Math.abs(amount) >= wholeFrom && { maximumFractionDigits: 0 }),
    ...(signed && { signDisplay: 'exceptZero' }),
  }).format(amount)
}

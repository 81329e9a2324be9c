import { microsOf } from '../../facts/fact-kind.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatMonth } from '../../values/months.ts'
import type { Mismatch } from './proof.ts'

export const lostAddress =
  'Its address cannot be decrypted with the secret of this installation. Remove it and add it again.'

/** Tells where a copy was changed by others than Adtally. */
export function mismatchText({ kind, month, column, noted, found }: Mismatch): string {
  const money = kind.moneyNames.find((name) => microsOf(name) === column)
  const shown = (total: bigint) => (money ? formatMicros(total) : String(total))
  return `The copy was changed by hand: ${money ?? column} of ${kind.name} in ${formatMonth(month)} adds up to ${shown(found)} where it was ${shown(noted)}. Fill it again to replace the copy.`
}

import { formatMonth } from '../../values/months.ts'
import type { Mismatch } from './proof.ts'

export const lostAddress =
  'Its address cannot be decrypted with the secret of this installation. Remove it and add it again.'

/** Tells where a copy was changed by others than Adtally. */
export const mismatchText = ({ kind, month, column, noted, found }: Mismatch): string =>
  `The copy was changed by hand: ${column} of ${kind.name} in ${formatMonth(month)} adds up to ${found} where it was ${noted}. To replace the copy: adtally destinations backfill USERNAME NAME`

import type { FetchedRatesAnswer } from '../../api/wire.ts'
import type { Formats } from '../../figures/formats.ts'

/** Counts of the rates in a file or answer. */
export const countsText = (
  { added, corrected, unchanged }: FetchedRatesAnswer,
  { count }: Formats,
): string => `${count(added)} added, ${count(corrected)} corrected, ${count(unchanged)} unchanged.`

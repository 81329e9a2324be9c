import type { Formats } from '../../figures/formats.ts'
import { none } from '../../figures/formats.ts'

/** A drift as a percentage of two decimals; `–` when it is unknown. */
export function shownDrift({ locale }: Formats, ratio: number | null): string {
  if (ratio === null) return none
  return new Intl.NumberFormat(locale, {
    ...({ style: 'percent', signDisplay: 'exceptZero' } as const),
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(ratio)
}

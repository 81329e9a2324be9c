import { daysText } from './counted.ts'
import type { Formats } from './formats.ts'

/** What a network that has not reported is expected to have. @param expected a decimal; null when not known */
export function waitingText(
  { days, expected }: { readonly days: number; readonly expected: string | null },
  formats: Formats,
): string {
  const about = expected === null ? '' : `, about ${formats.about(Number(expected))}`
  const many = days > 1 ? ` for ${daysText(days, formats)}` : ''
  return `waiting${many}${about}`
}

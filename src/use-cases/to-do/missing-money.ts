import type { MissingDay } from '../../insight/missing.ts'
import { addDays, type DaySpan } from '../../values/day.ts'

/** The revenue that missing days are expected to bring. */
export interface ExpectedMoney {
  /** Of the days of which something can be expected; null for none. */
  readonly moneyMicros: bigint | null
  /** Whether nothing can be expected of some others, so that it is more. */
  readonly isLeast: boolean
}

export function expectedOf(missing: readonly MissingDay[]): ExpectedMoney {
  const known = missing.map((one) => one.expectedMicros).filter((micros) => micros !== null)
  if (known.length === 0) return { moneyMicros: null, isLeast: false }
  const sum = known.reduce((whole, micros) => whole + micros, 0n)
  return { moneyMicros: sum < 0n ? 0n : sum, isLeast: known.length < missing.length }
}

/** @param missing of one network, by day */
export function spansOf(missing: readonly MissingDay[]): DaySpan[] {
  const spans: DaySpan[] = []
  for (const { day } of missing) {
    const last = spans.at(-1)
    if (last && addDays(last.lastDay, 1) === day) {
      spans[spans.length - 1] = { ...last, lastDay: day }
    } else spans.push({ firstDay: day, lastDay: day })
  }
  return spans
}

/** The page of a connection, with its days and what can be done about them. */
export const pageOfConnection = (name: string): string =>
  `/dashboard/connections/of/${encodeURIComponent(name)}`

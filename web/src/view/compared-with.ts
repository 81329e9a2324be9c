import type { NamedRange } from '../../../src/values/compared-range.ts'
import { parseDay } from '../../../src/values/day.ts'
import { lastDayOfMonth } from '../../../src/values/months.ts'
import type { Compare } from './compare.ts'
import { daysOf, type Range } from './view.ts'

/**
 * The basis that days are compared with unless something else is chosen: whole months, and this one, with the same
 * days of the month before; other days with the same weekdays.
 */
export function usualBasis(range: Range): NamedRange {
  const isMonths =
    'preset' in range
      ? /month|quarter|year/.test(range.preset)
      : range.from.endsWith('-01') && endsMonth(range.to)
  return isMonths ? 'previous_month' : 'previous_weekdays'
}

/**
 * The basis, or the first day, that a range is compared with. A day that is not before the range cannot be one, so
 * the usual basis takes its place.
 */
export function comparedWith(
  compare: Compare,
  range: Range,
  today: string,
): NamedRange | { readonly from: string } {
  if (compare === 'usual' || compare === 'none') return usualBasis(range)
  const isAfter = typeof compare === 'object' && compare.from >= daysOf(range, today).from
  return isAfter ? usualBasis(range) : compare
}

/** The same as the parameters of comparisons on the dashboard. */
export function comparedParameters(given: Compare, range: Range, today: string) {
  const compare = comparedWith(given, range, today)
  return typeof compare === 'object' ? { compare_start_date: compare.from } : { compare }
}

/** Whether a day is the last one of its month. */
const endsMonth = (day: string): boolean => lastDayOfMonth(parseDay(day)!) === parseDay(day)

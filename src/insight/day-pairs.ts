import { addDays, type Day, type DaySpan, dayCount, parseDay } from '../values/day.ts'
import { monthsSpanned, sameDayMonthsBefore } from '../values/months.ts'

/**
 * The range that a range is compared with:
 *
 * - `previous_period`: as many days, right before it;
 * - `previous_weekdays`: the same weekdays before it, whole weeks earlier;
 * - `previous_month`: the same days of the month before, or of as many months before as the range spans;
 * - `previous_year`: the same days of the year before;
 * - `previous_year_weekdays`: the same weekdays 52 weeks earlier.
 *
 * No range overlaps the one that it is compared with.
 */
export const bases = [
  'previous_period',
  'previous_weekdays',
  'previous_month',
  'previous_year',
  'previous_year_weekdays',
] as const

export type Basis = (typeof bases)[number]

/** A basis, or the first day of a range with as many days. */
export type Against = Basis | { readonly firstDay: Day }

/** A day of a range, and the day that it is compared with. */
export interface DayPair {
  readonly day: Day
  /** Null where there is none, such as 31 February. */
  readonly other: Day | null
}

/** Days before the year 0 have no text. */
const earliestDay = parseDay('0000-01-01')!

/** Pairs each day of a range, in order, with the day that it is compared with. */
export function pairDays(days: DaySpan, against: Against): DayPair[] {
  const otherOf = shiftOf(days, against)
  return Array.from({ length: dayCount(days) }, (_, place) => {
    const day = addDays(days.firstDay, place)
    const other = otherOf(day)
    return { day, other: other !== null && other >= earliestDay ? other : null }
  })
}

function shiftOf(days: DaySpan, against: Against): (day: Day) => Day | null {
  const count = dayCount(days)
  const byDays = (shift: number) => (day: Day) => addDays(day, -shift)
  if (typeof against === 'object') return byDays(days.firstDay - against.firstDay)
  if (against === 'previous_period') return byDays(count)
  if (against === 'previous_weekdays') return byDays(7 * Math.ceil(count / 7))
  if (against === 'previous_year_weekdays') return byDays(364 * Math.ceil(count / 364))
  const spanned = monthsSpanned(days)
  const months = against === 'previous_month' ? spanned : 12 * Math.ceil(spanned / 12)
  return (day) => sameDayMonthsBefore(day, months)
}

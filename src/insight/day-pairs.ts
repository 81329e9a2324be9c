import { exactDay, type NamedRange, namedRanges, rangeFrom } from '../values/compared-range.ts'
import { addDays, type Day, type DaySpan, dayCount, parseDay } from '../values/day.ts'

/** The range that a range is compared with, or the first day of one with as many days. None overlaps the first. */
export type Against = NamedRange | { readonly firstDay: Day }

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
  const range =
    typeof against === 'object' ? rangeFrom(days, against.firstDay) : namedRanges[against](days)
  return Array.from({ length: dayCount(days) }, (_, place) => {
    const day = addDays(days.firstDay, place)
    const other = exactDay(day, range)
    return { day, other: other !== null && other >= earliestDay ? other : null }
  })
}

import { addDays, type Day, type DaySpan, dayMs, dayOf, formatDay, parseDay } from './day.ts'

/** The same day of an earlier month; null when that month has no such day. @param months negative for a later one */
export function sameDayMonthsBefore(day: Day, months: number): Day | null {
  const date = new Date(day * dayMs)
  const dayOfMonth = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.getUTCDate() === dayOfMonth ? dayOf(date.getTime()) : null
}

/** The same, with the month's last day where it has no such day: 28 February for 29 February. */
export function monthsBefore(day: Day, months: number): Day {
  for (let near = day; ; near = addDays(near, -1)) {
    const same = sameDayMonthsBefore(near, months)
    if (same !== null) return same
  }
}

/** The fewest months by which a range has to move back so that it ends before it began. */
export function monthsSpanned({ firstDay, lastDay }: DaySpan): number {
  const [first, last] = [new Date(firstDay * dayMs), new Date(lastDay * dayMs)]
  const months =
    12 * (last.getUTCFullYear() - first.getUTCFullYear()) +
    (last.getUTCMonth() - first.getUTCMonth())
  return last.getUTCDate() < first.getUTCDate() ? months : months + 1
}

/** The last day of a day's month. */
export function lastDayOfMonth(day: Day): Day {
  const date = new Date(day * dayMs)
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
}

/** The accepted texts of {@link parseMonth}. */
export const monthAccepts = 'a month as YYYY-MM'

/** Reads `2026-03`. @returns the first day; null for another text */
export const parseMonth = (text: string): Day | null => parseDay(`${text}-01`)

/** Writes the month of a day, such as `2026-03`. */
export const formatMonth = (day: Day): string => formatDay(day).slice(0, 7)

/** The first day of a day's month. */
export const firstDayOfMonth = (day: Day): Day =>
  (day - new Date(day * dayMs).getUTCDate() + 1) as Day

/** The first day of the next month. */
export const monthAfter = (day: Day): Day => addDays(lastDayOfMonth(day), 1)

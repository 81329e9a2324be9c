import { addDays, type Day, type DaySpan, dayMs, dayOf } from './day.ts'

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

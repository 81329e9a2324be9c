import { type Day, type DaySpan, dayMs } from '../values/day.ts'
import { monthsBefore } from '../values/months.ts'
import type { Dimension, ReportRequest, TimeDimension } from './report-request.ts'

/** The dimension of time among some dimensions; undefined for none. */
export function timeOf(some: readonly Dimension[]): TimeDimension | undefined {
  return (['day', 'week', 'month'] as const).find((time) => some.includes(time))
}

/** The first day of the period that a day is in: the day, its ISO week's Monday, or the first of its month. */
export function periodOf(time: TimeDimension, day: Day): Day {
  if (time === 'day') return day
  const date = new Date(day * dayMs)
  if (time === 'month') return (day - date.getUTCDate() + 1) as Day
  return (day - ((date.getUTCDay() + 6) % 7)) as Day
}

/** The periods that some days are in, in their order. @returns their first days */
export function periodsOf(time: TimeDimension, { firstDay, lastDay }: DaySpan): Day[] {
  const periods: Day[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const period = periodOf(time, day)
    if (period !== periods.at(-1)) periods.push(period)
  }
  return periods
}

/**
 * The day of the first range that a day of the comparison counts as.
 *
 * @param day in `comparison.days`
 */
export function comparedDay(
  { days, comparison }: Required<Pick<ReportRequest, 'days' | 'comparison'>>,
  day: Day,
): Day {
  const { shift } = comparison
  const shifted = 'days' in shift ? day + shift.days : monthsBefore(day, -shift.months)
  return Math.max(shifted, days.firstDay) as Day
}

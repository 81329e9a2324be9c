import { periodOf } from '../../../src/reporting/periods.ts'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Grain } from './report-view.ts'
import { daysBetween } from './view.ts'

/** The periods of a range, by their first days. */
export interface Periods {
  readonly from: string
  readonly to: string
  readonly grain: Grain
  readonly periods: readonly string[]
}

const times = { date: 'day', week: 'week', month: 'month' } as const

/** The first day of the period that a day is in. */
export const periodOfDay = (grain: Grain, day: string): string =>
  formatDay(periodOf(times[grain], parseDay(day)!))

/** The days of a range that are in a period. @param period its first day */
export function daysOfPeriod(grain: Grain, period: string, from: string, to: string) {
  const days = daysBetween(from, to).filter((day) => periodOfDay(grain, day) === period)
  return { from: days[0] ?? from, to: days.at(-1) ?? to }
}

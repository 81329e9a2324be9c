import { addDays, type Day, type DaySpan, dayMs } from '../../values/day.ts'
import { monthsBefore } from '../../values/months.ts'
import { periodOf } from '../periods.ts'

// Days that move with the calendar: the same names in the API, commands, report links and dashboard addresses.

/** The most days of `last_N`. */
export const maxLastDays = 3_660

const units = ['week', 'month', 'quarter', 'year'] as const
type CalendarUnit = (typeof units)[number]

/** Every name but `last_N`. */
export const relativeDayNames = [
  ...(['today', 'yesterday'] as const),
  ...units.map((unit) => `${unit}_to_date` as const),
  ...units.map((unit) => `previous_${unit}` as const),
] as const

/** A name of days, such as `last_28` or `previous_month`. */
export type RelativeDays = (typeof relativeDayNames)[number] | `last_${number}`

export const relativeDaysAccept = `last_N (1 to ${maxLastDays} days up to yesterday), ${relativeDayNames.join(', ')}`

/** @returns null for a text that is no name of days */
export function readRelativeDays(text: string): RelativeDays | null {
  const name = relativeDayNames.find((one) => one === text)
  if (name) return name
  const count = /^last_([1-9]\d{0,3})$/.exec(text)?.[1]
  return count !== undefined && Number(count) <= maxLastDays ? `last_${Number(count)}` : null
}

/**
 * The days that a name means.
 *
 * - `last_N` ends yesterday, because today is not over.
 * - `…_to_date` ends today, so it is never empty.
 * - `previous_…` is the whole week, month, quarter or year before that of today. Weeks begin on Monday.
 *
 * @param today the current UTC day
 */
export function resolveDays(name: RelativeDays, today: Day): DaySpan {
  if (name === 'today') return { firstDay: today, lastDay: today }
  const unit = units.find((one) => name.includes(one))
  if (!unit) {
    const count = name === 'yesterday' ? 1 : Number(name.slice('last_'.length))
    return { firstDay: addDays(today, -count), lastDay: addDays(today, -1) }
  }
  const firstDay = startOf(unit, today)
  if (name.endsWith('_to_date')) return { firstDay, lastDay: today }
  const lastDay = addDays(firstDay, -1)
  return { firstDay: startOf(unit, lastDay), lastDay }
}

function startOf(unit: CalendarUnit, day: Day): Day {
  if (unit === 'week') return periodOf('week', day)
  const month = new Date(day * dayMs).getUTCMonth()
  const monthsIn = { month: 0, quarter: month % 3, year: month }[unit]
  return monthsBefore(periodOf('month', day), monthsIn)
}

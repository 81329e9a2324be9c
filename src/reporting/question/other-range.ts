import { addDays, type Day, type DaySpan, dayCount, formatDay, parseDay } from '../../values/day.ts'
import type { Comparison } from '../report-request.ts'

export const comparisons = ['previous_period', 'previous_year'] as const

/** As many days, right before the range. */
export const previousPeriod = (days: DaySpan): Comparison =>
  rangeFrom(days, addDays(days.firstDay, -dayCount(days)))

/** An equally long range that begins on a day. */
export function rangeFrom(days: DaySpan, firstDay: Day): Comparison {
  const shiftDays = days.firstDay - firstDay
  return {
    days: { firstDay, lastDay: addDays(days.lastDay, -shiftDays) },
    shift: { days: shiftDays },
  }
}

/** The days that are the range's a year later: with 29 February where the range has 28 February. */
export function previousYear({ firstDay, lastDay }: DaySpan): Comparison {
  const last = yearBefore(lastDay)
  const isBeforeLeapDay = formatDay(lastDay).endsWith('-02-28') && isLeapDay(addDays(last, 1))
  return {
    days: { firstDay: yearBefore(firstDay), lastDay: isBeforeLeapDay ? addDays(last, 1) : last },
    shift: { years: 1 },
  }
}

/** The first day that a row is compared with. @param day the day, or the first of its week or month */
export function firstComparedDay(day: Day, { firstDay }: DaySpan, { shift }: Comparison): Day {
  const first = Math.max(day, firstDay) as Day
  return 'days' in shift ? addDays(first, -shift.days) : yearBefore(first)
}

/** The same day of the year before; 28 February for 29 February. */
function yearBefore(day: Day): Day {
  const [year, rest] = split(day)
  const before = String(year - 1).padStart(4, '0')
  return parseDay(`${before}${rest}`) ?? parseDay(`${before}-02-28`) ?? addDays(day, -366)
}

const isLeapDay = (day: Day): boolean => formatDay(day).endsWith('-02-29')

function split(day: Day): [year: number, rest: string] {
  const text = formatDay(day)
  return [Number(text.slice(0, 4)), text.slice(4)]
}

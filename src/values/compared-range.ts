import { addDays, type Day, type DaySpan, dayCount, formatDay } from './day.ts'
import { monthsBefore, monthsSpanned, sameDayMonthsBefore } from './months.ts'

/**
 * A second range whose figures are laid over those of the first: a day of it counts as the day that
 * comes some days later or, with `months`, as the same day of a later month (or the month's last one), but
 * never before the first day of the first range.
 */
export interface ComparedRange {
  readonly days: DaySpan
  readonly shift: { readonly days: number } | { readonly months: number }
}

/** A day of the first range, and the day that it is compared with. */
export interface ComparedPair {
  readonly day: Day
  readonly other: Day
}

/** The ranges that have names, by them. */
export const namedRanges = {
  previous_period: previousPeriod,
  previous_weekdays: previousWeekdays,
  previous_month: previousMonth,
  previous_year: previousYear,
  previous_year_weekdays: previousYearWeekdays,
} as const

export type NamedRange = keyof typeof namedRanges

export const comparisons = Object.keys(namedRanges) as NamedRange[]

/** As many days, right before the range. */
export function previousPeriod(days: DaySpan): ComparedRange {
  return rangeFrom(days, addDays(days.firstDay, -dayCount(days)))
}

/** The same weekdays before the range. */
export function previousWeekdays(days: DaySpan): ComparedRange {
  return wholeStepsBefore(days, 7)
}

/** The same weekdays 52 weeks earlier, or a multiple of that before a longer range. */
export function previousYearWeekdays(days: DaySpan): ComparedRange {
  return wholeStepsBefore(days, 364)
}

const wholeStepsBefore = (days: DaySpan, stepDays: number): ComparedRange =>
  rangeFrom(days, addDays(days.firstDay, -stepDays * Math.ceil(dayCount(days) / stepDays)))

/** An equally long range that begins on a day. */
export function rangeFrom(days: DaySpan, firstDay: Day): ComparedRange {
  const shiftDays = days.firstDay - firstDay
  return {
    days: { firstDay, lastDay: addDays(days.lastDay, -shiftDays) },
    shift: { days: shiftDays },
  }
}

/** The same days of the month before, or of as many months before as the range spans. */
export function previousMonth(days: DaySpan): ComparedRange {
  return monthsEarlier(days, monthsSpanned(days))
}

/**
 * The same days of the year before, or of as many years before as the range spans: with 29 February where the
 * range ends on 28 February, unless it begins on that day.
 */
export function previousYear(days: DaySpan): ComparedRange {
  const { days: other, shift } = monthsEarlier(days, 12 * Math.ceil(monthsSpanned(days) / 12))
  const next = addDays(other.lastDay, 1)
  const isCut =
    formatDay(days.lastDay).endsWith('-02-28') && isLeapDay(next) && next < days.firstDay
  return { days: { ...other, lastDay: isCut ? next : other.lastDay }, shift }
}

/** The first day that a row is compared with. @param day the day, or the first of its week or month */
export function firstComparedDay(day: Day, { firstDay }: DaySpan, { shift }: ComparedRange): Day {
  const first = Math.max(day, firstDay) as Day
  return 'days' in shift ? addDays(first, -shift.days) : monthsBefore(first, shift.months)
}

/** Exactly the day that a day is compared with; null where there is none, such as 31 February. */
export const exactDay = (day: Day, { shift }: ComparedRange): Day | null =>
  'days' in shift ? addDays(day, -shift.days) : sameDayMonthsBefore(day, shift.months)

/** Each day of a range with the one that it is compared with. Days without exactly that day are left out. */
export function exactPairs(days: DaySpan, comparison: ComparedRange): ComparedPair[] {
  const pairs: ComparedPair[] = []
  for (let day = days.firstDay; day <= days.lastDay; day = addDays(day, 1)) {
    const other = exactDay(day, comparison)
    if (other !== null) pairs.push({ day, other })
  }
  return pairs
}

function monthsEarlier({ firstDay, lastDay }: DaySpan, months: number): ComparedRange {
  return {
    days: { firstDay: monthsBefore(firstDay, months), lastDay: monthsBefore(lastDay, months) },
    shift: { months },
  }
}

const isLeapDay = (day: Day): boolean => formatDay(day).endsWith('-02-29')

import {
  type Day,
  type DaySpan,
  dayAccepts,
  dayCount,
  formatDay,
  parseDay,
} from '../../values/day.ts'
import type { ParameterReader } from './given-values.ts'
import { readRelativeDays, relativeDaysAccept, resolveDays } from './relative-days.ts'

const fixedDays = ['start_date', 'end_date'] as const

/**
 * Reads the days of a question: `start_date` and `end_date`, or `days`.
 *
 * @param today tells the current UTC day, which `days` is relative to
 * @returns null when they are not accepted
 */
export function readDays(
  reader: ParameterReader,
  maxRangeDays: number,
  today: () => Day,
): DaySpan | null {
  if (!reader.has('days')) return readFixed(reader, maxRangeDays)
  const others = fixedDays.filter((one) => reader.has(one))
  if (others.length > 0) {
    return reader.refuse(
      'days',
      `excludes ${others.join(' and ')}; pass either days, or both others`,
    )
  }
  const name = reader.one('days', readRelativeDays, relativeDaysAccept)
  return name && withinBound(reader, 'days', resolveDays(name, today()), maxRangeDays)
}

function readFixed(reader: ParameterReader, maxRangeDays: number): DaySpan | null {
  const [firstDay, lastDay] = fixedDays.map((name) => {
    if (reader.has(name)) return reader.one(name, parseDay, dayAccepts)
    const accepts = `${dayAccepts}. Or pass days instead, such as days=last_28`
    return reader.refuse(name, `is required: ${accepts}`)
  }) as [Day | null, Day | null]
  if (firstDay === null || lastDay === null) return null
  if (lastDay >= firstDay)
    return withinBound(reader, 'end_date', { firstDay, lastDay }, maxRangeDays)
  return reader.refuse(
    'end_date',
    `${formatDay(lastDay)} is before start_date ${formatDay(firstDay)}; swap the two days`,
  )
}

function withinBound(
  reader: ParameterReader,
  name: string,
  days: DaySpan,
  maxRangeDays: number,
): DaySpan | null {
  const count = dayCount(days)
  if (count <= maxRangeDays) return days
  return reader.refuse(name, `the range has ${count} days; at most ${maxRangeDays} are accepted`)
}

import { dayCount, parseDay } from '../../values/day.ts'
import type { ParameterError } from '../answer/problems.ts'

/**
 * Whether two days, each written as it must be, are a range that is answered.
 *
 * @returns what is wrong with the range: its order, or its length
 */
export function rangeErrors(start: string, end: string, maxRangeDays: number): ParameterError[] {
  const days = { firstDay: parseDay(start)!, lastDay: parseDay(end)! }
  const count = dayCount(days)
  if (count < 1) {
    const message = `${end} is before start_date ${start}; give the days in order`
    return [{ parameter: 'end_date', message }]
  }
  if (count <= maxRangeDays) return []
  const message = `the range has ${count} days; at most ${maxRangeDays} are answered at once`
  return [{ parameter: 'end_date', message }]
}

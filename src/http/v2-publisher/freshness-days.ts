import {
  readRelativeDays,
  relativeDaysAccept,
  resolveDays,
} from '../../reporting/question/relative-days.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { badParameters, type ParameterError } from '../answer/problems.ts'
import { daysOfQuery, rangeErrors } from '../parameters/day-range.ts'
import type { FreshnessQuery } from './wire-schema.ts'

/**
 * The days that freshness is asked for: from `start_date` to `end_date`, or those of a name.
 *
 * @param found other errors of the request
 * @throws Problem `bad_parameters` with these errors, and those of the days
 */
export function freshnessDays(
  query: FreshnessQuery,
  found: readonly ParameterError[],
  today: Day,
  maxRangeDays: number,
): DaySpan {
  if (found.length > 0 && query.days !== undefined) throw badParameters(found)
  const asked = query.days === undefined ? fixedDays(query) : namedDays(query, today)
  const errors = [...found, ...('firstDay' in asked ? [] : asked)]
  if (errors.length === 0 && 'firstDay' in asked) {
    const parameter = query.days === undefined ? 'end_date' : 'days'
    errors.push(...rangeErrors(asked, maxRangeDays).map((error) => ({ ...error, parameter })))
    if (errors.length === 0) return asked
  }
  throw badParameters(errors)
}

function fixedDays({ start_date, end_date }: FreshnessQuery): DaySpan | ParameterError[] {
  if (start_date !== undefined && end_date !== undefined)
    return daysOfQuery({ start_date, end_date })
  return Object.entries({ start_date, end_date })
    .filter(([, day]) => day === undefined)
    .map(([parameter]) => ({
      parameter,
      message: 'is required: a day as YYYY-MM-DD. Or pass days instead, such as days=last_28',
    }))
}

function namedDays(
  { start_date, end_date, days = '' }: FreshnessQuery,
  today: Day,
): DaySpan | ParameterError[] {
  const name = readRelativeDays(days)
  const isAlone = start_date === undefined && end_date === undefined
  if (name && isAlone) return resolveDays(name, today)
  const message = isAlone
    ? `${JSON.stringify(days.slice(0, 100))} is not accepted; expected ${relativeDaysAccept}`
    : 'excludes start_date and end_date; pass either days, or both others'
  return [{ parameter: 'days', message }]
}

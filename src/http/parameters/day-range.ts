import { type TUnsafe, Type } from 'typebox'
import { type Day, type DaySpan, dayCount, formatDay, parseDay } from '../../values/day.ts'
import { badParameters, type ParameterError } from '../answer/problems.ts'

/**
 * A day in the query. Validation turns its text into a {@link Day}.
 *
 * @param meaning which day this is, for error texts
 * @param more appended to the description
 */
export const dayParameter = (meaning: string, more = ''): TUnsafe<Day> =>
  Type.Unsafe<Day>({
    type: 'string',
    [dayKeyword.keyword]: true,
    description: `${meaning}, as YYYY-MM-DD${more}`,
  })

/** The validator's keyword for {@link dayParameter}: it parses the day. */
export const dayKeyword = {
  keyword: 'utcDay',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  validate: (
    _schema: boolean,
    text: string,
    _parentSchema?: object,
    target?: {
      readonly parentData: Record<string | number, unknown>
      readonly parentDataProperty: string | number
    },
  ): boolean => {
    const day = parseDay(text)
    if (day === null || !target) return false
    target.parentData[target.parentDataProperty] = day
    return true
  },
} as const

export const daysOfQuery = (query: {
  readonly start_date: Day
  readonly end_date: Day
}): DaySpan => ({
  firstDay: query.start_date,
  lastDay: query.end_date,
})

/** Checks a range's order and length. @returns empty when it is valid */
export function rangeErrors(days: DaySpan, maxRangeDays: number): ParameterError[] {
  const count = dayCount(days)
  if (count < 1) {
    const [start, end] = [formatDay(days.firstDay), formatDay(days.lastDay)]
    const message = `${end} is before start_date ${start}; swap the two days`
    return [{ parameter: 'end_date', message }]
  }
  if (count <= maxRangeDays) return []
  const message = `the range has ${count} days; at most ${maxRangeDays} are accepted`
  return [{ parameter: 'end_date', message }]
}

/**
 * @param schemaErrors errors that validation against the schema found
 * @throws Problem `bad_parameters` with these errors or, if there are none, those of the range
 */
export function refuseBadRange(
  days: DaySpan,
  schemaErrors: readonly ParameterError[],
  maxRangeDays: number,
): void {
  const errors = schemaErrors.length > 0 ? schemaErrors : rangeErrors(days, maxRangeDays)
  if (errors.length > 0) throw badParameters(errors)
}

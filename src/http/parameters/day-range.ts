import { type TUnsafe, Type } from 'typebox'
import { type Day, type DaySpan, dayCount, formatDay, parseDay } from '../../values/day.ts'
import { badParameters, type ParameterError } from '../answer/problems.ts'

/**
 * A parameter that is a day: text in the address, and a {@link Day} once the query is validated.
 *
 * @param what says which day, for the documentation and for error texts
 * @param more goes on after how a day is written
 */
export const dayParameter = (what: string, more = ''): TUnsafe<Day> =>
  Type.Unsafe<Day>({
    type: 'string',
    [dayKeyword.keyword]: true,
    description: `${what}, a UTC day of the calendar as YYYY-MM-DD${more}`,
  })

/** The validator's keyword behind {@link dayParameter}: the one place where a day is read. */
export const dayKeyword = {
  keyword: 'utcDay',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  validate: (
    _schema: boolean,
    text: string,
    _parentSchema?: object,
    place?: {
      readonly parentData: Record<string | number, unknown>
      readonly parentDataProperty: string | number
    },
  ): boolean => {
    const day = parseDay(text)
    if (day === null || !place) return false
    place.parentData[place.parentDataProperty] = day
    return true
  },
} as const

/** The days that a query asks about. */
export const daysOf = (query: { readonly start_date: Day; readonly end_date: Day }): DaySpan => ({
  firstDay: query.start_date,
  lastDay: query.end_date,
})

/**
 * Whether two days are a range that is answered.
 *
 * @returns what is wrong with the range: its order, or its length
 */
export function rangeErrors(days: DaySpan, maxRangeDays: number): ParameterError[] {
  const count = dayCount(days)
  if (count < 1) {
    const [start, end] = [formatDay(days.firstDay), formatDay(days.lastDay)]
    const message = `${end} is before start_date ${start}; give the days in order`
    return [{ parameter: 'end_date', message }]
  }
  if (count <= maxRangeDays) return []
  const message = `the range has ${count} days; at most ${maxRangeDays} are answered at once`
  return [{ parameter: 'end_date', message }]
}

/**
 * @param schemaErrors what validation against the schema has found already
 * @throws Problem `bad_parameters` naming these errors; without any, what is wrong with the range
 */
export function refuseBadRange(
  days: DaySpan,
  schemaErrors: readonly ParameterError[],
  maxRangeDays: number,
): void {
  const errors = schemaErrors.length > 0 ? schemaErrors : rangeErrors(days, maxRangeDays)
  if (errors.length > 0) throw badParameters(errors)
}

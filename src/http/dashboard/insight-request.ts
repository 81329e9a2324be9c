import type { Against } from '../../insight/day-pairs.ts'
import type { App } from '../../publishers/app.ts'
import type { Principal } from '../../publishers/principal.ts'
import type { InsightScope } from '../../use-cases/insight/read-figures.ts'
import { formatDay } from '../../values/day.ts'
import { badParameters, type ParameterError } from '../answer/problems.ts'
import { daysOfQuery, rangeErrors } from '../parameters/day-range.ts'
import { type ComparedRangesQuery, compareAccepts } from './insight-query.ts'
import { filtersOf, selectDashboardApps } from './to-request.ts'
import type { FiltersQuery } from './wire-schema.ts'

/** @param apps that the principal sees @throws Problem `unknown_app` for any other app */
export const toScope = (
  query: FiltersQuery,
  principal: Principal,
  apps: readonly App[],
): InsightScope => ({
  principal,
  filters: filtersOf(query),
  apps: selectDashboardApps(query, apps).apps ?? null,
})

/**
 * Reads what a range is compared with.
 *
 * @param schemaErrors errors that validation against the schema found
 * @throws Problem `bad_parameters`
 */
export function toAgainst(
  query: ComparedRangesQuery,
  schemaErrors: readonly ParameterError[],
  maxRangeDays: number,
): Against {
  const { compare, start_date, compare_start_date: firstDay } = query
  const errors = [...schemaErrors]
  if (errors.length === 0) errors.push(...rangeErrors(daysOfQuery(query), maxRangeDays))
  if (errors.length === 0 && (compare === undefined) === (firstDay === undefined)) {
    const fault =
      compare === undefined ? 'is required' : 'cannot be combined with compare_start_date'
    const message = `${fault}: ${compareAccepts}; or pass only compare_start_date`
    errors.push({ parameter: 'compare', message })
  }
  if (errors.length === 0 && firstDay !== undefined && firstDay >= start_date) {
    const message = `${formatDay(firstDay)} is not before start_date ${formatDay(start_date)}`
    errors.push({ parameter: 'compare_start_date', message })
  }
  if (errors.length > 0) throw badParameters(errors)
  return compare ?? { firstDay: firstDay! }
}

import type { App } from '../../publishers/app.ts'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import type { ReportRequest } from '../../reporting/report-request.ts'
import type { DaySpan } from '../../values/day.ts'
import { type ParameterError, Problem } from '../answer/problems.ts'
import { daysOfQuery, refuseBadRange } from '../parameters/day-range.ts'
import { dimensionOf } from './group-keys.ts'
import {
  type Breakdown,
  type DashboardFiguresQuery,
  dashboardFiguresQuery,
  type FiltersQuery,
} from './wire-schema.ts'

/** A valid request for the figures of a range. */
export interface DashboardFiguresQuestion {
  readonly by: Breakdown
  readonly days: DaySpan
  readonly report: ReportRequest
}

/**
 * Reads the query of figures.
 *
 * @param schemaErrors errors that validation against the schema found
 * @param apps the apps that the principal sees
 * @throws Problem `bad_parameters`; `unknown_app` for any other app
 */
export function toDashboardFiguresQuestion(
  query: DashboardFiguresQuery,
  schemaErrors: readonly ParameterError[],
  principal: Principal,
  apps: readonly App[],
  maxRangeDays: number,
): DashboardFiguresQuestion {
  const days = daysOfQuery(query)
  refuseBadRange(days, schemaErrors, maxRangeDays)
  const { by } = query
  const report: ReportRequest = {
    ...figuresOf(principal),
    ...selectDashboardApps(query, apps),
    filters: filtersOf(query),
    days,
    dimensions: ['day', dimensionOf(by)],
    metrics: ['impressions', 'clicks', 'installs', 'revenue'],
    sorted: false,
    totals: null,
  }
  return { by, days, report }
}

/** Tells questions apart that were accepted. */
export const figuresText = (query: DashboardFiguresQuery): string =>
  JSON.stringify(
    Object.keys(dashboardFiguresQuery.properties).map(
      (name) => query[name as keyof DashboardFiguresQuery],
    ),
  )

/** The filters of rows, in the case in which values are stored. */
export const filtersOf = ({ network, ad_format: adFormats, country }: FiltersQuery) => ({
  ...(network && { networks: network.map((name) => name.toLowerCase()) }),
  ...(adFormats && { formats: adFormats.map((name) => name.toLowerCase()) }),
  ...(country && { countries: country.map((code) => code.toUpperCase()) }),
})

/**
 * The keys of the selected apps; nothing for all that are visible.
 *
 * @throws Problem `unknown_app`
 */
export function selectDashboardApps({ app_id: ids, platform }: FiltersQuery, apps: readonly App[]) {
  if (!ids && !platform) return {}
  const known = new Set(apps.map((app) => app.appId))
  const missing = ids?.filter((id) => !known.has(id)) ?? []
  if (missing.length > 0) {
    const named = missing.join(', ')
    throw new Problem('unknown_app', `The account has no app with the app_id ${named}.`)
  }
  const selected = apps.filter(
    (app) => (!ids || ids.includes(app.appId)) && (platform?.includes(app.platform) ?? true),
  )
  return { apps: selected.map((app) => app.key) }
}

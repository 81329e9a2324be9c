import type { App } from '../../publishers/app.ts'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import type { VisibleApps } from '../../records/visible-apps.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import type { ReportRequest } from '../../reporting/report-request.ts'
import type { DaySpan } from '../../values/day.ts'
import { badParameters, type ParameterError, Problem } from '../answer/problems.ts'
import { asOfRequest } from '../parameters/as-of.ts'
import { rangeErrors } from '../parameters/day-range.ts'
import { misplacedParameters } from '../parameters/misplaced-parameters.ts'
import type { FiguresQuestion } from './figures-question.ts'
import { isNamedBy } from './game.ts'
import { type FiguresQuery, figuresAdvice, figuresQuery } from './wire-schema.ts'

const defaultNetwork = 'ownnet'

const recordMetrics: MetricName[] = [
  'impressions',
  'clicks',
  'installs',
  'revenueCents',
  'revenue',
  'ecpm',
  'ctr',
  'cvr',
]

/**
 * Reads the query of figures.
 *
 * @param schemaErrors errors that validation against the schema found
 * @param platform the platform in the path; null for all apps
 * @throws Problem `bad_parameters` with every invalid parameter
 */
export function toFiguresQuestion(
  query: FiguresQuery,
  schemaErrors: readonly ParameterError[],
  platform: string | null,
  maxRangeDays: number,
): FiguresQuestion {
  const errors = [
    ...schemaErrors,
    ...misplacedParameters(query, figuresQuery, figuresAdvice),
    ...pairErrors(query),
  ]
  const bad = new Set(errors.map(({ parameter }) => parameter))
  const { start_date: firstDay, end_date: lastDay } = query
  const days = firstDay !== undefined && lastDay !== undefined ? { firstDay, lastDay } : null
  if (days && !bad.has('start_date') && !bad.has('end_date')) {
    errors.push(...rangeErrors(days, maxRangeDays))
  }
  if (query.platform !== undefined && platform !== 'android' && !bad.has('platform')) {
    const message = 'selects the Amazon app of an android package; leave it out here'
    errors.push({ parameter: 'platform', message })
  }
  if (errors.length > 0) throw badParameters(errors)

  const networks = query.network?.map((name) => name.toLowerCase())
  return {
    days,
    filters: {
      networks: networks ?? [defaultNetwork],
      ...(query.creative_type && { formats: [query.creative_type] }),
      ...(query.ad_tag && { adTags: [query.ad_tag] }),
    },
    ...(query.creative_type && { creativeType: query.creative_type }),
    ...(networks && { network: networks.join(',') }),
    ...(query.ad_tag && { adTag: query.ad_tag }),
    ...(query.as_of && { asOf: query.as_of }),
    csv: query.format === 'csv',
    amazon: query.platform === 'amazon',
  }
}

function pairErrors({ start_date: start, end_date: end }: FiguresQuery): ParameterError[] {
  if ((start === undefined) === (end === undefined)) return []
  const [given, missing] =
    start === undefined ? ['end_date', 'start_date'] : ['start_date', 'end_date']
  return [{ parameter: missing!, message: `is required together with ${given}; or leave out both` }]
}

/**
 * Finds the app in a path.
 *
 * @throws Problem `unknown_app` when it does not exist, or the caller may not see it
 */
export async function selectGame(
  platform: 'android' | 'ios',
  identifier: string,
  amazon: boolean,
  apps: VisibleApps,
): Promise<App> {
  const named = (await apps.all()).filter((app) => isNamedBy(app, platform, identifier))
  const wanted = amazon
    ? named.find((app) => app.platform === 'amazon')
    : (named.find((app) => app.platform !== 'amazon') ?? named[0])
  if (wanted) return wanted
  throw new Problem('unknown_app', 'The account has no app with this platform and identifier.')
}

/** Asks for a row for each day and app. The totals tell which apps have figures. */
export function toReportRequest(
  { filters, asOf }: FiguresQuestion,
  days: DaySpan,
  principal: Principal,
  game: App | null,
): ReportRequest {
  return {
    ...figuresOf(principal),
    ...(game && { apps: [game.key] }),
    days,
    ...asOfRequest(asOf),
    filters,
    dimensions: ['day', 'app'],
    metrics: recordMetrics,
    sorted: true,
    totals: ['app'],
  }
}

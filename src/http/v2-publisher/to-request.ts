import type { App, AppIdentifier } from '../../publishers/app.ts'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import type { VisibleApps } from '../../records/visible-apps.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import type { Dimension, ReportFilters, ReportRequest } from '../../reporting/report-request.ts'
import type { DaySpan } from '../../values/day.ts'
import { badParameters, type ParameterError, Problem } from '../answer/problems.ts'
import { asOfRequest } from '../parameters/as-of.ts'
import { daysOfQuery, rangeErrors } from '../parameters/day-range.ts'
import { misplacedParameters } from '../parameters/misplaced-parameters.ts'
import { figuresAdvice, type StatsQuery, statsQuery } from './wire-schema.ts'

/** A valid request for figures. The apps are not looked up yet. */
export interface StatsQuestion {
  readonly days: DaySpan
  /** Absent for the current figures. */
  readonly asOfMs?: number
  readonly selector: AppSelector
  readonly filters: ReportFilters
  readonly groupBy: Extract<Dimension, 'network' | 'format' | 'country'> | null
}

export type AppSelector =
  | { readonly kind: 'all' }
  | { readonly kind: 'ids'; readonly appIds: readonly string[] }
  | { readonly kind: 'identifier'; readonly parameter: string; readonly identifier: AppIdentifier }

const groupMetrics: MetricName[] = ['impressions', 'revenueCents', 'ecpmCents']
const detailMetrics: MetricName[] = ['impressions', 'revenueCents', 'clicks', 'ecpmCents']

/**
 * Reads the query of figures.
 *
 * @param schemaErrors errors that validation against the schema found
 * @throws Problem `bad_parameters` with every invalid parameter
 */
export function toStatsQuestion(
  query: StatsQuery,
  schemaErrors: readonly ParameterError[],
  maxRangeDays: number,
): StatsQuestion {
  const bad = new Set(schemaErrors.map(({ parameter }) => parameter))
  const dated = !bad.has('start_date') && !bad.has('end_date')
  const errors = [
    ...schemaErrors,
    ...misplacedParameters(query, statsQuery, figuresAdvice),
    ...(dated ? rangeErrors(daysOfQuery(query), maxRangeDays) : []),
    ...selectorErrors(query, bad),
  ]
  if (errors.length > 0) throw badParameters(errors)
  return {
    days: daysOfQuery(query),
    ...asOfRequest(query.as_of),
    selector: toSelector(query),
    filters: {
      ...(query.network && { networks: query.network.map((name) => name.toLowerCase()) }),
      ...(query.geo && { countries: query.geo.map((code) => code.toUpperCase()) }),
    },
    groupBy: query.group_by ?? null,
  }
}

/** Tells questions apart; two ways to write one are equal. */
export function statsText({ days, asOfMs, selector, filters, groupBy }: StatsQuestion): string {
  const selected =
    selector.kind === 'ids' ? { ...selector, appIds: sorted(selector.appIds) } : selector
  const { networks, countries } = filters
  return JSON.stringify([
    ...[days.firstDay, days.lastDay, asOfMs ?? null, selected, groupBy],
    ...[networks && sorted(networks), countries && sorted(countries)],
  ])
}

const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort()

function selectorErrors(query: StatsQuery, bad: Set<string>): ParameterError[] {
  const kinds = ['app_id', 'app_store_id', 'app_bundle_id', 'android_package'] as const
  const given = kinds.filter((kind) => query[kind] !== undefined)
  const errors: ParameterError[] = []
  if (given.length > 1) {
    const message = `${given.join(' and ')} each select apps; use only one of them`
    errors.push(...given.map((parameter) => ({ parameter, message })))
  }
  if (query.platform !== undefined && !query.android_package && !bad.has('platform')) {
    const message =
      'is allowed only with android_package; leave it out, or select by android_package'
    errors.push({ parameter: 'platform', message })
  }
  return errors.filter(({ parameter }) => !bad.has(parameter))
}

function toSelector(query: StatsQuery): AppSelector {
  if (query.app_id) return { kind: 'ids', appIds: [...new Set(query.app_id)] }
  if (query.app_store_id) {
    return identifier('app_store_id', { appStoreId: Number(query.app_store_id) })
  }
  if (query.app_bundle_id) return identifier('app_bundle_id', { appBundleId: query.app_bundle_id })
  if (query.android_package) {
    return identifier('android_package', {
      platform: query.platform === 'amazon' ? 'amazon' : 'android',
      androidPackage: query.android_package,
    })
  }
  return { kind: 'all' }
}

function identifier(parameter: string, value: AppIdentifier): AppSelector {
  return { kind: 'identifier', parameter, identifier: value }
}

/**
 * Looks up the selected apps.
 *
 * @returns sorted by name, then app id
 * @throws Problem `unknown_app` when one does not exist, as those do not that the caller may not see
 */
export async function selectApps(
  selector: AppSelector,
  apps: VisibleApps,
): Promise<readonly App[]> {
  if (selector.kind === 'all') return apps.ever()
  if (selector.kind === 'identifier') {
    const app = await apps.byIdentifier(selector.identifier)
    if (app) return [app]
    throw new Problem('unknown_app', `The account has no app with this ${selector.parameter}.`)
  }
  const found = await apps.byIds(selector.appIds)
  const ids = new Set(found.map((app) => app.appId))
  const missing = selector.appIds.filter((appId) => !ids.has(appId))
  if (missing.length === 0) return found
  throw new Problem('unknown_app', `The account has no app with the app_id ${missing.join(', ')}.`)
}

export function toReportRequest(
  question: StatsQuestion,
  principal: Principal,
  apps: readonly App[],
): ReportRequest {
  const { days, filters, groupBy, selector, asOfMs } = question
  const isOfAll = selector.kind === 'all'
  const about = {
    ...figuresOf(principal),
    ...(!isOfAll && { apps: apps.map((app) => app.key) }),
    days,
    filters,
    ...(asOfMs !== undefined && { asOfMs }),
  }
  if (groupBy || isOfAll) {
    const dimensions = [groupBy ?? ('app' as const)]
    return { ...about, dimensions, metrics: groupMetrics, sorted: false, totals: null }
  }
  return {
    ...about,
    dimensions: ['day', 'app', 'network', 'format', 'country'],
    metrics: detailMetrics,
    sorted: true,
    totals: [],
  }
}

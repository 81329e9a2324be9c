import type { App, AppIdentifier } from '../../publishers/app.ts'
import type { AppStore } from '../../publishers/app-store.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import type { Dimension, ReportFilters, ReportRequest } from '../../reporting/report-request.ts'
import type { DaySpan } from '../../values/day.ts'
import { badParameters, type ParameterError, Problem } from '../answer/problems.ts'
import { asOfRequest } from '../parameters/as-of.ts'
import { daysOf, rangeErrors } from '../parameters/day-range.ts'
import { misplacedParameters } from '../parameters/misplaced-parameters.ts'
import { foreignParameters, type StatsQuery } from './wire-schema.ts'

/** A valid request for figures. The apps are not looked up yet. */
export interface StatsQuestion {
  readonly days: DaySpan
  /** As of when the figures are meant; absent for now. */
  readonly asOfMs?: number
  readonly selector: AppSelector
  readonly filters: ReportFilters
  readonly groupBy: Extract<Dimension, 'network' | 'format' | 'country'> | null
}

export type AppSelector =
  | { readonly kind: 'all' }
  | { readonly kind: 'ids'; readonly appIds: readonly string[] }
  | { readonly kind: 'identifier'; readonly parameter: string; readonly identifier: AppIdentifier }

const allAppsMetrics: MetricName[] = ['impressions', 'revenueCents', 'ecpmCents']
const oneAppMetrics: MetricName[] = ['impressions', 'revenueCents', 'clicks', 'ecpmCents']

/**
 * Reads a query of figures.
 *
 * @param schemaErrors what validation against the schema has found already
 * @throws Problem `bad_parameters` naming every parameter that breaks a rule
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
    ...misplacedParameters(query, foreignParameters),
    ...(dated ? rangeErrors(daysOf(query), maxRangeDays) : []),
    ...selectorErrors(query, bad),
  ]
  if (errors.length > 0) throw badParameters(errors)
  return {
    days: daysOf(query),
    ...asOfRequest(query.as_of),
    selector: toSelector(query),
    filters: {
      ...(query.network && { networks: query.network.map((name) => name.toLowerCase()) }),
      ...(query.geo && { countries: query.geo.map((code) => code.toUpperCase()) }),
    },
    groupBy: (query.group_by ?? null) as StatsQuestion['groupBy'],
  }
}

function selectorErrors(query: StatsQuery, bad: Set<string>): ParameterError[] {
  const kinds = ['app_id', 'app_store_id', 'app_bundle_id', 'android_package'] as const
  const given = kinds.filter((kind) => query[kind] !== undefined)
  const errors: ParameterError[] = []
  if (given.length > 1) {
    const message = `${given.join(' and ')} each select apps; give one kind of selector`
    errors.push(...given.map((parameter) => ({ parameter, message })))
  }
  if (query.platform !== undefined && !query.android_package && !bad.has('platform')) {
    const message = 'goes with android_package alone; leave it out, or select by android_package'
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
 * Looks up the apps that are selected.
 *
 * @returns the apps by name, then app id
 * @throws Problem `unknown_app` for one that does not exist or is another account's, alike
 */
export async function selectApps(
  selector: AppSelector,
  accountId: number,
  apps: AppStore,
): Promise<App[]> {
  if (selector.kind === 'all') return apps.ofAccount(accountId)
  if (selector.kind === 'identifier') {
    const app = await apps.ofAccountByIdentifier(accountId, selector.identifier)
    if (app) return [app]
    throw new Problem('unknown_app', `The account has no app with this ${selector.parameter}.`)
  }
  const found = await apps.ofAccountByIds(accountId, selector.appIds)
  const ids = new Set(found.map((app) => app.appId))
  const missing = selector.appIds.filter((appId) => !ids.has(appId))
  if (missing.length === 0) return found
  throw new Problem('unknown_app', `The account has no app with the app_id ${missing.join(', ')}.`)
}

/** The report that answers a question about these apps. */
export function toReportRequest(
  question: StatsQuestion,
  account: number,
  apps: readonly App[],
): ReportRequest {
  const { days, filters, groupBy, selector, asOfMs } = question
  const one = { account, days, filters, ...(asOfMs !== undefined && { asOfMs }) }
  const selected = selector.kind === 'all' ? null : apps.map((app) => app.key)
  if (groupBy) {
    const metrics = allAppsMetrics
    return {
      ...one,
      apps: selected,
      dimensions: [groupBy],
      metrics,
      sorted: false,
      totals: null,
    }
  }
  if (!selected) {
    const metrics = allAppsMetrics
    return { ...one, apps: null, dimensions: ['app'], metrics, sorted: false, totals: null }
  }
  return {
    ...one,
    apps: selected,
    dimensions: ['day', 'app', 'network', 'format', 'country'],
    metrics: oneAppMetrics,
    sorted: true,
    totals: [],
  }
}

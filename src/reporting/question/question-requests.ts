import { labelNames, shownLabel } from '../../facts/label-names.ts'
import type { PrimarySource } from '../../facts/primary-source.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'
import type { Platform } from '../../values/platform.ts'
import { dimensionOf, filterOf, type LabelFilter } from '../label-dimensions.ts'
import type { MetricName } from '../metrics.ts'
import type {
  AppGroups,
  ComparedPairs,
  Dimension,
  Mediation,
  OrderTerm,
  ReportFilters,
  ReportRequest,
} from '../report-request.ts'
import type { SettledRow } from '../settled-revenue.ts'
import type { QuestionFilter, ReportQuestion } from './report-question.ts'
import {
  type FilterName,
  type WireDimension,
  type WireMetric,
  wireDimensions,
  wireMetrics,
} from './vocabulary.ts'

/** An app, as far as rows show it. */
export interface ShownApp {
  readonly key: number
  readonly appId: string
  readonly name: string
  readonly platform: Platform
}

/** The account, apps and state that a question is about. */
export interface QuestionScope {
  readonly account: number
  /** The keys of the apps that the question covers; null for all of the account. */
  readonly keys: readonly number[] | null
  /** These apps; empty where the question names none. See {@link needsAppNames}. */
  readonly apps: readonly ShownApp[]
  /** The last ledger entry of the state that is asked about. */
  readonly entry: number
  /** Of the account; absent without rules. */
  readonly primarySources?: readonly PrimarySource[]
  /** Absent where there are none, and where no details are asked for. */
  readonly mediations?: readonly Mediation[]
  /** The days that are compared; absent for all. */
  readonly comparedPairs?: ComparedPairs
  /** What networks owe and paid, of questions about that. */
  readonly settled?: readonly SettledRow[]
}

/** The filters by labels of rows. */
export const labelFilters: Readonly<Partial<Record<FilterName, LabelFilter>>> = Object.fromEntries(
  labelNames.map((label) => [shownLabel(label), filterOf(dimensionOf(label))]),
)

/** The parts that all requests of a question have in common. Filters by app and platform are in the scope. */
function commonRequest(
  question: ReportQuestion,
  { account, keys, entry, comparedPairs, primarySources, mediations, settled }: QuestionScope,
) {
  const filtersOf = (excludes: boolean): ReportFilters =>
    Object.fromEntries(
      question.filters
        .filter((one) => one.excludes === excludes && labelFilters[one.name])
        .map(({ name, values }) => [labelFilters[name]!, values]),
    )
  return {
    account,
    apps: keys && [...keys].sort((a, b) => a - b),
    days: question.days,
    entry,
    filters: filtersOf(false),
    excluded: filtersOf(true),
    metrics: question.metrics.map((name): MetricName => wireMetrics[name]),
    totals: null,
    ...(question.comparison && { comparison: question.comparison }),
    ...(comparedPairs && { comparedPairs }),
    ...(primarySources && { primarySources }),
    ...(mediations && { mediations }),
    ...(settled && { settled }),
  }
}

/** Asks for a single row: the totals of all rows of a question, whichever page it is about. */
export function totalsRequest(question: ReportQuestion, scope: QuestionScope): ReportRequest {
  if (question.having.length > 0) {
    const rows = rowsRequest({ ...question, orderBy: [] }, scope, { offset: 0, limit: null })
    return { ...rows, sorted: false, summed: true }
  }
  return { ...commonRequest(question, scope), dimensions: [], sorted: false }
}

/**
 * Asks for the rows of a question.
 *
 * @param page `limit` of null is for all rows
 */
export function rowsRequest(
  question: ReportQuestion,
  scope: QuestionScope,
  { offset, limit }: { readonly offset: number; readonly limit: number | null },
): ReportRequest {
  const dimensions = groupedDimensions(question)
  const groups = appGroups(question, dimensions, scope.apps)
  const order = question.orderBy.flatMap(({ by, ...rest }): OrderTerm[] => {
    const term = termOf(by)
    return term === null ? [] : [{ by: term, ...rest }]
  })
  const having = question.having.map(({ by, ...rest }) => ({ by: wireMetrics[by], ...rest }))
  return {
    ...commonRequest(question, scope),
    dimensions,
    sorted: true,
    ...(having.length > 0 && { having }),
    ...(groups && { appGroups: groups }),
    ...(order.length > 0 && { order }),
    ...(limit !== null && { limit }),
    ...(offset > 0 && { offset }),
    ...(question.fillsDates && { fillDays: true }),
  }
}

/** Names of apps are read from the apps. They are grouped by only where rows are not of single apps, or are sorted by names. */
function groupedDimensions({ dimensions, orderBy }: ReportQuestion): Dimension[] {
  return dimensions.flatMap((name) => {
    const dimension = wireDimensions[name]
    if (dimension === null) return []
    const isOfApp = name === 'app_name' || name === 'platform'
    const isNeeded = !dimensions.includes('app_id') || orderBy.some(({ by }) => by === name)
    return isOfApp && !isNeeded ? [] : [dimension]
  })
}

function termOf(name: WireDimension | WireMetric): OrderTerm['by'] | null {
  return Object.hasOwn(wireMetrics, name)
    ? wireMetrics[name as WireMetric]
    : wireDimensions[name as WireDimension]
}

/** Whether a question needs to know its apps: it shows or filters them. */
export const needsAppNames = ({ dimensions, filters }: ReportQuestion): boolean =>
  dimensions.some((name) => name === 'app_id' || name === 'app_name' || name === 'platform') ||
  filters.some(selectsApps)

/** Whether a filter selects apps, and not rows of apps. */
export const selectsApps = ({ name }: QuestionFilter): boolean =>
  name === 'app_id' || name === 'platform'

function appGroups(
  { orderBy }: ReportQuestion,
  dimensions: readonly Dimension[],
  apps: readonly ShownApp[],
): ReportRequest['appGroups'] {
  const names = {
    ...(orderBy.some(({ by }) => by === 'app_id') && { app: groupsBy(apps, ({ appId }) => appId) }),
    ...(dimensions.includes('appName') && { appName: groupsBy(apps, ({ name }) => name) }),
    ...(dimensions.includes('platform') && {
      platform: groupsBy(apps, ({ platform }) => platform),
    }),
  }
  return Object.keys(names).length > 0 ? names : undefined
}

/** Groups apps by a text. */
export function groupsBy(apps: readonly ShownApp[], textOf: (app: ShownApp) => string): AppGroups {
  const labels = [...new Set(apps.map(textOf))].sort(compareUtf8)
  const codes = new Map(labels.map((label, code) => [label, code]))
  return { labels, codes: new Map(apps.map((app) => [app.key, codes.get(textOf(app))!])) }
}

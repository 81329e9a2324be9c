import type { FactName } from '../../facts/kinds.ts'
import { labelNames, type ShownLabel, shownLabel } from '../../facts/label-names.ts'
import { dimensionOf, type LabelDimension } from '../label-dimensions.ts'
import { isSettled, reportMetrics, sumsBehind } from '../metrics.ts'
import type { Dimension } from '../report-request.ts'
import { kindsOf } from '../stored-sums.ts'

// The names of the report endpoint, the same in every format, on the command line and in links.

const labelDimensionsByName = Object.fromEntries(
  labelNames.map((label) => [shownLabel(label), dimensionOf(label)]),
) as Readonly<Record<ShownLabel, LabelDimension>>

/** The dimensions by their names; null for the currency, which is the same in every row. */
export const wireDimensions = {
  date: 'day',
  week: 'week',
  month: 'month',
  app_id: 'app',
  app_name: 'appName',
  platform: 'platform',
  ...labelDimensionsByName,
  currency: null,
} as const satisfies Record<string, Dimension | null>

export type WireDimension = keyof typeof wireDimensions

export const dimensionNames = Object.keys(wireDimensions) as WireDimension[]

/** The dimensions of time. A question has at most one. */
export const timeNames = ['date', 'week', 'month'] as const

/** The metrics by their names. */
export const wireMetrics = reportMetrics

export type WireMetric = keyof typeof wireMetrics

/** The kinds of fact that a metric needs; none where {@link isSettledMetric}. */
export const kindsOfMetric = (name: WireMetric): FactName[] =>
  kindsOf(sumsBehind([wireMetrics[name]]))

/** Whether a metric is of what networks owe and paid. */
export const isSettledMetric = (name: WireMetric): boolean => isSettled(wireMetrics[name])

export const metricNames = Object.keys(wireMetrics) as WireMetric[]

export const defaultMetrics: readonly WireMetric[] = ['impressions', 'revenue', 'ecpm']

/** The dimensions that have filters, which are parameters of the same name. */
export const filterNames = [
  'app_id' as const,
  'platform' as const,
  ...labelNames.map(shownLabel),
] satisfies WireDimension[]

export type FilterName = (typeof filterNames)[number]

export const inclusions = ['total_rows', 'freshness', 'citation'] as const

export type Inclusion = (typeof inclusions)[number]

/** Every parameter but the credentials. */
export const parameterNames = [
  ...(['start_date', 'end_date', 'days', 'dimensions', 'metrics'] as const),
  ...filterNames,
  ...filterNames.map((name) => `${name}_not` as const),
  ...(['order_by', 'having', 'limit', 'cursor', 'compare', 'compare_days'] as const),
  ...(['fill', 'include', 'as_of', 'format'] as const),
] as const

export type ParameterName = (typeof parameterNames)[number]

import { labelNames, shownLabel } from '../../../src/facts/label-names.ts'
import {
  earnedMetrics,
  isEarning,
  isKnownBy,
  needsAge,
} from '../../../src/reporting/question/known-by.ts'
import {
  defaultMetrics,
  isSettledMetric,
  metricNames,
  timeNames,
  type WireMetric,
} from '../../../src/reporting/question/vocabulary.ts'
import { isSum } from '../reports/metrics.ts'
import { defaultView, type Range, type View, type ViewFilterName, viewFilterNames } from './view.ts'

/** The dimensions of the report endpoint that rows can be grouped by. */
export const rowDimensions = [
  ...timeNames,
  'app_id',
  'platform',
  ...labelNames.map(shownLabel),
] as const
export type RowDimension = (typeof rowDimensions)[number]

/** Rows have one to three dimensions. */
export const maxRowDimensions = 3

/** The length of a bar of the chart. */
export const grains = timeNames
export type Grain = (typeof grains)[number]

/** Metrics that people read; the others are for programs, or have a page of their own. */
export const reportMetrics = metricNames.filter(
  (name) => !['revenue_micros', 'booked_factor'].includes(name) && !isSettledMetric(name),
)

/** The metrics that rows with some dimensions can have. */
export const metricsKnownBy = (dimensions: readonly string[]): WireMetric[] =>
  reportMetrics.filter(
    (name) =>
      dimensions.every((dimension) => isKnownBy(name, dimension)) &&
      // By channel or age, revenue is asked for alone: Economics does.
      !(earnedMetrics.includes(name) && dimensions.some(isEarning)) &&
      (dimensions.includes('age') || !needsAge(name)),
  )

/** The metrics that a chart can show: it has no ages. */
export const chartMetrics = reportMetrics.filter((name) => !needsAge(name))

/** Columns beside metrics: the share of the first one, and with a comparison those of each. */
export const besides = ['share', 'previous', 'change'] as const
export type Beside = (typeof besides)[number]

/** Columns of a metric that rows can be sorted by, with a comparison; changes only of sums. */
export const comparedColumns = ['compared', 'previous', 'change'] as const
export type ComparedColumn = `${(typeof comparedColumns)[number]}_${WireMetric}`

export interface Order {
  readonly by: RowDimension | WireMetric | ComparedColumn
  readonly descending: boolean
}

/** The columns that rows can be sorted by: those that are shown. */
export function ordersOf({
  rows,
  metrics,
  beside: shown,
  compare,
  isSideBySide,
}: Pick<ReportView, 'rows' | 'metrics' | 'beside' | 'compare' | 'isSideBySide'>): Order['by'][] {
  if (compare === 'none' || isSideBySide) return [...rows, ...metrics]
  const beside = metrics.flatMap((name) =>
    comparedColumns
      .filter((column) => column !== 'change' || isSum(name))
      .filter((column) => shown.includes(column === 'compared' ? 'previous' : column))
      .map((column): ComparedColumn => `${column}_${name}`),
  )
  return [...rows, ...metrics, ...beside]
}

/** Everything that determines the figures of a page. All of it is in the URL. */
export interface ReportView extends View {
  readonly rows: readonly RowDimension[]
  /** The dimension whose values are columns of the first metric; null for none. */
  readonly across: RowDimension | null
  readonly metrics: readonly WireMetric[]
  readonly beside: readonly Beside[]
  readonly order: Order
  /** Conditions on metrics that rows of the table fulfil, as the report endpoint's `having`. */
  readonly having: readonly string[]
  /** The metric of the chart. */
  readonly plot: WireMetric
  readonly grain: Grain
  /** Whether both ranges of the comparison have a chart and a table of their own. */
  readonly isSideBySide: boolean
  readonly isHeated: boolean
  /** The filters that clicks have set, in their order. */
  readonly trail: readonly ViewFilterName[]
  /** The range before a click chose days of it; null when none did. */
  readonly within: Range | null
}

/** What a page shows unless its address says something else. */
export interface Preset
  extends Pick<ReportView, 'rows' | 'metrics' | 'beside' | 'compare' | 'isHeated'> {}

/** Overview and the pages of apps. */
export const overviewPreset: Preset = {
  rows: ['network'],
  metrics: ['revenue', 'ecpm', 'impressions', 'clicks', 'ctr'],
  beside: ['share', 'change'],
  compare: 'usual',
  isHeated: false,
}

export const explorePreset: Preset = {
  rows: ['network', 'country'],
  metrics: ['revenue', 'impressions', 'ecpm', 'ctr'],
  beside: ['change'],
  compare: 'none',
  isHeated: true,
}

/** What a page shows when its address is empty. */
export const presetView = (preset: Preset): ReportView => ({
  ...defaultView,
  ...preset,
  across: null,
  order: usualOrder(preset.rows, preset.metrics),
  having: [],
  plot: preset.metrics[0]!,
  grain: 'date',
  isSideBySide: false,
  trail: [],
  within: null,
})

export const isTime = (name: string): name is Grain =>
  (timeNames as readonly string[]).includes(name)

/** The filter of a dimension's values; null where they are days, or the page has no filter by it. */
export const filterOf = (dimension: RowDimension): ViewFilterName | null =>
  viewFilterNames.find((name) => name === dimension) ?? null

/** By time where rows begin with it; else by the first metric, the highest first. */
export function usualOrder(rows: readonly RowDimension[], metrics: readonly WireMetric[]): Order {
  const [first] = rows
  if (first !== undefined && isTime(first)) return { by: first, descending: false }
  return { by: metrics[0] ?? defaultMetrics[0]!, descending: true }
}

/** The view with what follows from its parts: an order and a chart of what it has. */
export function consistent(view: ReportView): ReportView {
  const { rows, order, filters, trail, compare } = view
  const clashes =
    view.across !== null &&
    (rows.includes(view.across) || (isTime(view.across) && rows.some(isTime)))
  const across = clashes ? null : view.across
  const known = metricsKnownBy(across === null ? rows : [...rows, across])
  const shown = view.metrics.filter((name) => known.includes(name))
  const metrics = shown.length > 0 ? shown : known.slice(0, 1)
  const isOrdered = ordersOf({ ...view, metrics }).includes(order.by)
  return {
    ...view,
    metrics,
    plot: needsAge(view.plot) ? defaultMetrics[0]! : view.plot,
    order: isOrdered ? order : usualOrder(rows, metrics),
    across,
    isSideBySide: view.isSideBySide && compare !== 'none',
    trail: trail.filter((name) => filters[name] !== undefined),
  }
}

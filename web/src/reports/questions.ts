import { isKnownBy, needsAge } from '../../../src/reporting/question/known-by.ts'
import type { WireMetric } from '../../../src/reporting/question/vocabulary.ts'
import type { Parameters } from '../api/request.ts'
import { comparedWith } from '../view/compared-with.ts'
import { isTime, type ReportView, type RowDimension } from '../view/report-view.ts'
import { daysOf, type Range } from '../view/view.ts'
import { isSum } from './metrics.ts'

// Questions to the report endpoint. Its parameters are in docs/api/report.md.

/** The most rows that a table shows. */
export const maxTableRows = 1_000
/** The most rows and columns of a table with columns of another dimension. */
const maxAcrossRows = 100
const maxAcrossColumns = 24
/** The most cells that are asked for at once. */
const maxAcrossCells = 20_000
/** The most groups of a chart that have a colour of their own. */
export const maxChartGroups = 8

/** The days and filters of a view, which all its questions have. */
export function scopeOf({ range, filters }: Pick<ReportView, 'range' | 'filters'>, today: string) {
  const { from, to } = daysOf(range, today)
  return { start_date: from, end_date: to, ...filters }
}

/** The dimensions of a view, those across too. */
export const allRows = ({ rows, across }: ReportView): readonly RowDimension[] =>
  across === null ? rows : [...rows, across]

/** Of days before it, the range to compare with might begin before the calendar. */
const firstCompared = '0020-01-01'

/** The comparison of a view: like with like, as on all pages. Side by side, ranges have all their figures. */
function comparisonOf({ compare, range, isSideBySide }: ReportView, today: string) {
  if (compare === 'none' || daysOf(range, today).from < firstCompared) return {}
  const other = comparedWith(compare, range, today)
  return {
    compare: typeof other === 'object' ? other.from : other,
    ...(!isSideBySide && { compare_days: 'reported' }),
  }
}

/** All figures of the table, in the order of the view. Columns of another dimension are rows. */
export const tableQuestion = (view: ReportView, today: string): Parameters => ({
  ...scopeOf(view, today),
  dimensions: allRows(view),
  metrics: view.metrics,
  order_by: orderOf(view),
  ...(view.having.length > 0 && { having: view.having }),
  ...comparisonOf(view, today),
})

/** The first rows of the table, and how many others there are. */
export const shownQuestion = (view: ReportView, today: string): Parameters => ({
  ...tableQuestion(view, today),
  dimensions: view.rows,
  limit: String(view.across === null ? maxTableRows : maxAcrossRows),
  include: ['total_rows', 'freshness', 'citation'],
})

const orderOf = ({ order }: ReportView): string =>
  `${order.by}:${order.descending ? 'desc' : 'asc'}`

/** The table for other people and programs: apps have their names, and days are rows if they are wanted. */
export function fileQuestion(view: ReportView, today: string, isByDay: boolean): Parameters {
  const all = allRows(view)
  const rows: readonly RowDimension[] = isByDay
    ? ['date', ...all.filter((one) => !isTime(one))]
    : all
  const { order_by: order, ...question } = tableQuestion(view, today)
  const dimensions = withAppNames(rows)
  return { ...question, dimensions, ...(isByDay ? {} : { order_by: order }) }
}

/** An app's id says little to people. */
export function withAppNames(rows: readonly RowDimension[]): string[] {
  if (!rows.includes('app_id')) return [...rows]
  const others = ['app_name', 'platform'].filter((name) => !rows.some((row) => row === name))
  return rows.flatMap((name) => (name === 'app_id' ? [name, ...others] : [name]))
}

/** The dimension whose values have colours in the chart; null when rows are only of days. */
export const chartDimension = ({ rows, plot }: ReportView): RowDimension | null =>
  rows.find((name) => !isTime(name) && isKnownBy(plot, name)) ?? null

/** The groups that a chart shows: the largest by its metric, or where that is a ratio by revenue, if groups have it. */
export function largestQuestion(view: ReportView, today: string, by: RowDimension): Parameters {
  const isRanked = isSum(view.plot) || !isKnownBy('revenue', by)
  return rankedQuestion(view, today, by, isRanked ? view.plot : 'revenue', maxChartGroups)
}

/** The values of a dimension that have figures. */
export const valuesQuestion = (by: RowDimension, range: Range, today: string): Parameters =>
  rankedQuestion({ range, filters: {} }, today, by, 'revenue', maxTableRows)

/** The values of a dimension, the highest of a metric first. */
const rankedQuestion = (
  scope: Pick<ReportView, 'range' | 'filters'>,
  today: string,
  by: RowDimension,
  metric: WireMetric,
  limit: number,
): Parameters => ({
  ...scopeOf(scope, today),
  dimensions: [by],
  metrics: [metric],
  order_by: `${metric}:desc`,
  limit: String(limit),
})

/** All figures of each period, and of the compared one. */
export const periodsQuestion = (view: ReportView, today: string): Parameters => ({
  ...scopeOf(view, today),
  dimensions: [view.grain],
  metrics: [...new Set([view.plot, ...view.metrics])].filter((name) => !needsAge(name)),
  fill: 'dates',
  ...comparisonOf(view, today),
})

/** The figures of some groups in each period. */
export const seriesQuestion = (
  view: ReportView,
  today: string,
  by: RowDimension,
  keys: readonly string[],
): Parameters => ({
  ...scopeOf(view, today),
  ...only(by, keys),
  dimensions: [view.grain, by],
  metrics: [view.plot],
})

/** The values that have columns: the highest of the first metric, or by time. */
export function columnsQuestion(view: ReportView, today: string, across: RowDimension): Parameters {
  return {
    ...rankedQuestion(view, today, across, view.metrics[0]!, maxAcrossColumns),
    ...(isTime(across) && { order_by: `${across}:asc` }),
    include: 'total_rows',
  }
}

/** The cells of some rows and columns. @param keys the shown values of each dimension that can be filtered */
export const cellsQuestion = (
  view: ReportView,
  today: string,
  across: RowDimension,
  keys: ReadonlyMap<RowDimension, readonly string[]>,
): Parameters => ({
  ...scopeOf(view, today),
  ...Object.assign({}, ...[...keys].map(([name, values]) => only(name, values))),
  dimensions: [...view.rows, across],
  metrics: [view.metrics[0]!],
  limit: String(maxAcrossCells),
})

/** A filter by values of a dimension. A value with a comma would be read as two, so it is not filtered. */
function only(name: RowDimension, values: readonly string[]): Record<string, readonly string[]> {
  const parameter = isTime(name) ? null : name
  const isSafe = values.length > 0 && !values.some((value) => value.includes(','))
  return parameter && isSafe ? { [parameter]: values } : {}
}

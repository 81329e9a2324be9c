import { changeDecimals, changeDigits } from '../derive-metric.ts'
import { type Metric, metrics } from '../metrics.ts'
import type { ReportQuestion } from '../question/report-question.ts'
import {
  timeNames,
  type WireDimension,
  type WireMetric,
  wireMetrics,
} from '../question/vocabulary.ts'
import type { ColumnType, TableColumn } from '../report-table.ts'

/** Stored micros reach 9,223,372,036,854.775807. */
const money: ColumnType = { kind: 'decimal', precision: 19, scale: 6 }
/** Wide enough for any quotient of two 64-bit sums. */
const quotientDigits = 20
const change: ColumnType = { kind: 'decimal', precision: changeDigits, scale: changeDecimals }

/** The column of time that a comparison adds. */
const previousTime = (name: WireDimension): string => `previous_${name}`

/** Where the cells of a column come from. */
export type ColumnSource =
  | { readonly kind: 'dimension'; readonly name: WireDimension }
  | { readonly kind: 'previous_time'; readonly name: (typeof timeNames)[number] }
  | {
      readonly kind: 'metric'
      readonly name: WireMetric
      /** `compared` is the range itself, on the days that are compared. */
      readonly value: 'current' | 'compared' | 'previous' | 'change'
    }

export interface SourcedColumn extends TableColumn {
  readonly source: ColumnSource
}

/**
 * The columns of an answer: dimensions, then metrics, as they were requested. With a comparison,
 * `previous_…` and `change_…` follow their metric, and the day that is compared with its day. Where not all
 * days are compared, `compared_…` is before them.
 */
export function columnsOf({
  dimensions,
  metrics,
  comparison,
  isOfReportedDays,
}: ColumnsQuestion): SourcedColumn[] {
  const values: readonly MetricValue[] = [
    'current',
    ...(comparison && isOfReportedDays ? (['compared'] as const) : []),
    ...(comparison ? (['previous', 'change'] as const) : []),
  ]
  return [
    ...dimensions.flatMap((name) => dimensionColumns(name, comparison !== null)),
    ...metrics.flatMap((name) => values.map((value) => metricColumn(name, value))),
  ]
}

type ColumnsQuestion = Pick<
  ReportQuestion,
  'dimensions' | 'metrics' | 'comparison' | 'isOfReportedDays'
>

type MetricValue = Extract<ColumnSource, { readonly kind: 'metric' }>['value']

function dimensionColumns(name: WireDimension, isCompared: boolean): SourcedColumn[] {
  const time = timeNames.find((one) => one === name)
  const type: ColumnType = { kind: time ? 'day' : 'text' }
  const column: SourcedColumn = { name, type, source: { kind: 'dimension', name } }
  if (!time || !isCompared) return [column]
  return [column, { name: previousTime(time), type, source: { kind: 'previous_time', name: time } }]
}

const metricColumn = (name: WireMetric, value: MetricValue): SourcedColumn => ({
  name: value === 'current' ? name : `${value}_${name}`,
  type: value === 'change' ? change : metricType(name),
  source: { kind: 'metric', name, value },
})

/** The type of a metric's values. */
export function metricType(name: WireMetric): ColumnType {
  const { unit, decimals, per }: Metric = metrics[wireMetrics[name]]
  if (unit === 'count') return { kind: 'integer' }
  if (unit === 'money' && typeof per === 'number') return money
  return { kind: 'decimal', precision: quotientDigits + decimals, scale: decimals }
}

import { type Metric, metrics } from '../metrics.ts'
import { metricOperators } from '../report-request.ts'
import type { ParameterReader } from './given-values.ts'
import type { ReportQuestion } from './report-question.ts'
import { metricNames, type WireDimension, wireMetrics } from './vocabulary.ts'

type Condition = ReportQuestion['having'][number]

export const maxConditions = 20
const form = /^([a-z_]+):([a-z]+):(-?)(\d{1,12})(?:\.(\d{1,6}))?$/
/** The form that {@link readCondition} accepts. */
export const havingAccepts = `metric:operator:value, such as revenue:gte:100 (operators: ${Object.keys(metricOperators).join(', ')}; metrics: ${metricNames.join(', ')}), with at most 12 digits before the point and the decimals of the metric`

/** Reads conditions on metrics. @param dimensions of the rows, which are refused if there are none */
export function readHaving(
  reader: ParameterReader,
  dimensions: readonly WireDimension[],
): readonly Condition[] {
  const found = reader.list('having', readCondition, havingAccepts) ?? []
  if (found.length > maxConditions) {
    reader.refuse('having', `has ${found.length} conditions; at most ${maxConditions} are accepted`)
  }
  if (reader.has('having') && dimensions.every((name) => name === 'currency')) {
    reader.refuse('having', 'needs dimensions: without them, the only row is the total')
  }
  const each = new Map(found.map((one) => [`${one.by}:${one.operator}:${one.value}`, one]))
  return [...each].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** @returns null for what is no condition, or a value with more decimals than its metric */
export function readCondition(text: string): Condition | null {
  const [, name, operator, sign = '', whole = '', fraction = ''] = form.exec(text) ?? []
  const by = metricNames.find((one) => one === name)
  if (!by || operator === undefined || !Object.hasOwn(metricOperators, operator)) return null
  const { decimals }: Metric = metrics[wireMetrics[by]]
  const written = fraction.replace(/0+$/, '')
  if (written.length > decimals) return null
  const value = String(BigInt(`${sign}${whole}${written.padEnd(decimals, '0')}`))
  return { by, operator: operator as Condition['operator'], value }
}

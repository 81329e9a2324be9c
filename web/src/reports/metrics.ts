import { type Metric, metrics } from '../../../src/reporting/metrics.ts'
import {
  metricNames,
  type WireMetric,
  wireMetrics,
} from '../../../src/reporting/question/vocabulary.ts'
import type { Formats } from '../figures/formats.ts'
import type { Style } from '../figures/metrics.ts'

const metricOf = (name: WireMetric): Metric => metrics[wireMetrics[name]]

export const isMetric = (name: string): name is WireMetric =>
  (metricNames as readonly string[]).includes(name)

/** Whether it is a sum: sums of groups add up, ratios do not. */
export const isSum = (name: WireMetric): boolean => typeof metricOf(name).per === 'number'

const styles = {
  money: 'money',
  count: 'count',
  cents: 'count',
  ratio: 'percent',
  average: 'count',
} as const

export const metricStyle = (name: WireMetric): Style => styles[metricOf(name).unit]

/** A figure of a report, for people. */
export const writeMetric = (formats: Formats, name: WireMetric, value: string | null): string =>
  formats.reported(metricStyle(name), value, isSum(name))

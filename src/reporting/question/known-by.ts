import { type LabelName, labelNames, shownLabel } from '../../facts/label-names.ts'
import { earningLabels, knowsLabel } from '../extended-kinds.ts'
import { kindsOfMetric, type WireMetric } from './vocabulary.ts'

/** The metrics that cohorts divide by channel and age: see earned-rows.ts. */
export const earnedMetrics: readonly WireMetric[] = ['revenue', 'revenue_micros', 'booked_factor']

/** Whether a dimension divides booked revenue by the cohorts that earned it. */
export const isEarning = (dimension: string): boolean =>
  earningLabels.some((label) => shownLabel(label) === dimension)

/** Whether the rows of all that a metric is made of have a dimension. */
export function isKnownBy(metric: WireMetric, dimension: string): boolean {
  const label = labelNames.find((one) => shownLabel(one) === dimension)
  if (label === undefined || isEarnedBy(metric, label)) return true
  return kindsOfMetric(metric).every((kind) => knowsLabel(kind, label))
}

const isEarnedBy = (metric: WireMetric, label: LabelName): boolean =>
  earnedMetrics.includes(metric) && earningLabels.includes(label)

/** Whether a metric is of one age of cohorts. */
export const needsAge = (name: WireMetric): boolean =>
  kindsOfMetric(name).includes('cohorts') && !earnedMetrics.includes(name)

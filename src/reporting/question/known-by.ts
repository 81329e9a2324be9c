import { labelNames, shownLabel } from '../../facts/label-names.ts'
import { knowsLabel } from '../extended-kinds.ts'
import { kindsOfMetric, type WireMetric } from './vocabulary.ts'

/** Whether the rows of all that a metric is made of have a dimension. */
export function isKnownBy(metric: WireMetric, dimension: string): boolean {
  const label = labelNames.find((one) => shownLabel(one) === dimension)
  return label === undefined || kindsOfMetric(metric).every((kind) => knowsLabel(kind, label))
}

/** Whether a metric is of one age of cohorts. */
export const needsAge = (name: WireMetric): boolean => kindsOfMetric(name).includes('cohorts')

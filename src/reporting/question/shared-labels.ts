import { labelNames, shownLabel } from '../../facts/label-names.ts'
import { knowsLabel } from '../extended-kinds.ts'
import type { ParameterReader } from './given-values.ts'
import type { QuestionFilter } from './report-question.ts'
import { kindsOfMetric, type WireDimension, type WireMetric } from './vocabulary.ts'

export interface AskedLabels {
  readonly dimensions: readonly WireDimension[]
  readonly filters: readonly QuestionFilter[]
  readonly metrics: readonly WireMetric[]
  /** Metrics of conditions. */
  readonly conditions: readonly WireMetric[]
}

/**
 * Refuses dimensions and filters that rows of a requested metric do not have: users are not known by network, and ad
 * figures have no source.
 */
export function refuseUnsharedLabels(reader: ParameterReader, asked: AskedLabels): void {
  const metrics = [...new Set([...asked.metrics, ...asked.conditions])]
  const refuse = (parameter: string, dimension: WireDimension) => {
    const label = labelNames.find((one) => shownLabel(one) === dimension)
    if (label === undefined) return
    const without = metrics.filter((name) =>
      kindsOfMetric(name).some((kind) => !knowsLabel(kind, label)),
    )
    if (without.length === 0) return
    reader.refuse(
      parameter,
      `${without.join(', ')} ${without.length === 1 ? 'is' : 'are'} not known by ${dimension}. Leave out ${dimension}, or ask for ${without.length === 1 ? 'this metric' : 'these metrics'} in another question`,
    )
  }
  for (const dimension of asked.dimensions) refuse('dimensions', dimension)
  for (const { name, excludes } of asked.filters) {
    refuse(excludes ? `${name}_not` : name, name)
  }
}

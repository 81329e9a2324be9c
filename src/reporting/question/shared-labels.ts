import type { ParameterReader } from './given-values.ts'
import { isKnownBy } from './known-by.ts'
import type { QuestionFilter } from './report-question.ts'
import type { WireDimension, WireMetric } from './vocabulary.ts'

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
    const without = metrics.filter((name) => !isKnownBy(name, dimension))
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

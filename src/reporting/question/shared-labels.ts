import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import type { ParameterReader } from './given-values.ts'
import type { QuestionFilter } from './report-question.ts'
import { kindsOfMetric, type WireDimension, type WireMetric } from './vocabulary.ts'

/** The labels that are dimensions, by the dimension. All rows have the other dimensions. */
const labelOf: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
  Object.values(factKinds).flatMap(({ labels }: FactKind) =>
    Object.entries(labels).map(([label, { shownAs }]) => [shownAs ?? label, label]),
  ),
)

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
    const label = labelOf[dimension]
    if (label === undefined) return
    const without = metrics.filter((name) =>
      kindsOfMetric(name).some((kind) => !Object.hasOwn(factKinds[kind].labels, label)),
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

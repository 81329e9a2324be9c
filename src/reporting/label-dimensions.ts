import { type LabelName, labelNames } from '../facts/label-names.ts'
import { camelCase } from '../values/letter-case.ts'

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name

/** The dimensions of labels, such as `adTag`. */
export type LabelDimension = CamelCase<LabelName>

export const dimensionOf = <Name extends LabelName>(label: Name): CamelCase<Name> =>
  camelCase(label) as CamelCase<Name>

/** In the order in which rows are sorted. */
export const labelDimensions: readonly LabelDimension[] = labelNames.map(dimensionOf)

const labels: ReadonlyMap<string, LabelName> = new Map(
  labelNames.map((label) => [dimensionOf(label), label]),
)

/** The label of a dimension; null for days and apps. */
export const labelOf = (dimension: string): LabelName | null => labels.get(dimension) ?? null

/** The filter by a dimension, such as `adTags`. */
export type LabelFilter<Dimension extends LabelDimension = LabelDimension> =
  Dimension extends 'country' ? 'countries' : `${Dimension}s`

export const filterOf = (dimension: LabelDimension): LabelFilter =>
  dimension === 'country' ? 'countries' : `${dimension}s`

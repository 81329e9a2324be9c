import type { FactLabel } from './fact-kind.ts'
import { type FactName, factKinds } from './kinds.ts'
import { isPacked } from './packed-labels.ts'

type LabelsOf<Kind extends FactName> = keyof (typeof factKinds)[Kind]['labels']

/** The labels of all kinds of fact. Those of several kinds mean the same. */
export type LabelName = { [Kind in FactName]: LabelsOf<Kind> }[FactName] & string

const labels = new Map<string, FactLabel>(
  Object.values(factKinds).flatMap((kind) => Object.entries<FactLabel>(kind.labels)),
)

/** Each once, in the order of declaration. */
export const labelNames = [...labels.keys()] as LabelName[]

export const codeOfLabel = (label: LabelName): FactLabel['code'] => labels.get(label)!.code

/** The names of a label that have the first codes in every account. */
export const builtInNames = (label: LabelName): readonly string[] =>
  labels.get(label)!.builtIn ?? []

/** The labels that are stored as codes of an account's names. */
export const namedLabels = labelNames.filter((label) => !isPacked(codeOfLabel(label)))

/** The names of labels in answers and exports. */
export type ShownLabel = Exclude<LabelName, 'format'> | 'ad_format'

export const shownLabel = (label: LabelName): ShownLabel =>
  (labels.get(label)!.shownAs ?? label) as ShownLabel

/** The declaration of a label, in one of its kinds. */
export const declaredLabel = (label: LabelName): FactLabel => labels.get(label)!

import { type FactName, factKinds, factNames } from '../facts/kinds.ts'
import { type LabelName, labelNames } from '../facts/label-names.ts'
import { dimensionOf, filterOf, type LabelFilter, labelOf } from './label-dimensions.ts'
import type { ReportRequest } from './report-request.ts'

/**
 * Kinds whose labels tell more about the rows of another kind: details are parts of ad figures, and the spend of a day
 * belongs to the cohorts of the day, at every age.
 */
const extensions = { figures: 'details', spend: 'cohorts' } as const satisfies Partial<
  Record<FactName, FactName>
>

const hasLabel = (kind: FactName, label: LabelName): boolean =>
  Object.hasOwn(factKinds[kind].labels, label)

/** Whether rows of a kind, or of the kind that extends it, have a label. */
export function knowsLabel(kind: FactName, label: LabelName): boolean {
  if (hasLabel(kind, label)) return true
  const extension = extensionOf(kind)
  // A source is where a kind's own rows are from.
  return extension !== null && label !== 'source' && hasLabel(extension, label)
}

const extensionOf = (kind: FactName): FactName | null =>
  Object.hasOwn(extensions, kind) ? extensions[kind as keyof typeof extensions] : null

/** The labels by which cohorts divide booked revenue: see earned-rows.ts. */
export const earningLabels: readonly LabelName[] = labelNames.filter(
  (label) => label !== 'source' && hasLabel('cohorts', label) && !knowsLabel('figures', label),
)

/** The kinds that a question needs for its sums, with those that its labels need besides. */
export function withExtensions(
  kinds: readonly FactName[],
  labels: readonly LabelName[],
): FactName[] {
  const needed = new Set(kinds)
  const isEarned = labels.some((label) => earningLabels.includes(label))
  if (needed.has('figures') && isEarned) return ['figures', 'cohorts']
  for (const kind of kinds) {
    const extension = extensionOf(kind)
    if (extension && labels.some((label) => !hasLabel(kind, label))) needed.add(extension)
  }
  // Details are shown with what they leave of figures. Figures have no source.
  const isDeep = labels.some((label) => !hasLabel('figures', label))
  if (needed.has('details') && isDeep && !labels.includes('source')) needed.add('figures')
  return factNames.filter((kind) => needed.has(kind))
}

/** The labels of a request's dimensions and filters. */
export function labelsOfRequest({
  dimensions,
  totals,
  filters,
  excluded = {},
}: Pick<ReportRequest, 'dimensions' | 'totals' | 'filters' | 'excluded'>): LabelName[] {
  const isFiltered = (filter: LabelFilter) =>
    filters[filter] !== undefined || excluded[filter] !== undefined
  const grouped = [...dimensions, ...(totals ?? [])].map(labelOf)
  return labelNames.filter(
    (label) => grouped.includes(label) || isFiltered(filterOf(dimensionOf(label))),
  )
}

import { labelKinds, type NewLabel } from '../../ledger/journal.ts'
import { refuse } from '../../staging/refusals.ts'
import type { StagedLabel, StagedSlices } from '../../staging/staged-slices.ts'
import type { Labels } from './labels.ts'

/** Networks and formats are stored in 16 bits. */
const maxNames = 65_536

/**
 * Finds or chooses the code of every name in staged rows, and finds the codes that the scope's
 * networks already have.
 *
 * @returns the codes, and the new labels among them
 * @throws Refusal `too_many_labels`
 */
export function resolveLabels(
  labels: Labels,
  { names, scope }: StagedSlices,
): { readonly staged: StagedLabel[]; readonly added: NewLabel[] } {
  const staged: StagedLabel[] = []
  const added: NewLabel[] = []
  for (const kind of labelKinds) {
    const assigned = labels.assign(kind, names[kind])
    if (kind !== 'ad_tag' && labels[kind].names.length + assigned.length > maxNames) {
      throw refuse('too_many_labels', { kind, maximum: maxNames })
    }
    const codes = new Map(assigned.map(({ name, code }) => [name, code]))
    for (const name of names[kind]) {
      staged.push({ kind, name, code: codes.get(name) ?? labels[kind].codeOf(name)! })
    }
    added.push(...assigned)
  }
  const inRows = new Set(names.network)
  for (const name of scope?.networks ?? []) {
    const code = labels.network.codeOf(name)
    if (code !== null && !inRows.has(name)) staged.push({ kind: 'network', name, code })
  }
  return { staged, added }
}

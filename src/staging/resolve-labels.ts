import { codeOfLabel } from '../facts/label-names.ts'
import { type LabelKind, labelKinds, type NewLabel } from '../ledger/journal.ts'
import type { KnownLabels } from './entry-state.ts'
import { refuse } from './refusals.ts'
import type { NewImport } from './slice-store.ts'
import type { AccountNames, StagedLabel, StagedSlices } from './staged-slices.ts'

/** Most labels are stored in 16 bits. */
const maxNames = 65_536

/**
 * Finds or chooses the code of every name in staged rows, and finds the codes that the scope's
 * networks already have.
 *
 * @param reportIds the secondary report that takes each account's place
 * @param counted the names of a mediation's rows, which accounts need besides their secondary reports
 * @returns the codes, and the new labels among them
 * @throws Refusal `too_many_new_names`, `too_many_labels`
 */
export function resolveLabels(
  labels: KnownLabels,
  { kind, names, scope }: StagedSlices,
  reportIds: ReadonlyMap<number, number>,
  maxNewNames: NewImport['maxNewNames'],
  counted: readonly AccountNames[],
): { readonly staged: StagedLabel[]; readonly added: NewLabel[] } {
  const staged: StagedLabel[] = []
  const added: NewLabel[] = []
  const keyed = (accountId: number) => reportIds.get(accountId) ?? accountId
  const keyedNames = names.map((one) => ({ ...one, accountId: keyed(one.accountId) }))
  for (const { accountId, ...ofAccount } of [...keyedNames, ...counted]) {
    const known = labels.of(accountId)
    for (const kind of labelKinds) {
      const names = ofAccount[kind] ?? []
      const assigned = known.assign(kind, names)
      const bits = codeOfLabel(kind) === 32 ? 32 : 16
      if (assigned.length > maxNewNames[bits]) {
        const facts = { count: assigned.length, maximum: maxNewNames[bits] }
        throw refuse('too_many_new_names', { kind, ...facts })
      }
      if (bits === 16 && known.setOf(kind).nextCode + assigned.length > maxNames) {
        throw refuse('too_many_labels', { kind, maximum: maxNames })
      }
      const codes = new Map(assigned.map(({ name, code }) => [name, code]))
      for (const name of names) {
        const code = codes.get(name)
        const isNew = code !== undefined
        staged.push({ accountId, kind, name, code: code ?? known.setOf(kind).codeOf(name)!, isNew })
      }
      added.push(...assigned.map((label) => ({ accountId, ...label })))
    }
  }
  if (scope) {
    const accountId = keyed(scope.accountId)
    const label = kind.sliceLabel as LabelKind
    const inRows = new Set(names.find((one) => one.accountId === scope.accountId)?.[label])
    const known = labels.of(accountId).setOf(label)
    // A revaluation finds its slices by their money.
    const all = scope.newRates && known.names.filter(Boolean)
    for (const name of all ?? scope.networks ?? []) {
      const code = known.codeOf(name)
      if (code === null || inRows.has(name)) continue
      staged.push({ accountId, kind: label, name, code, isNew: false })
    }
  }
  return { staged, added }
}

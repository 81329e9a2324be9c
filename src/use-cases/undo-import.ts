import { refuse } from '../ledger/refusals.ts'
import { accountsOfEntry } from './audit-facts.ts'
import { entryId } from './fields.ts'
import type { Services } from './services.ts'
import { useCase } from './use-case.ts'

/** How many slices of the import were restored, removed, and kept as a later import wrote them. */
export interface UndoView {
  readonly undo: number
  readonly import: number
  readonly restored_slices: number
  readonly removed_slices: number
  readonly kept_slices: number
}

/**
 * Undoes an import, a deletion or a merge. Slices that a later import replaced are kept. An app that
 * the entry ended comes back.
 */
export const undoImport = useCase({
  name: 'undo-import',
  request: { id: entryId },
  run: async (services, { id }): Promise<UndoView> => {
    await refuseBuiltUpon(id, services)
    const { entry, restored, removed, keptLater } = await services.slices.undo(id, services.now())
    await services.apps.restoreEndedBy(id)
    return {
      undo: entry,
      import: id,
      restored_slices: restored,
      removed_slices: removed,
      kept_slices: keptLater,
    }
  },
  audit: async ({ id }, { undo }, services) =>
    (await accountsOfEntry(undo, services)).map((account) => ({
      action: 'import_undone',
      account,
      facts: { import: id, undo },
    })),
})

/** @throws Refusal `merge_built_upon` when the figures of a merged app went on to yet another app */
async function refuseBuiltUpon(id: number, { apps }: Services): Promise<void> {
  const ending = (await apps.endings()).find(({ entry }) => entry === id)
  const later = ending?.into?.endedBy
  if (later !== undefined) throw refuse('merge_built_upon', { id, later })
}

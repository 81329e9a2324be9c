import { entryId } from './fields.ts'
import { useCase } from './use-case.ts'

/** How many slices of the import were restored, removed, and kept as a later import wrote them. */
export interface UndoView {
  readonly undo: number
  readonly import: number
  readonly restored_slices: number
  readonly removed_slices: number
  readonly kept_slices: number
}

/** Undoes an import. Slices that a later import replaced are kept. */
export const undoImport = useCase({
  name: 'undo-import',
  request: { id: entryId },
  run: async (services, { id }): Promise<UndoView> => {
    const { entry, restored, removed, keptLater } = await services.slices.undo(id, services.now())
    return {
      undo: entry,
      import: id,
      restored_slices: restored,
      removed_slices: removed,
      kept_slices: keptLater,
    }
  },
})

import { useAction } from '../../api/queries.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure } from '../../layout/states.tsx'

/** Undoes an entry of the ledger, once that is confirmed. */
export function UndoButton({ id, onUndone }: { id: number; onUndone?: () => void }) {
  const undo = useAction('imports/undo', 'all')
  return (
    <>
      <ConfirmDialog
        label={undo.isPending ? 'Undoing …' : 'Undo'}
        about={`import ${id}`}
        title={`Undo import ${id}?`}
        text="Restores the earlier figures of each day, app and network that this import was the last to write. Later imports stay."
        action="Undo"
        onConfirm={() => undo.mutate({ id }, { onSuccess: () => onUndone?.() })}
      />
      <Failure error={undo.error} />
    </>
  )
}

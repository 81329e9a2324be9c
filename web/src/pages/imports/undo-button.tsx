import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import type { UndoneAnswer } from '../../api/wire.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'

/** Undoes an entry of the ledger, once that is confirmed. */
export function UndoButton({ id, onUndone }: { id: number; onUndone?: () => void }) {
  const { username: account } = useAccount()
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: () => post<UndoneAnswer>('imports/undo', { id }, { account }),
    onSuccess: async () => {
      onUndone?.()
      await queries.invalidateQueries()
    },
  })
  return (
    <>
      <ConfirmDialog
        label={undo.isPending ? 'Undoing …' : 'Undo'}
        about={`import ${id}`}
        title={`Undo import ${id}?`}
        text="Restores the earlier figures of each day, app and network that this import was the last to write. Later imports stay."
        action="Undo"
        onConfirm={() => undo.mutate()}
      />
      {undo.error && (
        <p className="failure" role="alert">
          {undo.error.message}
        </p>
      )}
    </>
  )
}

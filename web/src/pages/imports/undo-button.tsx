import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import type { UndoneAnswer } from '../../api/wire.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { importsTexts } from '../../texts/en/imports.tsx'

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
        label={undo.isPending ? importsTexts.undoing : importsTexts.undo}
        about={importsTexts.importNumber(id)}
        title={importsTexts.undoImport(id)}
        text={importsTexts.aboutUndo}
        action={importsTexts.undo}
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

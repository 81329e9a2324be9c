import { type FormEvent, useState } from 'react'
import type { SavedViewAnswer } from '../../api/wire.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { useViewAction } from '../../saved-views/use-views.ts'
import { viewsTexts } from '../../texts/en/views.tsx'

/** A dialog that gives a view another name. */
export function RenameView({ view: { id, name } }: { view: SavedViewAnswer }) {
  const renaming = useViewAction('change')
  const [wanted, setWanted] = useState(name)
  const reset = () => {
    renaming.reset()
    setWanted(name)
  }
  const rename = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    await renaming.mutateAsync({ id, name: wanted.trim() }).then(close, () => undefined)
  }
  return (
    <FormDialog opener={viewsTexts.rename} title={viewsTexts.renameTheView(name)} onOpen={reset}>
      {(close) => (
        <form onSubmit={rename(close)}>
          <label className="field">
            {viewsTexts.name}
            <input
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
              maxLength={64}
              required
            />
          </label>
          <FormEnd
            error={renaming.error}
            isBusy={renaming.isPending}
            submit={viewsTexts.rename}
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}

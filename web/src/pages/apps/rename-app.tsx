import { type FormEvent, useState } from 'react'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { visible } from '../../figures/visible.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { appsTexts } from '../../texts/en/apps.tsx'
import { useAppAction } from './use-apps.ts'

/** A dialog that gives an app another name. */
export function RenameApp({ app: { app_id, app_name: name } }: { app: ManagedAppAnswer }) {
  const renaming = useAppAction('rename')
  const [wanted, setWanted] = useState(name)
  const reset = () => {
    renaming.reset()
    setWanted(name)
  }
  const rename = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    const body = { app_id, new_name: wanted.trim() }
    await renaming.mutateAsync(body).then(close, () => undefined)
  }
  return (
    <FormDialog
      opener={appsTexts.rename}
      title={appsTexts.renameTheApp(visible(name))}
      onOpen={reset}
    >
      {(close) => (
        <form onSubmit={rename(close)}>
          <label className="field">
            {appsTexts.name}
            <input
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
              maxLength={500}
              required
            />
          </label>
          <FormEnd
            error={renaming.error}
            isBusy={renaming.isPending}
            submit={appsTexts.rename}
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}

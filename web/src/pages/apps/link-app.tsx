import { type FormEvent, useState } from 'react'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { visible } from '../../figures/visible.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { useAppAction } from './use-apps.ts'

const nothing = { network: '', network_app_id: '' }

/** A dialog that links a network's id to an app. */
export function LinkApp({ app: { app_id, app_name, platform } }: { app: ManagedAppAnswer }) {
  const linking = useAppAction('link')
  const [typed, setTyped] = useState(nothing)
  const reset = () => {
    linking.reset()
    setTyped(nothing)
  }
  const link = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    const one = {
      app_id,
      platform,
      network: typed.network.trim().toLowerCase(),
      network_app_id: typed.network_app_id.trim(),
    }
    await linking.mutateAsync({ links: [one] }).then(close, () => undefined)
  }
  return (
    <FormDialog opener="Link" title={`Link a network’s app to ${visible(app_name)}`} onOpen={reset}>
      {(close) => (
        <form onSubmit={link(close)}>
          <label className="field">
            Network, for example admob
            <input
              value={typed.network}
              onChange={({ target }) => setTyped({ ...typed, network: target.value })}
              maxLength={64}
              required
            />
          </label>
          <label className="field">
            The network’s id of the app
            <input
              value={typed.network_app_id}
              onChange={({ target }) => setTyped({ ...typed, network_app_id: target.value })}
              maxLength={255}
              required
            />
          </label>
          <p className="note">Imports of this id go to the app from the next import on.</p>
          <FormEnd
            error={linking.error}
            isBusy={linking.isPending}
            submit="Link"
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}

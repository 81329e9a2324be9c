import { useAction } from '../../api/queries.ts'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { textIn } from '../../controls/text-in.ts'
import { visible } from '../../figures/visible.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'

/** A dialog that links a network's id to an app. */
export function LinkApp({ app: { app_id, app_name, platform } }: { app: ManagedAppAnswer }) {
  const linking = useAction('apps/link', 'all')
  const link = (form: FormData, close: () => void) => {
    const one = {
      app_id,
      platform,
      network: textIn(form, 'network').toLowerCase(),
      network_app_id: textIn(form, 'network_app_id'),
    }
    linking.mutate({ links: [one] }, { onSuccess: close })
  }
  return (
    <FormDialog
      opener="Link"
      title={`Link a network’s app to ${visible(app_name)}`}
      sends={[linking]}
      onSubmit={link}
      submit="Link"
    >
      <label className="field">
        Network, for example admob
        <input name="network" maxLength={64} required />
      </label>
      <label className="field">
        The network’s id of the app
        <input name="network_app_id" maxLength={255} required />
      </label>
      <p className="note">Imports of this id go to the app from the next import on.</p>
    </FormDialog>
  )
}

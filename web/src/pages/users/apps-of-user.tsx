import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import type { MemberAnswer } from '../../api/wire.ts'
import { AppPicker } from '../../controls/app-picker.tsx'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'

/** App ids; null for all. */
type Apps = MemberAnswer['apps']

/** Chooses all apps of the account, or some. */
export function AppsField({ apps, onChange }: { apps: Apps; onChange: (apps: Apps) => void }) {
  return (
    <>
      <label className="field inline">
        <input
          type="checkbox"
          checked={apps === null}
          onChange={({ target }) => onChange(target.checked ? null : [])}
        />
        All apps, later ones too
      </label>
      {apps !== null && (
        <AppPicker
          among={null}
          chosen={apps}
          whenNone="Choose"
          onChange={(chosen) => onChange([...chosen])}
        />
      )}
    </>
  )
}

interface ChangeAppsProps {
  readonly of: MemberAnswer
  readonly onChanged: () => void
}

/** A dialog that changes which apps a user sees. */
export function ChangeApps({ of: { user, role, apps: before }, onChanged }: ChangeAppsProps) {
  const { username: account } = useAccount()
  const [apps, setApps] = useState(before)
  const changing = useMutation({
    mutationFn: () => post('users/role', { user, role, apps }, { account }),
    onSuccess: onChanged,
  })
  const change = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    await changing.mutateAsync().then(close, () => undefined)
  }
  const reset = () => {
    changing.reset()
    setApps(before)
  }
  return (
    <FormDialog opener="Apps" title={`The apps of ${user}`} onOpen={reset}>
      {(close) => (
        <form onSubmit={change(close)}>
          <p className="note">Everything else of the account looks as if it did not exist.</p>
          <AppsField apps={apps} onChange={setApps} />
          <FormEnd
            error={changing.error}
            isBusy={changing.isPending || apps?.length === 0}
            submit="Save"
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}

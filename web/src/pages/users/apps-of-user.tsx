import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import type { MemberAnswer } from '../../api/wire.ts'
import { AppPicker } from '../../controls/app-picker.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'

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

/** A dialog that changes which apps a user sees. */
export function ChangeApps({ of: { user, role, apps: before } }: { of: MemberAnswer }) {
  const [apps, setApps] = useState(before)
  const changing = useAction('users/role')
  return (
    <FormDialog
      opener="Apps"
      title={`The apps of ${user}`}
      onOpen={() => setApps(before)}
      sends={[changing]}
      onSubmit={(_, close) => changing.mutate({ user, role, apps }, { onSuccess: close })}
      submit="Save"
      isIncomplete={apps?.length === 0}
    >
      <p className="note">Everything else of the account looks as if it did not exist.</p>
      <AppsField apps={apps} onChange={setApps} />
    </FormDialog>
  )
}

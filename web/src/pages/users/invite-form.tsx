import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { type MemberAnswer, type Role, roles, rolesOfAllApps } from '../../api/wire.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { Form } from '../../controls/form.tsx'
import { Options } from '../../controls/options.tsx'
import { Failure } from '../../layout/states.tsx'
import { AppsField } from './apps-of-user.tsx'
import { roleTexts } from './role-texts.ts'

/** Invites someone, and shows the link once. */
export function InviteForm() {
  const [role, setRole] = useState<Role>('viewer')
  const [chosen, setApps] = useState<MemberAnswer['apps']>(null)
  const seesAllApps = rolesOfAllApps.includes(role)
  const apps = seesAllApps ? null : chosen
  const invite = useAction('invitations', 'users')
  const submit = (fields: FormData, form: HTMLFormElement) => {
    const body = { user: fields.get('user'), role, apps }
    invite.mutate(body, { onSuccess: () => form.reset() })
  }
  return (
    <section className="card" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite someone</h2>
      <Form className="row" onSubmit={submit}>
        <label>
          E-mail
          <input name="user" type="email" autoComplete="off" required maxLength={254} />
        </label>
        <label>
          Role
          <select value={role} onChange={(event) => setRole(event.target.value as Role)}>
            <Options of={roles.map((one) => [one, one])} />
          </select>
        </label>
        {!seesAllApps && <AppsField apps={chosen} onChange={setApps} />}
        <button type="submit" className="primary" disabled={invite.isPending || apps?.length === 0}>
          Invite
        </button>
      </Form>
      <p className="note">{roleTexts[role]}</p>
      <Failure error={invite.error} />
      {invite.data && (
        <div role="status">
          <p>
            Send this link to {invite.data.user}. It works once, for 7 days, and is not shown again.
          </p>
          <p className="key">
            <code data-testid="invitation-link">{invite.data.link}</code>
          </p>
          <CopyButton label="Copy the link" textOf={async () => invite.data.link} />
        </div>
      )}
    </section>
  )
}

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import { type InvitedAnswer, type MemberAnswer, type Role, roles } from '../../api/wire.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { usersTexts } from '../../texts/en/users.tsx'
import { AppsField } from './apps-of-user.tsx'

/** Invites someone, and shows the link once. */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const { username: account } = useAccount()
  const [role, setRole] = useState<Role>('viewer')
  const [chosen, setApps] = useState<MemberAnswer['apps']>(null)
  const apps = role === 'owner' ? null : chosen
  const invite = useMutation({
    mutationFn: (user: string) =>
      post<InvitedAnswer>('invitations', { user, role, apps }, { account }),
    onSuccess: onInvited,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const user = String(new FormData(form).get('user'))
    invite.mutate(user, { onSuccess: () => form.reset() })
  }
  return (
    <section className="card" aria-labelledby="invite-title">
      <h2 id="invite-title">{usersTexts.inviteSomeone}</h2>
      <form className="row" onSubmit={submit}>
        <label>
          {usersTexts.eMail}
          <input name="user" type="email" autoComplete="off" required maxLength={254} />
        </label>
        <label>
          {usersTexts.role}
          <select value={role} onChange={(event) => setRole(event.target.value as Role)}>
            {roles.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        {role !== 'owner' && <AppsField apps={chosen} onChange={setApps} />}
        <button type="submit" className="primary" disabled={invite.isPending || apps?.length === 0}>
          {usersTexts.invite}
        </button>
      </form>
      <p className="note">{usersTexts.roleTexts[role]}</p>
      {invite.error && (
        <p className="failure" role="alert">
          {invite.error.message}
        </p>
      )}
      {invite.data && (
        <div role="status">
          <p>{usersTexts.sendThisLink(invite.data.user)}</p>
          <p className="key">
            <code data-testid="invitation-link">{invite.data.link}</code>
          </p>
          <CopyButton label={usersTexts.copyTheLink} textOf={async () => invite.data.link} />
        </div>
      )}
    </section>
  )
}

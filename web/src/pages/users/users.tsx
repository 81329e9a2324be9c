import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAccount, useUsers } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import { type InvitationAnswer, type MemberAnswer, type Role, roles } from '../../api/wire.ts'
import { appsText } from '../../controls/app-picker.tsx'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Refused, Skeleton } from '../../layout/states.tsx'
import { TableFrame } from '../../tables/table-frame.tsx'
import { ChangeApps } from './apps-of-user.tsx'
import { InviteForm } from './invite-form.tsx'
import styles from './users.module.css'

/** The users of the account and its invitations. */
export default function Users() {
  const { permissions } = useAccount()
  if (permissions.includes('manage')) return <ManagedUsers />
  return (
    <>
      <PageTitle of="/dashboard/users" />
      <Empty title="Only owners see users">
        <p>Ask an owner of this account.</p>
      </Empty>
    </>
  )
}

function ManagedUsers() {
  const { data, error, isPending, refetch } = useUsers()
  const change = useChange(() => refetch())
  return (
    <>
      <PageTitle of="/dashboard/users" />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={320} />}
      <Refused error={change.error} />
      {data && <Members members={data.users} onChanged={() => refetch()} {...change} />}
      {data && data.invitations.length > 0 && (
        <Invitations invitations={data.invitations} {...change} />
      )}
      {data && <InviteForm onInvited={() => refetch()} />}
    </>
  )
}

interface Change {
  readonly setRole: (user: string, role: Role) => void
  readonly remove: (user: string) => void
}

/** Changes users, then shows them anew. */
function useChange(onChanged: () => Promise<unknown>): Change & { readonly error: Error | null } {
  const { username: account } = useAccount()
  const { mutate, error } = useMutation({
    mutationFn: ([path, body]: [path: string, body: object]) => post(path, body, { account }),
    onSettled: onChanged,
  })
  return {
    error,
    setRole: (user, role) => mutate(['users/role', { user, role }]),
    remove: (user) => mutate(['users/remove', { user }]),
  }
}

interface MembersProps extends Change {
  readonly members: readonly MemberAnswer[]
  readonly onChanged: () => void
}

function Members({ members, onChanged, setRole, remove }: MembersProps) {
  const { username, user: own } = useAccount()
  const formats = useFormats()
  return (
    <TableFrame label="Users" isCard>
      <table className={`${styles.people} stacked`}>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Role</th>
            <th scope="col">Apps</th>
            <th scope="col">Signs in with</th>
            <th scope="col">Last use</th>
            <th scope="col">
              <span className="unseen">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((one) => (
            <tr key={one.user} data-user={one.user}>
              <th scope="row">
                {one.user}
                {one.user === own && <small>you</small>}
              </th>
              <td data-title="Role">
                <select
                  aria-label={`Role of ${one.user}`}
                  value={one.role}
                  onChange={(event) => setRole(one.user, event.target.value as Role)}
                >
                  {roles.map((role) => (
                    <option key={role} value={role}>
                      {role}
                    </option>
                  ))}
                </select>
              </td>
              <td data-title="Apps">{appsText(one.apps)}</td>
              <td data-title="Signs in with">{waysOf(one)}</td>
              <td data-title="Last use">
                {one.last_used_at === null ? '–' : formats.instant(one.last_used_at)}
              </td>
              <td className={styles.rowEnd}>
                {one.role !== 'owner' && <ChangeApps of={one} onChanged={onChanged} />}
                <ConfirmDialog
                  label="Remove"
                  about={one.user}
                  title={`Remove ${one.user}?`}
                  text={`${one.user} can no longer see anything of ${username}, starting now.`}
                  action="Remove"
                  onConfirm={() => remove(one.user)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function waysOf(member: MemberAnswer): string {
  const password = member.has_second_factor ? 'password and code' : 'password'
  const ways = [
    ...(member.has_password ? [password] : []),
    ...member.providers.map((issuer) => URL.parse(issuer)?.hostname ?? issuer),
  ]
  return ways.join(', ') || '–'
}

function Invitations({
  invitations,
  remove,
}: Change & { invitations: readonly InvitationAnswer[] }) {
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="invitations-title">
      <h2 id="invitations-title">Invited</h2>
      <ul className="lines">
        {invitations.map((one) => (
          <li key={one.user} data-invited={one.user}>
            <span>
              {invitedAs(
                <b>{one.user}</b>,
                one.role,
                one.apps && appsText(one.apps),
                formats.instant(one.expires_at),
              )}
            </span>
            <ConfirmDialog
              label="Withdraw"
              about={`the invitation of ${one.user}`}
              title={`Withdraw the invitation of ${one.user}?`}
              text="Its link stops working."
              action="Withdraw"
              onConfirm={() => remove(one.user)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const invitedAs = (user: ReactNode, role: ReactNode, apps: string | null, expiresAt: ReactNode) => (
  <>
    {user} as {role}
    {apps !== null && ` of ${apps}`}, until {expiresAt}
  </>
)

import { useMutation } from '@tanstack/react-query'
import { useAccount, useUsers } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import { type InvitationAnswer, type MemberAnswer, type Role, roles } from '../../api/wire.ts'
import { appsText } from '../../controls/app-picker.tsx'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Refused, Skeleton } from '../../layout/states.tsx'
import { TableFrame } from '../../tables/table-frame.tsx'
import { usersTexts } from '../../texts/en/users.tsx'
import { ChangeApps } from './apps-of-user.tsx'
import { InviteForm } from './invite-form.tsx'
import styles from './users.module.css'

/** The users of the account and its invitations. */
export default function Users() {
  const { permissions } = useAccount()
  if (permissions.includes('manage')) return <ManagedUsers />
  return (
    <>
      <PageTitle>{usersTexts.users}</PageTitle>
      <Empty title={usersTexts.onlyOwnersSeeUsers}>
        <p>{usersTexts.askAnOwnerOfThis}</p>
      </Empty>
    </>
  )
}

function ManagedUsers() {
  const { data, error, isPending, refetch } = useUsers()
  const change = useChange(() => refetch())
  return (
    <>
      <PageTitle>{usersTexts.users}</PageTitle>
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
    <TableFrame label={usersTexts.users} isCard>
      <table className={`${styles.people} stacked`}>
        <thead>
          <tr>
            <th scope="col">{usersTexts.user}</th>
            <th scope="col">{usersTexts.role}</th>
            <th scope="col">{usersTexts.apps}</th>
            <th scope="col">{usersTexts.signsInWith}</th>
            <th scope="col">{usersTexts.lastUse}</th>
            <th scope="col">
              <span className="unseen">{usersTexts.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((one) => (
            <tr key={one.user} data-user={one.user}>
              <th scope="row">
                {one.user}
                {one.user === own && <small>{usersTexts.you}</small>}
              </th>
              <td data-title={usersTexts.role}>
                <select
                  aria-label={usersTexts.roleOf(one.user)}
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
              <td data-title={usersTexts.apps}>{appsText(one.apps)}</td>
              <td data-title={usersTexts.signsInWith}>{waysOf(one)}</td>
              <td data-title={usersTexts.lastUse}>
                {one.last_used_at === null ? '–' : formats.instant(one.last_used_at)}
              </td>
              <td className={styles.rowEnd}>
                {one.role !== 'owner' && <ChangeApps of={one} onChanged={onChanged} />}
                <ConfirmDialog
                  label={usersTexts.remove}
                  about={one.user}
                  title={usersTexts.removeUser(one.user)}
                  text={usersTexts.aboutRemoving(one.user, username)}
                  action={usersTexts.remove}
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
  const password = member.has_second_factor ? usersTexts.passwordAndCode : usersTexts.password
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
      <h2 id="invitations-title">{usersTexts.invited}</h2>
      <ul className="lines">
        {invitations.map((one) => (
          <li key={one.user} data-invited={one.user}>
            <span>
              {usersTexts.invitedAs(
                <b>{one.user}</b>,
                one.role,
                one.apps && appsText(one.apps),
                formats.instant(one.expires_at),
              )}
            </span>
            <ConfirmDialog
              label={usersTexts.withdraw}
              about={usersTexts.theInvitationOf(one.user)}
              title={usersTexts.withdrawTheInvitationOf(one.user)}
              text={usersTexts.itsLinkStopsWorking}
              action={usersTexts.withdraw}
              onConfirm={() => remove(one.user)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

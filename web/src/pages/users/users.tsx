import { useAccount, useAction, useAnswer } from '../../api/queries.ts'
import { type InvitationAnswer, type MemberAnswer, roles, rolesOfAllApps } from '../../api/wire.ts'
import { appsText } from '../../controls/app-picker.tsx'
import { Options } from '../../controls/options.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Failure, Skeleton } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
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
  const { data, error, isPending, refetch } = useAnswer('users')
  const role = useAction('users/role')
  const removing = useAction('users/remove')
  const remove = (user: string) => removing.mutate({ user })
  return (
    <>
      <PageTitle of="/dashboard/users" />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={320} />}
      <Failure error={role.error ?? removing.error} isCard />
      {data && <Members members={data.users} onRole={role.mutate} onRemove={remove} />}
      {data && data.invitations.length > 0 && (
        <Invitations invitations={data.invitations} onRemove={remove} />
      )}
      {data && <InviteForm />}
    </>
  )
}

interface MembersProps {
  readonly members: readonly MemberAnswer[]
  readonly onRole: (change: { user: string; role: string }) => void
  readonly onRemove: (user: string) => void
}

function Members({ members, onRole, onRemove }: MembersProps) {
  const { username, user: own } = useAccount()
  const formats = useFormats()
  return (
    <ListTable
      label="Users"
      className={styles.people!}
      rows={members}
      keyOf={({ user }) => user}
      attributesOf={({ user }) => ({ 'data-user': user })}
      columns={[
        {
          title: 'User',
          cell: ({ user }) => (
            <>
              {user}
              {user === own && <small>you</small>}
            </>
          ),
        },
        {
          title: 'Role',
          cell: ({ user, role }) => (
            <select
              aria-label={`Role of ${user}`}
              value={role}
              onChange={({ target }) => onRole({ user, role: target.value })}
            >
              <Options of={roles.map((one) => [one, one])} />
            </select>
          ),
        },
        { title: 'Apps', cell: ({ apps }) => appsText(apps) },
        { title: 'Signs in with', cell: waysOf },
        {
          title: 'Last use',
          cell: ({ last_used_at: at }) => (at === null ? none : formats.instant(at)),
        },
      ]}
      actionsOf={(one) => (
        <>
          {!rolesOfAllApps.includes(one.role) && <ChangeApps of={one} />}
          <ConfirmDialog
            label="Remove"
            about={one.user}
            title={`Remove ${one.user}?`}
            text={`${one.user} can no longer see anything of ${username}, starting now.`}
            action="Remove"
            onConfirm={() => onRemove(one.user)}
          />
        </>
      )}
    />
  )
}

function waysOf(member: MemberAnswer): string {
  const password = member.has_second_factor ? 'password and code' : 'password'
  const ways = [
    ...(member.has_password ? [password] : []),
    ...member.providers.map((issuer) => URL.parse(issuer)?.hostname ?? issuer),
  ]
  return ways.join(', ') || none
}

interface InvitationsProps {
  readonly invitations: readonly InvitationAnswer[]
  readonly onRemove: (user: string) => void
}

function Invitations({ invitations, onRemove }: InvitationsProps) {
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="invitations-title">
      <h2 id="invitations-title">Invited</h2>
      <ul className="lines">
        {invitations.map(({ user, role, apps, expires_at: until }) => (
          <li key={user} data-invited={user}>
            <span>
              <b>{user}</b> as {role}
              {apps !== null && ` of ${appsText(apps)}`}, until {formats.instant(until)}
            </span>
            <ConfirmDialog
              label="Withdraw"
              about={`the invitation of ${user}`}
              title={`Withdraw the invitation of ${user}?`}
              text="Its link stops working."
              action="Withdraw"
              onConfirm={() => onRemove(user)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

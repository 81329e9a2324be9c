import { useAccount, useAnswer } from '../../api/queries.ts'
import type { ProfileAnswer } from '../../api/wire.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** The user's own page: accounts, the password, the second factor and sessions. */
export default function Profile() {
  const { user } = useAccount()
  const { data, error, isPending, refetch } = useAnswer('profile')
  return (
    <>
      <PageTitle of="/dashboard/profile" />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={320} />}
      {data && (
        <>
          <section className="card" aria-labelledby="who-title">
            <h2 id="who-title">{user}</h2>
            <Accounts accounts={data.accounts} />
          </section>
          {data.has_password && <Password user={user} />}
          <SecondFactor state={data.second_factor} />
          <Sessions sessions={data.sessions} />
        </>
      )}
    </>
  )
}

function Accounts({ accounts }: Pick<ProfileAnswer, 'accounts'>) {
  return (
    <ul className="lines">
      {accounts.map(({ account, role }) => (
        <li key={account}>
          <span>
            {role} of <b>{account}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}

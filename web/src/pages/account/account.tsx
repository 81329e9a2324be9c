import { useAccount } from '../../api/queries.ts'
import { plural } from '../../figures/plural.ts'
import { DisplaySettings } from '../../layout/display-settings.tsx'
import { PageTitle } from '../../layout/page-title.tsx'

/** The account, and how the dashboard looks in this browser. */
export default function Account() {
  const { username, currency, apps } = useAccount()
  return (
    <>
      <PageTitle of="/dashboard/account" />
      <section className="card" aria-labelledby="who-title">
        <h2 id="who-title">{username}</h2>
        <p className="note">
          Currency {currency}, {apps.length} {plural(apps.length, { one: 'app', other: 'apps' })}.
        </p>
      </section>
      <section className="card" aria-labelledby="looks-title">
        <h2 id="looks-title">Display</h2>
        <DisplaySettings />
      </section>
    </>
  )
}

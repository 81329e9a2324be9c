import { useAccount } from '../../api/queries.ts'
import { DisplaySettings } from '../../layout/display-settings.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { accountTexts } from '../../texts/en/account.tsx'

/** The account, and how the dashboard looks in this browser. */
export default function Account() {
  const { username, currency, apps } = useAccount()
  return (
    <>
      <PageTitle>{accountTexts.account}</PageTitle>
      <section className="card" aria-labelledby="who-title">
        <h2 id="who-title">{username}</h2>
        <p className="note">{accountTexts.currencyAndApps(currency, apps.length)}</p>
      </section>
      <section className="card" aria-labelledby="looks-title">
        <h2 id="looks-title">{accountTexts.display}</h2>
        <DisplaySettings />
      </section>
    </>
  )
}

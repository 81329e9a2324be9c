import { useAccount } from '../../api/questions.ts'
import { Looks } from '../../layout/looks.tsx'
import { PageTitle } from '../page-title.tsx'
import { ApiKey } from './api-key.tsx'
import { Explorer } from './explorer.tsx'

/** Who is signed in, the API key, and a way to try the interfaces. */
export default function Account() {
  const { username, currency, apps } = useAccount()
  return (
    <>
      <PageTitle>Account</PageTitle>
      <section className="card" aria-labelledby="who-title">
        <h2 id="who-title">{username}</h2>
        <p className="note">
          Reports in {currency}; {apps.length} {apps.length === 1 ? 'app' : 'apps'}.
        </p>
      </section>
      <section className="card" aria-labelledby="looks-title">
        <h2 id="looks-title">In this browser</h2>
        <Looks />
      </section>
      <ApiKey />
      <Explorer />
    </>
  )
}

import { useAccount } from '../api/queries.ts'
import { Empty } from '../layout/states.tsx'
import { PageLink } from '../view/page-link.tsx'

/** Tells an account without figures how to get some. */
export function NoFigures() {
  const { username, apps, permissions } = useAccount()
  return (
    <Empty title="No figures yet">
      {permissions.includes('manage') && (
        <p>
          Connect a network on the <PageLink to="/dashboard/networks">Networks</PageLink> page, and
          its reports are fetched every day.
        </p>
      )}
      <p>
        Download a report from a network, then drop it on the{' '}
        <PageLink to="/dashboard/imports">Imports</PageLink> page, or import it on the server:
      </p>
      <pre>
        <code>
          {apps.length === 0
            ? `adtally import stats --create-apps ${username} report.csv`
            : 'adtally import stats report.csv'}
        </code>
      </pre>
      <p>Adtally recognises the networks’ formats. The figures appear here after the import.</p>
    </Empty>
  )
}

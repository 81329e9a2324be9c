import type { ReactNode } from 'react'
import { useAccount } from '../api/queries.ts'
import { Empty } from '../layout/states.tsx'
import { PageLink } from '../view/page-link.tsx'

export interface WithFiguresProps {
  /** A sentence about the page, for an account without figures. */
  readonly shows: string
  readonly children: ReactNode
}

/** A page of figures. An account without figures is told what the page shows, and how to get some. */
export function WithFigures({ shows, children }: WithFiguresProps) {
  const { username, apps, networks, permissions, share_role: role } = useAccount()
  if (networks.length > 0) return children
  if (role === 'partner') {
    return (
      <Empty title="No figures yet">
        <p>{shows} Your figures come from your network: it has shown none yet.</p>
      </Empty>
    )
  }
  return (
    <Empty title="No figures yet">
      <p>{shows}</p>
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

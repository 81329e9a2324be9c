import { useAccount } from '../../api/queries.ts'
import type { MorningAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { plural } from '../../figures/plural.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { useConnections } from '../connections/use-connections.ts'
import styles from './morning.module.css'
import { networkOfConnector } from './network-of-connector.ts'

type Progress = MorningAnswer['networks'][number]

export const reportsId = 'reports'

/** Networks that lack days, with links to where that can be fixed; the others are folded. */
export function Reports({ networks }: { networks: readonly Progress[] }) {
  const formats = useFormats()
  const lacking = networks.filter(({ missing }) => missing.length > 0)
  const others = networks.filter(({ missing }) => missing.length === 0)
  return (
    <section className="card" id={reportsId} aria-labelledby="reports-title" tabIndex={-1}>
      <h2 id="reports-title">{lacking.length > 0 ? 'Missing reports' : 'No report is missing'}</h2>
      {lacking.length > 0 && <Progresses networks={lacking} />}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>
            {formats.count(others.length)}{' '}
            {plural(others.length, { one: 'network', other: 'networks' })} with all of the last 30
            days
          </summary>
          <Progresses networks={others} />
        </details>
      )}
    </section>
  )
}

function Progresses({ networks }: { networks: readonly Progress[] }) {
  const formats = useFormats()
  return (
    <table className="stacked">
      <thead>
        <tr>
          <th scope="col">Network</th>
          <th scope="col">Figures up to</th>
          <th scope="col">Last changed</th>
          <th scope="col">Missing from the last 30 days</th>
        </tr>
      </thead>
      <tbody>
        {networks.map((one) => (
          <tr key={one.network} data-network={one.network}>
            <th scope="row">{networkName(one.network)}</th>
            <td data-title="Figures up to">{formats.day(one.last_date, 'short')}</td>
            <td data-title="Last changed">
              {one.last_change_at === null ? none : formats.instant(one.last_change_at)}
            </td>
            <td data-title="Missing">
              {one.missing.length === 0 ? 'nothing' : <Missing progress={one} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Missing({ progress: { network, missing } }: { progress: Progress }) {
  const { view } = useAddress()
  return (
    <>
      {missing.map(({ start_date: from, end_date: to }, place) => (
        <span key={from}>
          {place > 0 && ', '}
          <PageLink to="/dashboard/freshness" search={searchOf({ ...view, range: { from, to } })}>
            <DayRange from={from} to={to} />
            <span className="unseen">, freshness of {networkName(network)}</span>
          </PageLink>
        </span>
      ))}
      {': '}
      <Remedy network={network} />
    </>
  )
}

/** Where the days of a network can be brought in: its connection, or an import. */
function Remedy({ network }: { network: string }) {
  const { data } = useConnections(useAccount().sees_all_apps)
  const own = data?.connections.find(({ connector }) => networkOfConnector(connector) === network)
  if (own) {
    return (
      <PageLink to="/dashboard/connections/of/$name" params={{ name: own.name }}>
        fetch them from {own.name}
      </PageLink>
    )
  }
  const hasConnections = (data?.connections.length ?? 0) > 0
  const ofNetwork = <span className="unseen"> of {networkName(network)}</span>
  return (
    <>
      {hasConnections && (
        <>
          <PageLink to="/dashboard/connections">fetch days{ofNetwork}</PageLink> or{' '}
        </>
      )}
      <PageLink to="/dashboard/imports">import days{ofNetwork}</PageLink>
    </>
  )
}

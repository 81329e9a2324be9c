import { useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { ConnectionAnswer } from '../../api/wire.ts'
import { none, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { TableFrame } from '../../tables/table-frame.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { AddConnection } from './add-connection.tsx'
import { countsOf, needsSomeone, stateOf, triesOf } from './states.ts'
import { useConnections } from './use-connections.ts'
import './connections.css'

/** The account's connections to networks. */
export default function Connections() {
  const { data, error, isPending, refetch } = useConnections()
  const mayManage = useAccount().permissions.includes('manage')
  const [isAdding, setAdding] = useState(false)
  const connect = (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      Connect a network
    </button>
  )
  return (
    <>
      <PageTitle>Connections</PageTitle>
      <p className="under-title">
        Adtally fetches the daily reports of these networks by itself, and again while a network
        restates them.
      </p>
      {isAdding && (
        <AddConnection
          taken={data?.connections.map(({ name }) => name) ?? []}
          onClose={() => setAdding(false)}
        />
      )}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={220} />}
      {data && data.connections.length === 0 && !isAdding && (
        <Empty title="Connect your networks">
          <p>
            AppLovin MAX, AdMob, LevelPlay, Unity Ads, Liftoff, Mintegral, Pangle, InMobi, Meta and
            more: with a network’s credentials, Adtally fetches each day’s report when it is ready.
            Nobody exports files any more.
          </p>
          {mayManage ? connect : <p>Ask an owner of this account to connect one.</p>}
        </Empty>
      )}
      {data && data.connections.length > 0 && (
        <>
          {mayManage && !isAdding && <div>{connect}</div>}
          <Table connections={data.connections} />
        </>
      )}
    </>
  )
}

function Table({ connections }: { connections: readonly ConnectionAnswer[] }) {
  const formats = useFormats()
  return (
    <TableFrame label="Connections" isCard>
      <table className="connections stacked">
        <thead>
          <tr>
            <th scope="col">Network</th>
            <th scope="col">State</th>
            <th scope="col">Last good day</th>
            <th scope="col">Next</th>
            <th scope="col">Problems</th>
          </tr>
        </thead>
        <tbody>
          {connections.map((one) => (
            <tr key={one.name} data-connection={one.name}>
              <th scope="row">
                <PageLink to="/dashboard/connections/of/$name" params={{ name: one.name }}>
                  {one.network}
                </PageLink>
                <small>
                  <bdi>{one.name}</bdi>
                </small>
              </th>
              <td data-title="State">{stateOf(one)}</td>
              <td data-title="Last good day">
                {one.last_good_day === null ? none : formats.day(one.last_good_day, 'short')}
              </td>
              <td data-title="Next">
                {one.next_pull_at === null ? none : formats.instant(one.next_pull_at)}
                {one.back_off && ' '}
                {one.back_off && <small>{triesOf(one.back_off.failures)}</small>}
              </td>
              <td data-title="Problems" className="problem">
                {needsSomeone(one) ? (
                  <span className="failure">{one.problem ?? countsOf(one)}</span>
                ) : (
                  'None'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

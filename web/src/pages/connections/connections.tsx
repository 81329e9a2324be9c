import { useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { ConnectionAnswer } from '../../api/wire.ts'
import { none, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
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
            Nobody has to export files.
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
    <ListTable
      label="Connections"
      className="connections"
      rows={connections}
      keyOf={({ name }) => name}
      attributesOf={({ name }) => ({ 'data-connection': name })}
      columns={[
        { title: 'Network', cell: linkOf },
        { title: 'State', cell: stateOf },
        {
          title: 'Last good day',
          cell: ({ last_good_day: day }) => (day === null ? none : formats.day(day, 'short')),
        },
        {
          title: 'Next',
          cell: ({ next_pull_at: at, back_off: backOff }) => (
            <>
              {at === null ? none : formats.instant(at)}
              {backOff && ' '}
              {backOff && <small>{triesOf(backOff.failures)}</small>}
            </>
          ),
        },
        { title: 'Problems', cell: problemOf, className: 'problem' },
      ]}
    />
  )
}

const linkOf = ({ name, network }: ConnectionAnswer) => (
  <>
    <PageLink to="/dashboard/connections/of/$name" params={{ name }}>
      {network}
    </PageLink>
    <small>
      <bdi>{name}</bdi>
    </small>
  </>
)

const problemOf = (one: ConnectionAnswer) =>
  needsSomeone(one) ? <span className="failure">{one.problem ?? countsOf(one)}</span> : 'None'

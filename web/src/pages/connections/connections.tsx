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
import { connectionsTexts } from '../../texts/en/connections.tsx'

/** The account's connections to networks. */
export default function Connections() {
  const { data, error, isPending, refetch } = useConnections()
  const mayManage = useAccount().permissions.includes('manage')
  const [isAdding, setAdding] = useState(false)
  const connect = (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      {connectionsTexts.connectANetwork}
    </button>
  )
  return (
    <>
      <PageTitle>{connectionsTexts.connections}</PageTitle>
      <p className="under-title">{connectionsTexts.aboutConnections}</p>
      {isAdding && (
        <AddConnection
          taken={data?.connections.map(({ name }) => name) ?? []}
          onClose={() => setAdding(false)}
        />
      )}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={220} />}
      {data && data.connections.length === 0 && !isAdding && (
        <Empty title={connectionsTexts.connectYourNetworks}>
          <p>{connectionsTexts.aboutConnecting}</p>
          {mayManage ? connect : <p>{connectionsTexts.askAnOwner}</p>}
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
      label={connectionsTexts.connections}
      className="connections"
      rows={connections}
      keyOf={({ name }) => name}
      attributesOf={({ name }) => ({ 'data-connection': name })}
      columns={[
        { title: connectionsTexts.network, cell: linkOf },
        { title: connectionsTexts.state, cell: stateOf },
        {
          title: connectionsTexts.lastGoodDay,
          cell: ({ last_good_day: day }) => (day === null ? none : formats.day(day, 'short')),
        },
        {
          title: connectionsTexts.next,
          cell: ({ next_pull_at: at, back_off: backOff }) => (
            <>
              {at === null ? none : formats.instant(at)}
              {backOff && ' '}
              {backOff && <small>{triesOf(backOff.failures)}</small>}
            </>
          ),
        },
        { title: connectionsTexts.problems, cell: problemOf, className: 'problem' },
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
  needsSomeone(one) ? (
    <span className="failure">{one.problem ?? countsOf(one)}</span>
  ) : (
    connectionsTexts.none
  )

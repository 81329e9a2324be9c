import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { ApiError } from '../../api/request.ts'
import type { ConnectionAnswer } from '../../api/wire.ts'
import { none, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { ConnectionActions } from './connection-actions.tsx'
import { ConnectionDays, shiftDay } from './connection-days.tsx'
import { bookedAs } from './settings-fields.tsx'
import { againOf, stateOf } from './states.ts'
import { useConnectionDays } from './use-connections.ts'
import './connections.css'

const shownDays = 91

/** A connection and its days. */
export default function ConnectionPage() {
  const { name } = useParams({ from: '/dashboard/connections/of/$name' })
  const { today } = useAccount()
  const [last, setLast] = useState(today)
  const from = shiftDay(last, 1 - shownDays)
  const { data, error, isPending, refetch } = useConnectionDays(name, from, last)
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <>
        <PageTitle>Connection not found</PageTitle>
        <Empty>
          <p>
            {error.message} <PageLink to="/dashboard/connections">See all connections.</PageLink>
          </p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <PageTitle>{data?.connection.network ?? name}</PageTitle>
      <p className="under-title">
        <PageLink to="/dashboard/connections">All connections</PageLink> · <bdi>{name}</bdi>
      </p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && (
        <>
          <Summary connection={data.connection} />
          <ConnectionDays
            days={data.pulled_days}
            connection={data.connection}
            from={from}
            to={last}
            onEarlier={() => setLast(shiftDay(from, -1))}
            onLatest={last === today ? null : () => setLast(today)}
          />
        </>
      )}
    </>
  )
}

function Summary({ connection }: { connection: ConnectionAnswer }) {
  const formats = useFormats()
  const { problem, days, pull } = connection
  const instant = (at: string | null) => (at === null ? none : formats.instant(at))
  const titles = factTitles
  const facts = {
    [titles.state]: stateOf(connection),
    [titles.lastGoodDay]:
      connection.last_good_day === null ? none : formats.day(connection.last_good_day, 'short'),
    [titles.lastReport]: instant(connection.last_pulled_at),
    [connection.back_off ? 'Next try' : 'Next']: instant(connection.next_pull_at),
    [titles.days]: `${formats.count(days.done)} imported, ${formats.count(days.empty)} empty, ${formats.count(days.due)} due`,
    [titles.clock]: connection.day_zone,
    [titles.ready]: `${formats.count(connection.ready_hours)} hours after the end of a day`,
    [titles.again]: againOf(connection),
    [titles.revenue]: bookedAs(connection),
    ...connection.settings,
    ...(connection.verified === 'documents' && {
      [titles.verified]: 'from documents, not with a live account',
    }),
  }
  return (
    <section className="card" aria-label="About the connection">
      {problem !== null && <p className="failure">{problem}</p>}
      {pull && pull.of !== null && (
        <progress value={pull.done} max={pull.of} aria-label="Days fetched" />
      )}
      <dl className="facts">
        {Object.entries(facts).map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <ConnectionActions connection={connection} />
    </section>
  )
}

const factTitles = {
  state: 'State',
  lastGoodDay: 'Last good day',
  lastReport: 'Last report',
  days: 'Days',
  clock: 'Its clock',
  ready: 'Ready',
  again: 'Fetched again',
  revenue: 'Its revenue',
  verified: 'Verified',
}

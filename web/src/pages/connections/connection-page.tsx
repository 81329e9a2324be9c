import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { ApiError } from '../../api/request.ts'
import type { ConnectionAnswer, ConnectionDaysAnswer } from '../../api/wire.ts'
import { Paging } from '../../controls/paging.tsx'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { shiftDay } from '../../figures/shift-day.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { marks } from '../networks/day-marks.tsx'
import { BetaBadge } from './beta-badge.tsx'
import { ConnectionActions } from './connection-actions.tsx'
import { ConnectionDays } from './connection-days.tsx'
import { bookedAs } from './settings-fields.tsx'
import { againOf, stateOf } from './states.ts'
import { useConnectionDays, useConnectors } from './use-connections.ts'

import './connections.css'

const shownDays = 91

/** A connection and its days. */
export default function ConnectionPage() {
  const { name } = useParams({ from: '/dashboard/connections/of/$name' })
  const { today } = useAccount()
  const [before, setBefore] = useState<string | null>(null)
  const last = before ?? today
  const from = shiftDay(last, 1 - shownDays)
  const { data, error, isPending, refetch } = useConnectionDays(name, from, last)
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <>
        <PageTitle>Connection not found</PageTitle>
        <Empty>
          <p>
            {error.message} <PageLink to="/dashboard/networks">See all networks.</PageLink>
          </p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <PageTitle>{data?.connection.network ?? name}</PageTitle>
      <p className="under-title">
        <PageLink to="/dashboard/networks">All networks</PageLink> · <bdi>{name}</bdi>{' '}
        {data && <BetaBadge of={data.connection} />}
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
          />
          <Paging
            before={before}
            nextBefore={hasEarlier(data, from) ? shiftDay(from, -1) : null}
            earlier="Earlier days"
            onChange={setBefore}
          />
        </>
      )}
    </>
  )
}

const hasEarlier = (
  { connection, pulled_days: [first] }: ConnectionDaysAnswer,
  from: string,
): boolean => from > connection.first_day || first?.day === from

function Summary({ connection }: { connection: ConnectionAnswer }) {
  const formats = useFormats()
  const { problem, pull } = connection
  const instant = (at: string | null) => (at === null ? none : formats.instant(at))
  const facts = {
    State: stateOf(connection),
    'Last good day':
      connection.last_good_day === null ? none : formats.day(connection.last_good_day, 'short'),
    'Last report': instant(connection.last_pulled_at),
    [connection.back_off ? 'Next try' : 'Next fetch']: instant(connection.next_pull_at),
    Days: daysText(connection, formats),
    'Time zone of its days': connection.day_zone,
    'First fetched': `${formats.count(connection.ready_hours)} hours after the end of a day`,
    'Fetched again': againOf(connection),
    'Its revenue': bookedAs(connection),
    ...(connection.depth !== null && { Details: connection.depth ? 'fetched too' : 'not fetched' }),
    ...useSettingTexts(connection),
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

/** How many days are in each state, those that need someone first; states of no day are left out. */
function daysText({ days }: ConnectionAnswer, formats: Formats): string {
  const states = ['held', 'failed', 'waiting', 'done', 'empty', 'due'] as const
  const counted = states
    .filter((state) => days[state] > 0)
    .map((state) => `${formats.count(days[state])} ${marks[state].title.toLowerCase()}`)
  return counted.length === 0 ? none : counted.join(', ')
}

/** The settings under the titles that their fields have in the form; only owners are sent any. */
function useSettingTexts({ connector: name, settings }: ConnectionAnswer) {
  const { data } = useConnectors(settings !== null)
  const fields = data?.networks.find(({ connector }) => connector === name)?.fields ?? []
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = settings?.[field.name]
      return value === undefined ? [] : [[field.title, value]]
    }),
  )
}

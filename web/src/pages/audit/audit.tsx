import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { get } from '../../api/request.ts'
import type { AuditAnswer, AuditEventAnswer } from '../../api/wire.ts'
import { Paging } from '../../controls/paging.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { TableFrame } from '../../tables/table-frame.tsx'
import styles from './audit.module.css'
import { actorOf, describeEvent, titleOf } from './describe-event.ts'

/** Who did what in the account. */
export default function Audit() {
  const [action, setAction] = useState('')
  const [before, setBefore] = useState<number | null>(null)
  const { data, error, isPending, refetch } = useEvents(action, before)
  return (
    <>
      <PageTitle>Audit</PageTitle>
      <p className="under-title">Who did what, from where and when.</p>
      {data && (
        <label className="field inline">
          Show
          <select
            value={action}
            onChange={({ target }) => {
              setAction(target.value)
              setBefore(null)
            }}
          >
            <option value="">All events</option>
            {data.actions.map((one) => (
              <option key={one} value={one}>
                {titleOf(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && data.events.length === 0 && (
        <Empty title="No events">
          <p>Nothing of this kind was recorded.</p>
        </Empty>
      )}
      {data && data.events.length > 0 && <Events events={data.events} />}
      <Paging
        before={before}
        nextBefore={data?.next_before}
        earlier="Earlier events"
        onChange={setBefore}
      />
    </>
  )
}

/** Events, newest first. @param action all kinds when empty @param before only those with a smaller id */
function useEvents(action: string, before: number | null) {
  const { username: account } = useAccount()
  const parameters = { action, before: before === null ? undefined : String(before) }
  return useQuery({
    queryKey: ['audit', account, action, before],
    queryFn: ({ signal }) => get<AuditAnswer>('audit', parameters, { account, signal }),
    placeholderData: keepPreviousData,
    // What was done a moment ago is what its reader looks for.
    staleTime: 0,
  })
}

function Events({ events }: { events: readonly AuditEventAnswer[] }) {
  const formats = useFormats()
  return (
    <TableFrame label="Events" isCard>
      <table className={`${styles.events} stacked`}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id} data-action={event.action}>
              <th scope="row">
                <time dateTime={event.at}>{formats.instant(event.at)}</time>
              </th>
              <td data-title="Who">
                <bdi>{actorOf(event)}</bdi>
              </td>
              <td className={styles.eventText} data-title="What">
                {describeEvent(event)}
              </td>
              <td data-title="From">
                <bdi>{event.address ?? none}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { Options } from '../../controls/options.tsx'
import { Paging } from '../../controls/paging.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import styles from './audit.module.css'
import { actorOf, describeEvent, titleOf } from './describe-event.ts'

/** The events of the account. */
export default function Audit() {
  const [action, setAction] = useState('')
  const [before, setBefore] = useState<number | null>(null)
  const formats = useFormats()
  const events = useEvents(action, before)
  const { data } = events
  return (
    <>
      <PageTitle of="/dashboard/audit" />
      <p className="under-title">Who did what, from where and when.</p>
      {(data || action !== '') && (
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
            <Options of={(data?.actions ?? [action]).map((one) => [one, titleOf(one)])} />
          </select>
        </label>
      )}
      <LoadedList
        query={events}
        rowsOf={(answer) => answer.events}
        empty="No events"
        advice={<p>Nothing of this kind was recorded.</p>}
      >
        {(rows) => (
          <ListTable
            label="Events"
            className={styles.events!}
            rows={rows}
            keyOf={({ id }) => id}
            attributesOf={({ action: one }) => ({ 'data-action': one })}
            columns={[
              {
                title: 'When',
                cell: ({ at }) => <time dateTime={at}>{formats.instant(at)}</time>,
              },
              { title: 'Who', cell: (event) => <bdi>{actorOf(event)}</bdi> },
              { title: 'What', cell: describeEvent, className: styles.eventText! },
              { title: 'From', cell: ({ address }) => <bdi>{address ?? none}</bdi> },
            ]}
          />
        )}
      </LoadedList>
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
  const parameters = { action, before: before === null ? undefined : String(before) }
  return useAnswer('audit', parameters, {
    placeholderData: keepPreviousData,
    // Readers look for events of a moment ago.
    staleTime: 0,
  })
}

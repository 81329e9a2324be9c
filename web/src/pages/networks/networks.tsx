import { useState } from 'react'
import { useAccount, useFreshness } from '../../api/queries.ts'
import { RangePicker } from '../../controls/range-picker.tsx'
import { WhoseTime } from '../../figures/whose-time.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { Answer } from '../answer.tsx'
import { AddConnection } from '../connections/add-connection.tsx'
import { useConnections } from '../connections/use-connections.ts'
import { type Mark, MarkLegend, marks } from './day-marks.tsx'
import { type NetworkRow, networkRows } from './network-rows.ts'
import { NetworkTable } from './network-table.tsx'
import styles from './networks.module.css'
import '../connections/connections.css'

/** The networks: their connections, and how far the figures of each day can be relied on. */
export default function Networks() {
  const { today, permissions, sees_all_apps: seesAllApps } = useAccount()
  const mayManage = seesAllApps && permissions.includes('manage')
  const { view, change } = useOwnSearch()
  const [isAdding, setAdding] = useState(false)
  const freshness = useFreshness(view.range, today)
  const { data, error, isLoading, refetch } = useConnections(seesAllApps, view.range)
  const connections = data?.connections ?? []
  const isPending = freshness.isPending || isLoading
  const rows = freshness.data ? networkRows(freshness.data, connections, today) : []
  return (
    <>
      <div className={styles.head}>
        <PageTitle of="/dashboard/networks" />
        {mayManage && !isAdding && (
          <button type="button" className="primary" onClick={() => setAdding(true)}>
            Connect a network
          </button>
        )}
      </div>
      <div className="toolbar">
        <RangePicker range={view.range} today={today} onChange={(range) => change({ range })} />
      </div>
      {isAdding && (
        <AddConnection
          taken={connections.map(({ name }) => name)}
          onClose={() => setAdding(false)}
        />
      )}
      {freshness.error && <Failed error={freshness.error} onRetry={() => freshness.refetch()} />}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {!isPending && freshness.data && rows.length === 0 && !isAdding && (
        <Empty title="Connect your networks">
          <p>
            AppLovin MAX, AdMob, LevelPlay, Unity Ads, Liftoff, Mintegral, Pangle, InMobi, Meta and
            more: with a network’s credentials, Adtally fetches each day’s report when it is ready.
            Nobody has to export files.
          </p>
          {!mayManage && <p>Ask an owner of this account to connect one.</p>}
          <p>
            Reports that you downloaded can be imported on the{' '}
            <PageLink to="/dashboard/imports">Imports</PageLink> page.
          </p>
        </Empty>
      )}
      {!isPending && freshness.data && rows.length > 0 && (
        <>
          <Answer isOld={freshness.isPlaceholderData}>
            <NetworkTable rows={rows} days={freshness.data} />
          </Answer>
          <MarkLegend of={marksIn(rows)} />
          <p className="note">
            <WhoseTime />
          </p>
        </>
      )}
    </>
  )
}

/** The marks that rows have, in their order. */
const marksIn = (rows: readonly NetworkRow[]): Mark[] => {
  const found = new Set(rows.flatMap(({ days }) => days.map(({ mark }) => mark)))
  return (Object.keys(marks) as Mark[]).filter((mark) => found.has(mark))
}

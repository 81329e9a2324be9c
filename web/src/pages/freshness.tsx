import { useMemo } from 'react'
import { factKinds } from '../../../src/facts/kinds.ts'
import { useAccount, useFreshness } from '../api/queries.ts'
import type { FreshnessAnswer } from '../api/wire.ts'
import { RangePicker } from '../controls/range-picker.tsx'
import { useFormats } from '../figures/formats.ts'
import { networkName } from '../figures/names.ts'
import { WhoseTime } from '../figures/whose-time.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { Failed, Skeleton } from '../layout/states.tsx'
import { type DataColumn, DataTable } from '../tables/data-table.tsx'
import { useView } from '../view/use-view.ts'
import { daysBetween } from '../view/view.ts'
import { Answer } from './answer.tsx'
import styles from './freshness.module.css'
import { NoFigures } from './no-figures.tsx'

/** The freshness of each day and network, or source of users. */
export default function Freshness() {
  const { today, networks } = useAccount()
  const [view, change] = useView()
  const freshness = useFreshness(view.range, today)
  if (networks.length === 0 && (freshness.data?.others.length ?? 0) === 0) {
    return (
      <>
        <PageTitle>Freshness</PageTitle>
        <NoFigures />
      </>
    )
  }
  return (
    <>
      <PageTitle>Freshness</PageTitle>
      <div className="toolbar">
        <RangePicker range={view.range} today={today} onChange={(range) => change({ range })} />
      </div>
      <ul className="legend" aria-label="Legend">
        {Object.entries(statuses).map(([status, { sign, title, text }]) => (
          <li key={status}>
            <i className={`status status-${status}`}>{sign}</i> {title}: {text}
          </li>
        ))}
      </ul>
      <p className="note">
        <WhoseTime />
      </p>
      {freshness.error && <Failed error={freshness.error} onRetry={() => freshness.refetch()} />}
      {freshness.isPending && <Skeleton height={420} />}
      {freshness.data && (
        <Answer isOld={freshness.isPlaceholderData}>
          <Grid answer={freshness.data} />
        </Answer>
      )}
    </>
  )
}

interface DayRow {
  readonly day: string
  readonly place: number
}

function Grid({ answer }: { answer: FreshnessAnswer }) {
  const formats = useFormats()
  const rows = useMemo(
    () =>
      daysBetween(answer.start_date, answer.end_date)
        // Days after today are not in the answer.
        .slice(0, columnsOf(answer)[0]?.days.length ?? 0)
        .map((day, place): DayRow => ({ day, place }))
        .reverse(),
    [answer],
  )
  const columns = useMemo(
    (): DataColumn<DayRow>[] => [
      {
        id: 'day',
        header: 'Day',
        cell: ({ day }) => formats.day(day, 'short'),
      },
      ...columnsOf(answer).map(
        ({ kind, network, final_after_days: after, days }): DataColumn<DayRow> => ({
          id: `${kind ?? ''} of ${network}`,
          header: (
            <>
              {networkName(network)}
              {kind && <small>{factKinds[kind].title}</small>}
              <small>final after {formats.count(after)} d</small>
            </>
          ),
          cell: ({ place }) => <Cell {...days[place]!} />,
        }),
      ),
    ],
    [answer, formats],
  )
  return (
    <div className="card">
      <DataTable
        label="Freshness by day and network"
        className={styles.freshness!}
        columns={columns}
        rows={rows}
        keyOf={({ day }) => day}
        attributesOf={({ day }) => ({ 'data-day': day })}
      />
    </div>
  )
}

type Other = FreshnessAnswer['others'][number]

/** Networks, and then the sources of other kinds of fact. */
const columnsOf = ({ networks, others }: FreshnessAnswer) => [
  ...networks.map((one): Omit<Other, 'kind'> & Partial<Pick<Other, 'kind'>> => one),
  ...others,
]

function Cell({ status, last_change_at: at }: FreshnessAnswer['networks'][number]['days'][number]) {
  const formats = useFormats()
  const { sign, title } = statuses[status]
  const since = at === null ? '' : `, last changed ${formats.instant(at)}`
  return (
    <span title={`${title}${since}`}>
      <i className={`status status-${status}`} aria-hidden="true">
        {sign}
      </i>
      <span className="unseen">{title}</span>
    </span>
  )
}

/** Each status has a sign, so that it does not depend on colour. */
const statuses = {
  missing: { sign: '·', title: 'Missing', text: 'nothing was reported' },
  estimated: { sign: '~', title: 'Estimated', text: 'reported, and may still change' },
  restating: { sign: '↻', title: 'Restating', text: 'was restated, and may change again' },
  final: { sign: '✓', title: 'Final', text: 'the network no longer revises it' },
}

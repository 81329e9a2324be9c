import { useAccount, useFreshness } from '../api/queries.ts'
import type { FreshnessAnswer, Status } from '../api/wire.ts'
import { RangePicker } from '../controls/range-picker.tsx'
import { useFormats } from '../figures/formats.ts'
import { networkName } from '../figures/names.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { Failed, Skeleton } from '../layout/states.tsx'
import { useView } from '../view/use-view.ts'
import { daysBetween } from '../view/view.ts'
import { NoFigures } from './no-figures.tsx'

/** Each status has a sign, so that it does not depend on colour. */
const statuses: Readonly<Record<Status, { sign: string; title: string; text: string }>> = {
  missing: { sign: '·', title: 'Missing', text: 'nothing was reported' },
  estimated: { sign: '~', title: 'Estimated', text: 'reported, and may still change' },
  restating: { sign: '↻', title: 'Restating', text: 'was restated, and may change again' },
  final: { sign: '✓', title: 'Final', text: 'the network no longer revises it' },
}

/** The freshness of each day and network. */
export default function Freshness() {
  const { today, networks } = useAccount()
  const [view, change] = useView()
  const freshness = useFreshness(view.range, today)
  if (networks.length === 0) {
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
      {freshness.error && <Failed error={freshness.error} onRetry={() => freshness.refetch()} />}
      {freshness.isPending && <Skeleton height={420} />}
      {freshness.data && <Grid answer={freshness.data} />}
    </>
  )
}

function Grid({ answer }: { answer: FreshnessAnswer }) {
  const formats = useFormats()
  // Days after today are not in the answer.
  const days = daysBetween(answer.start_date, answer.end_date)
    .slice(0, answer.networks[0]?.days.length ?? 0)
    .map((day, place) => ({ day, place }))
    .reverse()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className="card scroll" tabIndex={0} aria-label="Freshness by day and network">
      <table className="freshness">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {answer.networks.map(({ network, final_after_days: after }) => (
              <th scope="col" key={network}>
                {networkName(network)}
                <small>final after {formats.count(after)} d</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, place }) => (
            <tr key={day} data-day={day}>
              <th scope="row">{formats.day(day, 'short')}</th>
              {answer.networks.map(({ network, days: own }) => {
                const { status, last_change_at: at } = own[place]!
                const { sign, title } = statuses[status]
                const since = at === null ? '' : `, last changed ${formats.instant(at)}`
                return (
                  <td key={network} title={`${title}${since}`}>
                    <i className={`status status-${status}`} aria-hidden="true">
                      {sign}
                    </i>
                    <span className="unseen">{title}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

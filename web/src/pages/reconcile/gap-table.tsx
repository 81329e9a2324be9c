import type { GapGroupAnswer, ReconciliationAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { appName, networkName } from '../../figures/names.ts'
import { saveText } from '../../tables/csv-text.ts'
import { TableFrame } from '../../tables/table-frame.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { type Search, searchOf } from '../../view/search.ts'
import type { View } from '../../view/view.ts'
import { shownDrift } from '../restatements/shown-drift.ts'
import { viewOfSlices } from '../slice-filters.ts'
import { gapsToCsv } from './gaps-to-csv.ts'
import { labelTexts } from './level.ts'
import styles from './reconcile.module.css'
import { shownMonth } from './shown-month.ts'

export interface GapTableProps {
  readonly answer: ReconciliationAnswer
  readonly view: View
  readonly searchWith: (own: { readonly within: string | undefined }) => Search
  /** Shows only the gaps of an app or a network. */
  readonly onFilter: (filters: View['filters']) => void
}

/** The gaps by month, day, app or network, or of single slices. Each but a slice opens what is in it. */
export function GapTable({ answer, view, searchWith, onFilter }: GapTableProps) {
  const formats = useFormats()
  const { by, groups, report, more_groups: more, currency } = answer
  const { within_start_date: from, within_end_date: to } = answer
  return (
    <section className="card" aria-labelledby="gaps-title">
      <header className="card-head">
        <h2 id="gaps-title">
          By {by === 'slice' ? 'app and network' : levelTitles[by].toLowerCase()}
        </h2>
        <button
          type="button"
          className="quiet"
          onClick={() =>
            saveText(
              `adtally-gaps-${report}-by-${by}-${from}-to-${to}.csv`,
              gapsToCsv(currency, groups),
            )
          }
        >
          Download CSV
        </button>
      </header>
      <TableFrame label="Gaps" count={groups.length}>
        <table className={`${styles.gaps} stacked`}>
          <thead>
            <tr>
              <th scope="col">{levelTitles[by]}</th>
              {by === 'slice' && <th scope="col">Network</th>}
              {['Figures', report, 'Gap', '%'].map((title) => (
                <th scope="col" className="number" key={title}>
                  {title}
                </th>
              ))}
              <th scope="col">Reasons</th>
              <th scope="col">
                <span className="unseen">Figures of these days</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={keyOf(group)} data-gap={keyOf(group)}>
                <th scope="row">
                  <Name {...{ by, group, searchWith, onFilter, formats }} />
                </th>
                {by === 'slice' && (
                  <td data-title="Network">{group.network && networkName(group.network)}</td>
                )}
                <td className="number" data-title="Figures">
                  {formats.money(group.figures_micros)}
                </td>
                <td className="number" data-title={report}>
                  {formats.money(group.report_micros)}
                </td>
                <td className="number" data-title="Gap">
                  <b>{formats.moneyChange(group.gap_micros)}</b>
                </td>
                <td className="number" data-title="%">
                  {shownDrift(formats, group.gap_ratio)}
                </td>
                <td data-title="Reasons">{reasonsOf(group, formats)}</td>
                <td>
                  <PageLink to="/dashboard" search={searchOf(viewOf(group, view))}>
                    Figures
                    <span className="unseen"> of {keyOf(group)}</span>
                  </PageLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {more > 0 && (
        <p className="note">
          And {formats.count(more)} more
          {by === 'slice' && ', with smaller gaps'}.
        </p>
      )}
    </section>
  )
}

const keyOf = ({ start_date: from, app, network }: GapGroupAnswer): string =>
  [from, app?.app_id, network].filter(Boolean).join(' ')

interface NameProps extends Pick<GapTableProps, 'searchWith' | 'onFilter'> {
  readonly by: ReconciliationAnswer['by']
  readonly group: GapGroupAnswer
  readonly formats: Formats
}

function Name({ by, group, searchWith, onFilter, formats }: NameProps) {
  const { app, network, start_date: from } = group
  const name = app ? appName(app) : network === null ? '?' : networkName(network)
  if (by === 'slice') return name
  if (by === 'app_id' || by === 'network') {
    const filters = { ...(app && { app_id: [app.app_id] }), ...(network && { network: [network] }) }
    return (
      <button type="button" className={styles.filter} onClick={() => onFilter(filters)}>
        {name}
      </button>
    )
  }
  const within = by === 'month' ? from.slice(0, 7) : from
  return (
    <PageLink to="/dashboard/reconcile" search={searchWith({ within })}>
      {by === 'month' ? shownMonth(formats, within) : formats.day(from, 'short')}
    </PageLink>
  )
}

/** One slice has one reason; of more, each is counted. */
function reasonsOf({ labels: found, slices }: GapGroupAnswer, formats: Formats): string {
  return found
    .map(({ label, slices: of }) =>
      slices === 1 ? labelTexts[label].title : `${labelTexts[label].title} ${formats.count(of)}`,
    )
    .join(', ')
}

/** The overview of a group's days, app and network. */
function viewOf(
  { start_date: from, end_date: to, app, network }: GapGroupAnswer,
  view: View,
): View {
  const own = { ...(app && { app_id: [app.app_id] }), ...(network && { network: [network] }) }
  return viewOfSlices(view, { from, to }, own)
}

const levelTitles = { month: 'Month', day: 'Day', app_id: 'App', network: 'Network', slice: 'App' }

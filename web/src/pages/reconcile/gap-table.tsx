import type { GapGroupAnswer, ReconciliationAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { appName, networkName } from '../../figures/names.ts'
import { CsvButton } from '../../tables/csv-button.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { type Search, searchOf } from '../../view/search.ts'
import { filtersOf, type View } from '../../view/view.ts'
import { viewOfSlices } from '../slice-filters.ts'
import { gapsToCsv } from './gaps-to-csv.ts'
import { labelTexts } from './level.ts'
import styles from './reconcile.module.css'

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
        <CsvButton
          name={`gaps-${report}-by-${by}-${from}-to-${to}`}
          textOf={() => gapsToCsv(currency, groups)}
        />
      </header>
      <ListTable
        label="Gaps"
        isCard={false}
        className={styles.gaps!}
        rows={groups}
        keyOf={keyOf}
        attributesOf={(group) => ({ 'data-gap': keyOf(group) })}
        columns={[
          {
            title: levelTitles[by],
            cell: (group) => <Name {...{ by, group, searchWith, onFilter, formats }} />,
          },
          ...(by === 'slice'
            ? [{ title: 'Network', cell: ({ network }: GapGroupAnswer) => networkName(network!) }]
            : []),
          { title: 'Figures', isNumber: true, cell: (one) => formats.money(one.figures_micros) },
          { title: report, isNumber: true, cell: (one) => formats.money(one.report_micros) },
          {
            title: 'Gap',
            isNumber: true,
            cell: (one) => <b>{formats.moneyChange(one.gap_micros)}</b>,
          },
          { title: '%', isNumber: true, cell: (one) => formats.drift(one.gap_ratio) },
          { title: 'Reasons', cell: (group) => reasonsOf(group, formats) },
          {
            title: 'Figures of these days',
            isUnseen: true,
            cell: (group) => (
              <PageLink to="/dashboard" search={searchOf(viewOf(group, view))}>
                Figures
                <span className="unseen"> of {keyOf(group)}</span>
              </PageLink>
            ),
          },
        ]}
      />
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
    return (
      <button type="button" className={styles.filter} onClick={() => onFilter(filtersOf(group))}>
        {name}
      </button>
    )
  }
  const within = by === 'month' ? from.slice(0, 7) : from
  return (
    <PageLink to="/dashboard/reconcile" search={searchWith({ within })}>
      {by === 'month' ? formats.day(`${within}-01`, 'wholeMonth') : formats.day(from, 'short')}
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
const viewOf = (group: GapGroupAnswer, view: View): View =>
  viewOfSlices(view, { from: group.start_date, to: group.end_date }, filtersOf(group))

const levelTitles = { month: 'Month', day: 'Day', app_id: 'App', network: 'Network', slice: 'App' }

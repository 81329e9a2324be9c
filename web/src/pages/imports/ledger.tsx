import type { WireMetric } from '../../../../src/reporting/question/vocabulary.ts'
import { useAccount } from '../../api/queries.ts'
import type { ImportAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { WhoseTime } from '../../figures/whose-time.tsx'
import { TableFrame } from '../../tables/table-frame.tsx'
import styles from './imports.module.css'
import { UndoButton } from './undo-button.tsx'

/** The entries of the ledger that changed the account's figures. */
export function Ledger({ imports }: { imports: readonly ImportAnswer[] }) {
  const formats = useFormats()
  const mayUndo = useAccount().permissions.includes('import')
  return (
    <TableFrame label="Imports" isCard>
      <table className={`${styles.ledger} stacked`}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Import</th>
            <th scope="col">Days</th>
            {['New', 'Restated', 'Removed', 'Impressions', 'Revenue'].map((title) => (
              <th scope="col" className="number" key={title}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {imports.map((one) => (
            <tr
              key={one.id}
              data-import={one.id}
              className={one.undone_by === null ? '' : styles.undone}
            >
              <th scope="row">
                <time dateTime={one.committed_at}>{formats.instant(one.committed_at)}</time>
              </th>
              <td className={styles.subject}>
                {subjectOf(one)}
                {one.undone_by !== null && <small>Undone by entry {one.undone_by}</small>}
                <small>{networksOf(one)}</small>
                {one.files !== null && one.files.length > 0 && (
                  <small>{visible(one.files.join(', '))}</small>
                )}
              </td>
              <td data-title="Days">
                <DayRange from={one.first_day} to={one.last_day} />
              </td>
              <td className="number" data-title="New">
                {formats.count(one.slices_added)}
              </td>
              <td className="number" data-title="Restated">
                {formats.count(one.slices_restated)}
              </td>
              <td className="number" data-title="Removed">
                {formats.count(one.slices_removed)}
              </td>
              <td className="number" data-title="Impressions">
                {isOfAds(one) &&
                  signed(formats.figure('impressions', one.impressions), one.impressions)}
                {Object.entries(one.totals ?? {}).map(([column, total]) => (
                  <small key={column}>
                    {signed(formats.count(Number(total)), total)} {titleOf(column as WireMetric)}
                  </small>
                ))}
              </td>
              <td className="number" data-title="Revenue">
                {isOfAds(one) && signed(formats.figure('revenue', one.revenue), one.revenue)}
              </td>
              <td>
                <div className="row-actions">
                  {mayUndo && one.kind !== 'undo' && one.undone_by === null && (
                    <UndoButton id={one.id} />
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        New, restated and removed are numbers of slices (a day, app and network). Impressions and
        revenue are the changes of your totals. <WhoseTime />
      </p>
    </TableFrame>
  )
}

function subjectOf({ kind, id, undoes, subject, source }: ImportAnswer): string {
  if (kind === 'undo') return `Undo ${id} · of import ${undoes!}`
  if (kind === 'merge') return `Merge ${id} · ${subject!.app!} into ${subject!.into!}`
  if (kind === 'deletion') {
    if (subject?.whole_app) return `Deletion ${id} · app ${subject.app!}`
    const network = subject?.network && networkName(subject.network)
    const which = [subject?.app, network].filter(Boolean).join(', ')
    return `Deletion ${id} · ${which || 'all apps and networks'}`
  }
  const from = source === 'adtally' ? 'Adtally’s own format' : networkName(source)
  if (kind === 'revaluation') return `Rates ${id} · of ${from}`
  return `Import ${id} · ${from}`
}

/** Networks that a row names. */
const maxNamed = 5

function networksOf({ networks, network_count: count }: ImportAnswer): string {
  const named = networks.slice(0, maxNamed).map(networkName)
  const more = count - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

/** Whether an entry changed ad figures, or nothing at all. */
const isOfAds = ({ totals, impressions, revenue }: ImportAnswer): boolean =>
  totals === undefined || impressions !== '0' || Number(revenue) !== 0

const signed = (written: string, decimal: string): string =>
  decimal.startsWith('-') || decimal === '0' ? written : `+${written}`

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
import { importsTexts } from '../../texts/en/imports.tsx'
import styles from './imports.module.css'
import { UndoButton } from './undo-button.tsx'

/** The entries of the ledger that changed the account's figures. */
export function Ledger({ imports }: { imports: readonly ImportAnswer[] }) {
  const formats = useFormats()
  const mayUndo = useAccount().permissions.includes('import')
  return (
    <TableFrame label={importsTexts.imports} isCard>
      <table className={`${styles.ledger} stacked`}>
        <thead>
          <tr>
            <th scope="col">{importsTexts.when}</th>
            <th scope="col">{importsTexts.import}</th>
            <th scope="col">{importsTexts.days}</th>
            {[
              importsTexts.new,
              importsTexts.restated,
              importsTexts.removed,
              importsTexts.impressions,
              importsTexts.revenue,
            ].map((title) => (
              <th scope="col" className="number" key={title}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{importsTexts.actions}</span>
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
                {one.undone_by !== null && (
                  <small>{importsTexts.undoneByEntry(one.undone_by)}</small>
                )}
                <small>{networksOf(one)}</small>
                {one.files !== null && one.files.length > 0 && (
                  <small>{visible(one.files.join(', '))}</small>
                )}
              </td>
              <td data-title={importsTexts.days}>
                <DayRange from={one.first_day} to={one.last_day} />
              </td>
              <td className="number" data-title={importsTexts.new}>
                {formats.count(one.slices_added)}
              </td>
              <td className="number" data-title={importsTexts.restated}>
                {formats.count(one.slices_restated)}
              </td>
              <td className="number" data-title={importsTexts.removed}>
                {formats.count(one.slices_removed)}
              </td>
              <td className="number" data-title={importsTexts.impressions}>
                {isOfAds(one) &&
                  signed(formats.figure('impressions', one.impressions), one.impressions)}
                {Object.entries(one.totals ?? {}).map(([column, total]) => (
                  <small key={column}>
                    {signed(formats.count(Number(total)), total)} {titleOf(column as WireMetric)}
                  </small>
                ))}
              </td>
              <td className="number" data-title={importsTexts.revenue}>
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
      <p className="note">{importsTexts.aboutLedger(<WhoseTime />)}</p>
    </TableFrame>
  )
}

function subjectOf({ kind, id, undoes, subject, source }: ImportAnswer): string {
  if (kind === 'undo') return importsTexts.undoOfImport(id, undoes!)
  if (kind === 'merge') return importsTexts.mergeInto(id, subject!.app!, subject!.into!)
  if (kind === 'deletion') {
    if (subject?.whole_app) return importsTexts.deletionApp(id, subject.app!)
    const network = subject?.network && networkName(subject.network)
    const which = [subject?.app, network].filter(Boolean).join(', ')
    return importsTexts.deletion(id, which || importsTexts.allAppsAndNetworks)
  }
  const from = source === 'adtally' ? importsTexts.adtallysOwnFormat : networkName(source)
  if (kind === 'revaluation') return importsTexts.revaluation(id, from)
  return importsTexts.importOf(id, from)
}

/** Networks that a row names. */
const maxNamed = 5

function networksOf({ networks, network_count: count }: ImportAnswer): string {
  const named = networks.slice(0, maxNamed).map(networkName)
  const more = count - named.length
  return more > 0 ? importsTexts.andMore(named.join(', '), more) : named.join(', ')
}

/** Whether an entry changed ad figures, or nothing at all. */
const isOfAds = ({ totals, impressions, revenue }: ImportAnswer): boolean =>
  totals === undefined || impressions !== '0' || Number(revenue) !== 0

const signed = (written: string, decimal: string): string =>
  decimal.startsWith('-') || decimal === '0' ? written : `+${written}`

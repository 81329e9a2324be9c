import { type ReactNode, useState } from 'react'
import type { WireMetric } from '../../../../src/reporting/question/vocabulary.ts'
import { useAccount } from '../../api/queries.ts'
import type { ImportAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { listed } from '../../figures/listed.ts'
import { titleOf } from '../../figures/metrics.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { WhoseTime } from '../../figures/whose-time.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { foldImports, type Line } from './fold-imports.ts'
import styles from './imports.module.css'
import { UndoButton } from './undo-button.tsx'

/** A line of the table; those of a folded line's imports are below it while it is open. */
interface Row extends Line {
  readonly isInner?: true
}

/** The entries of the ledger that changed the account's figures. */
export function Ledger({ imports }: { imports: readonly ImportAnswer[] }) {
  const formats = useFormats()
  const mayImport = useAccount().permissions.includes('import')
  const [opened, setOpened] = useState<readonly string[]>([])
  const dayOf = (instant: string) => localDay(new Date(instant), formats.timeZone)
  const lines = foldImports(imports, dayOf)
  const rows = lines.flatMap((line): Row[] =>
    opened.includes(line.key) ? [line, ...line.imports.map(innerRow)] : [line],
  )
  const toggle = (key: string) =>
    setOpened(opened.includes(key) ? opened.filter((one) => one !== key) : [...opened, key])
  const number = (title: string, cell: (row: Row) => ReactNode) => ({
    title,
    cell,
    isNumber: true,
  })
  return (
    <>
      <ListTable
        label="Imports"
        className={styles.ledger!}
        rows={rows}
        keyOf={({ key }) => key}
        attributesOf={attributesOf}
        columns={[
          {
            title: 'When',
            cell: ({ imports: some }) =>
              some.length > 1 ? (
                formats.day(dayOf(some[0]!.committed_at), 'short')
              ) : (
                <time dateTime={some[0]!.committed_at}>
                  {formats.instant(some[0]!.committed_at)}
                </time>
              ),
          },
          {
            title: 'Import',
            className: styles.subject!,
            cell: (row) =>
              row.imports.length > 1 ? (
                <Folded
                  line={row}
                  isOpen={opened.includes(row.key)}
                  onToggle={() => toggle(row.key)}
                />
              ) : (
                <Subject of={row.imports[0]!} />
              ),
          },
          {
            title: 'Days',
            cell: ({ sum }) => <DayRange from={sum.first_day} to={sum.last_day} />,
          },
          number('New', ({ sum }) => formats.count(sum.slices_added)),
          number('Restated', ({ sum }) => formats.count(sum.slices_restated)),
          number('Removed', ({ sum }) => formats.count(sum.slices_removed)),
          number('Impressions', ({ sum }) => (
            <>
              {isOfAds(sum) &&
                signed(formats.figure('impressions', sum.impressions), sum.impressions)}
              {Object.entries(sum.totals ?? {}).map(([column, total]) => (
                <small key={column}>
                  {signed(formats.count(Number(total)), total)} {titleOfSum(column)}
                </small>
              ))}
            </>
          )),
          number(
            'Revenue',
            ({ sum }) =>
              isOfAds(sum) && signed(formats.figure('revenue', sum.revenue), sum.revenue),
          ),
        ]}
        actionsOf={({ imports: [one, ...more] }) =>
          mayImport && more.length === 0 && one!.may_undo && <UndoButton id={one!.id} />
        }
      />
      <p className="note">
        New, restated and removed count figures by day, app and network. Impressions and revenue are
        the changes of your totals, or of a secondary report, which counts in none. <WhoseTime />
      </p>
    </>
  )
}

const innerRow = (one: ImportAnswer): Row => ({
  key: `${one.id}`,
  imports: [one],
  sum: one,
  isInner: true,
})

/** The day of an instant for a reader, as YYYY-MM-DD. */
const localDay = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant)

function attributesOf({ imports: [one, ...more], isInner }: Row) {
  return {
    ...(more.length === 0 ? { 'data-import': one!.id } : { 'data-folded': more.length + 1 }),
    ...(one!.report !== null && { 'data-secondary': '' }),
    ...(isInner && { 'data-inner': '' }),
    ...(more.length === 0 && one!.undone_by !== null && { 'data-undone': '' }),
  }
}

interface FoldedProps {
  readonly line: Line
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** The imports of a day on one line. */
function Folded({ line: { imports, sum }, isOpen, onToggle }: FoldedProps) {
  const formats = useFormats()
  const undone = imports.filter((one) => one.undone_by !== null).length
  return (
    <>
      <QuietButton aria-expanded={isOpen} onClick={onToggle}>
        {formats.count(imports.length)} fetched reports
      </QuietButton>
      {imports[0]!.report !== null && <small>{notCounted}</small>}
      <small>{named(sum.networks, sum.networks.length)}</small>
      {undone > 0 && <small>{formats.count(undone)} undone</small>}
    </>
  )
}

function Subject({ of: one }: { of: ImportAnswer }) {
  return (
    <>
      {subjectOf(one)}
      {one.undone_by !== null && <small>Undone by entry {one.undone_by}</small>}
      {one.report !== null && (
        <small>
          Secondary report <bdi>{visible(one.report)}</bdi>: {notCounted}
        </small>
      )}
      <small>{named(one.networks, one.network_count)}</small>
      {one.connection !== null && <small>Fetched by {visible(one.connection)}</small>}
      {one.connection === null && one.files !== null && one.files.length > 0 && (
        <small>{visible(one.files.join(', '))}</small>
      )}
    </>
  )
}

const notCounted = 'compared, not counted'

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

const named = (networks: readonly string[], count: number): string =>
  listed(networks.map(networkName), maxNamed, count)

/** Whether an entry changed ad figures, or nothing at all. */
const isOfAds = ({ totals, impressions, revenue }: Line['sum']): boolean =>
  totals === undefined || impressions !== '0' || Number(revenue) !== 0

const signed = (written: string, decimal: string): string =>
  decimal.startsWith('-') || decimal === '0' ? written : `+${written}`

/** The DAU of all days and apps, added up, are user-days. */
const titleOfSum = (column: string): string =>
  titleOf(column === 'dau' ? 'user_days' : (column as WireMetric))

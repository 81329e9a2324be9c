import { type ReactNode, useId, useMemo, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { ContributionsAnswer } from '../../api/wire.ts'
import type { UnusualDays } from '../../charts/unusual-days.ts'
import { Change, isOfFewDays } from '../../figures/change.tsx'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { changeOf } from '../../figures/metrics.ts'
import { usePrinting } from '../../layout/use-printing.ts'
import { CsvButton } from '../../tables/csv-button.tsx'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import { UnusualMark } from '../../tables/unusual-mark.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useAddress } from '../../view/use-view.ts'
import styles from './changes.module.css'
import {
  type BreakdownAnswer,
  type ContributionRow,
  contributionRows,
  searchOfRow,
} from './contribution-rows.ts'
import { contributionsToCsv } from './contributions-to-csv.ts'
import { type Contribution, effectTexts, shownEffects } from './effects.ts'
import { type Sorting, sortedRows } from './sorted-rows.ts'
import { useFirstRows } from './use-first-rows.tsx'

export interface ContributionsCardProps {
  readonly title: string
  /** Names the table for screen readers. */
  readonly label: string
  readonly answer: ContributionsAnswer
  readonly breakdown: BreakdownAnswer
  /** Null where rows are of several members. */
  readonly unusual: UnusualDays | null
  /** Tools of the page. */
  readonly children?: ReactNode
}

/** Each row's contribution to the change. The columns add up to the total, and the parts of a row to its change. */
export function ContributionsCard(props: ContributionsCardProps) {
  const { title, label, answer, breakdown, unusual, children } = props
  const titleId = useId()
  const { total, start_date: from, end_date: to, currency } = answer
  const formats = useFormats()
  const [sorting, setSorting] = useState<Sorting>({ column: '', descending: true })
  const rows = useMemo(() => contributionRows(breakdown), [breakdown])
  const sorted = useMemo(() => sortedRows(rows, sorting), [rows, sorting])
  const { shown, button } = useFirstRows(sorted, usePrinting())
  const isPlain = isOfFewDays(answer)
  const columns = useMemo(
    () => [nameColumn(unusual), ...amountColumns(rows, total, formats, isPlain)],
    [rows, total, unusual, formats, isPlain],
  )
  return (
    <section className="card" aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>{title}</h2>
        {children && <div className="card-tools">{children}</div>}
      </header>
      <DataTable
        label={label}
        className={styles.contributions!}
        cards
        columns={columns}
        rows={shown}
        sorting={sorting}
        onSort={setSorting}
        keyOf={({ id }) => id}
        attributesOf={({ id }) => ({ 'data-key': id })}
      />
      <p className={styles.below}>
        {button}
        <CsvButton
          name={`changes-by-${breakdown.by.join('-')}-${from}-to-${to}`}
          textOf={() => contributionsToCsv(currency, rows, total)}
        />
      </p>
    </section>
  )
}

const nameColumn = (unusual: UnusualDays | null): DataColumn<ContributionRow> => ({
  id: 'name',
  header: 'Name',
  sortsFirst: 'ascending',
  footer: 'Total',
  cell: (row) => (
    <>
      <RowLink row={row} />
      {row.kind !== null && row.kind !== 'changed' && (
        <small className={styles.kind}>{effectTexts[row.kind].title}</small>
      )}
      {row.key !== null && <UnusualMark days={unusual?.byKey.get(row.key) ?? []} />}
    </>
  ),
})

/** The name of a row, with a link to its figures. */
function RowLink({ row: { name, filters } }: { row: ContributionRow }) {
  const { view } = useAddress()
  const { apps } = useAccount()
  // An app that was merged or deleted cannot be filtered.
  const isKnown = filters?.app_id?.every((id) => apps.some((app) => app.app_id === id)) ?? true
  if (!filters || !isKnown) return <>{name}</>
  return (
    <PageLink to="/dashboard" search={searchOfRow(view, filters)}>
      {name}
    </PageLink>
  )
}

function amountColumns(
  rows: readonly ContributionRow[],
  total: Contribution,
  formats: Formats,
  isPlain: boolean,
): DataColumn<ContributionRow>[] {
  const column = (
    id: string,
    header: string,
    write: (of: Contribution) => ReactNode,
  ): DataColumn<ContributionRow> => ({
    id,
    header,
    isNumber: true,
    sortsFirst: 'descending',
    footer: write(total),
    cell: write,
  })
  return [
    column('change', 'Change', (of) => formats.moneyChange(of.change_micros)),
    column('relative', '%', (of) => (
      <Change
        decimal={
          of.change_ratio === null
            ? null
            : changeOf(of.current.revenue_micros, of.previous.revenue_micros)
        }
        isPlain={isPlain}
      />
    )),
    ...shownEffects([total, ...rows]).map((name) =>
      column(name, effectTexts[name].title, ({ effects }) =>
        formats.moneyChange(effects[`${name}_micros`]),
      ),
    ),
    column('previous', 'Before', (of) => formats.money(of.previous.revenue_micros)),
    column('current', 'Now', (of) => formats.money(of.current.revenue_micros)),
  ]
}

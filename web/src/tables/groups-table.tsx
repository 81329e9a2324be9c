import { useMemo } from 'react'
import type { FiguresAnswer } from '../api/wire.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { Swatch } from '../charts/swatch.tsx'
import type { UnusualDays } from '../charts/unusual-days.ts'
import { Change } from '../figures/change.tsx'
import { type Formats, useFormats } from '../figures/formats.ts'
import { changeOf, type ShownMetric, titleOf } from '../figures/metrics.ts'
import { toTotals } from '../figures/sums.ts'
import type { Breakdown, Column as SortColumn, Sorting } from '../view/view.ts'
import { breakdownTitles } from '../view/view.ts'
import { AppLink } from './app-link.tsx'
import { saveText } from './csv-text.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { type Compared, type GroupRow, groupRows } from './group-rows.ts'
import styles from './groups-table.module.css'
import { rowsToCsv } from './rows-to-csv.ts'
import { UnusualMark } from './unusual-mark.tsx'

export interface GroupsTableProps {
  readonly figures: FiguresAnswer
  /** Null while it is loading, or when it failed. */
  readonly compared: Compared
  /** Whether the comparison may still come. */
  readonly isComparing: boolean
  readonly unusual: UnusualDays
  readonly by: Breakdown
  readonly nameOf: (key: string) => string
  readonly colourOf: (key: string | null) => string
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

/** The groups of a range as a sortable table, with a download as CSV. */
export function GroupsTable(props: GroupsTableProps) {
  const { figures, compared, isComparing, unusual, by, nameOf, colourOf, sorting, onSort } = props
  const formats = useFormats()
  const rows = useMemo(
    () => groupRows(figures, compared, nameOf, sorting),
    [figures, compared, nameOf, sorting],
  )
  const columns = useMemo(
    () => [
      nameColumn(by, colourOf),
      ...figureColumns(figures, compared, formats),
      trendColumn(unusual),
    ],
    [by, colourOf, unusual, figures, compared, formats],
  )
  const title = breakdownTitles[by]
  const save = () =>
    saveText(
      `adtally-${by}-${figures.start_date}-to-${figures.end_date}.csv`,
      rowsToCsv(by, figures.currency, rows),
    )
  return (
    <section className="card" aria-labelledby="groups-title">
      <header className="card-head">
        <h2 id="groups-title">By {title.toLowerCase()}</h2>
        <button
          type="button"
          className="quiet"
          onClick={save}
          disabled={rows.length === 0 || isComparing}
        >
          Download CSV
        </button>
      </header>
      <DataTable
        label={`Figures by ${title}`}
        className={styles.groups!}
        cards
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        attributesOf={({ key }) => ({ 'data-key': key })}
        sorting={sorting}
        onSort={({ column, descending }) => onSort({ column: column as SortColumn, descending })}
      />
    </section>
  )
}

const nameColumn = (
  by: Breakdown,
  colourOf: (key: string | null) => string,
): DataColumn<GroupRow> => ({
  id: 'name' satisfies SortColumn,
  header: breakdownTitles[by],
  sortsFirst: 'ascending',
  footer: 'Total',
  cell: (row) => (
    <>
      <Swatch colour={colourOf(row.key)} />
      {by === 'app_id' ? <AppLink appId={row.key}>{row.name}</AppLink> : row.name}
    </>
  ),
})

function figureColumns({ total }: FiguresAnswer, compared: Compared, formats: Formats) {
  const now = toTotals(total)
  const changeOfAll =
    compared && changeOf('revenue', toTotals(compared.current), toTotals(compared.previous))
  const numbers = { sortsFirst: 'descending', isNumber: true } as const
  const column = (name: ShownMetric): DataColumn<GroupRow> => ({
    ...numbers,
    id: name satisfies SortColumn,
    header: titleOf(name),
    footer: formats.metric(name, now),
    cell: ({ totals }) => formats.metric(name, totals),
  })
  const share: DataColumn<GroupRow> = {
    ...numbers,
    id: 'share' satisfies SortColumn,
    header: 'Share',
    // The total's own share says nothing.
    footer: '',
    cell: ({ share }) => formats.share(share),
  }
  const change: DataColumn<GroupRow> = {
    ...numbers,
    id: 'change' satisfies SortColumn,
    header: 'Change',
    footer: <Change decimal={changeOfAll} />,
    cell: ({ change }) => <Change decimal={change} />,
  }
  const [revenue, ...others] = (['revenue', 'ecpm', 'impressions', 'clicks', 'ctr'] as const).map(
    column,
  )
  return [revenue!, share, change, ...others]
}

const trendColumn = (unusual: UnusualDays): DataColumn<GroupRow> => ({
  id: 'trend',
  header: 'Trend',
  cell: (row) => (
    <>
      <Sparkline points={row.trend} />
      <UnusualMark days={unusual.byKey.get(row.key) ?? []} />
    </>
  ),
})

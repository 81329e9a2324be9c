import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { FiguresAnswer } from '../api/wire.ts'
import { restVariable, variableOf } from '../charts/palette.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { Change } from '../figures/change.tsx'
import { useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { breakdownTitles } from '../figures/names.ts'
import type { Breakdown, Column, Sorting } from '../view/view.ts'
import { type GroupRow, groupRows } from './group-rows.ts'
import { rowsToCsv, saveText } from './rows-to-csv.ts'

export interface GroupsTableProps {
  readonly figures: FiguresAnswer
  readonly by: Breakdown
  readonly nameOf: (key: string) => string
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
  /** The path of a group's page; null when it has none. */
  readonly addressOf: (key: string) => string | null
}

/** More rows are shown on request. */
const firstRows = 25

const titles: Readonly<Record<Exclude<Column, 'name'>, string>> = {
  revenue: titleOf('revenue'),
  share: 'Share',
  change: 'Change',
  ecpm: titleOf('ecpm'),
  impressions: titleOf('impressions'),
  clicks: titleOf('clicks'),
  ctr: titleOf('ctr'),
}

/** The groups of a range as a sortable table, with a download as CSV. */
export function GroupsTable(props: GroupsTableProps) {
  const { figures, by, nameOf, sorting, onSort, addressOf } = props
  const [showsAll, setShowsAll] = useState(false)
  const rows = useMemo(() => groupRows(figures, nameOf, sorting), [figures, nameOf, sorting])
  const colours = useMemo(
    () => new Map(figures.series.map(({ key }, place) => [key, variableOf(key, place)])),
    [figures],
  )
  const shown = showsAll ? rows : rows.slice(0, firstRows)
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
        <button type="button" className="quiet" onClick={save} disabled={rows.length === 0}>
          Download CSV
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={`Figures by ${title}`}>
        <table className="groups">
          <thead>
            <tr>
              <SortHead column="name" title={title} sorting={sorting} onSort={onSort} />
              {Object.entries(titles).map(([column, text]) => (
                <SortHead
                  key={column}
                  column={column as Column}
                  title={text}
                  sorting={sorting}
                  onSort={onSort}
                />
              ))}
              <th scope="col">Trend</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={row.key}
                row={row}
                variable={colours.get(row.key) ?? restVariable}
                address={addressOf(row.key)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown.length && (
        <button type="button" className="quiet more" onClick={() => setShowsAll(true)}>
          Show all {rows.length}
        </button>
      )}
    </section>
  )
}

interface RowProps {
  readonly row: GroupRow
  readonly variable: string
  readonly address: string | null
}

function Row({ row, variable, address }: RowProps) {
  const formats = useFormats()
  return (
    <tr data-key={row.key}>
      <th scope="row">
        <i className="swatch" style={{ background: `var(${variable})` }} />
        {address === null ? row.name : <Link href={address}>{row.name}</Link>}
      </th>
      <td className="number">{formats.figure('revenue', row.revenue)}</td>
      <td className="number">{formats.share(row.share)}</td>
      <td className="number">
        <Change decimal={row.change} />
      </td>
      <td className="number">{formats.figure('ecpm', row.ecpm)}</td>
      <td className="number">{formats.figure('impressions', row.impressions)}</td>
      <td className="number">{formats.figure('clicks', row.clicks)}</td>
      <td className="number">{formats.figure('ctr', row.ctr)}</td>
      <td>
        <Sparkline points={row.trend} />
      </td>
    </tr>
  )
}

interface SortHeadProps {
  readonly column: Column
  readonly title: string
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

function SortHead({ column, title, sorting, onSort }: SortHeadProps) {
  const isSorted = sorting.column === column
  const order = sorting.descending ? 'descending' : 'ascending'
  const turn = () =>
    onSort({ column, descending: isSorted ? !sorting.descending : column !== 'name' })
  return (
    <th
      scope="col"
      className={column === 'name' ? undefined : 'number'}
      aria-sort={isSorted ? order : 'none'}
    >
      <button type="button" className="sort" onClick={turn}>
        {title}
        <span aria-hidden="true">{isSorted ? (sorting.descending ? '↓' : '↑') : ''}</span>
      </button>
    </th>
  )
}

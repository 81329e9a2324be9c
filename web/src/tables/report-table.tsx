import { type ReactNode, useMemo } from 'react'
import type { WireMetric } from '../../../src/reporting/question/vocabulary.ts'
import type { Waiting } from '../charts/waiting.ts'
import { Change } from '../figures/change.tsx'
import { type Formats, none, useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { waitingText } from '../figures/waiting-text.ts'
import { type AcrossAnswer, cellKey } from '../reports/across.ts'
import { isMetric, isSum, shareOf, writeCell, writeMetric } from '../reports/metrics.ts'
import { dimensionTitle, type NameOf } from '../reports/names.ts'
import type { Cell, Cells, ReportResult } from '../reports/report.ts'
import type { Beside } from '../view/report-view.ts'
import { type DataColumn, DataTable, type DataTableProps } from './data-table.tsx'
import { extremes, Heat } from './heat.tsx'
import styles from './report-table.module.css'
import { ReportValue } from './report-value.tsx'

export interface ReportTableProps
  extends Pick<DataTableProps<Cells>, 'sorting' | 'onSort' | 'onRow'> {
  readonly report: ReportResult
  /** The first metric's columns for each value of another dimension, in place of the others; null for none. */
  readonly across?: AcrossAnswer | null
  readonly nameOf: NameOf
  readonly isHeated: boolean
  /** The columns that are shown beside metrics with a comparison. */
  readonly beside: readonly Beside[]
  /** Networks that have not reported some of the days: each has a row, or a note in its rows. */
  readonly waiting?: readonly Waiting[] | undefined
  /** Called for a value of a row that is clicked; absent where values are not clicked. */
  readonly onValue?: (dimension: string, value: string) => void
}

const noWaiting: readonly Waiting[] = []

/** The rows of a report, with the totals of all. */
export function ReportTable(props: ReportTableProps) {
  const { report, across = null, nameOf, isHeated, beside, onValue, ...others } = props
  const { waiting = noWaiting, ...actions } = others
  const formats = useFormats()
  const columns = useMemo(
    (): DataColumn<Cells>[] => [
      ...valueColumns(report, nameOf, onValue, waiting),
      ...(across
        ? columnsAcross(report, across, formats, isHeated, (value) => (
            <ReportValue dimension={across.across} {...{ value, nameOf, onValue }} />
          ))
        : metricColumns(report, formats, isHeated, beside)),
    ],
    [report, across, nameOf, onValue, formats, isHeated, beside, waiting],
  )
  const rows = useMemo(() => [...report.rows, ...rowsOfWaiting(report, waiting)], [report, waiting])
  return (
    <DataTable
      label={
        across
          ? `Figures by ${report.dimensions.join(', ')} and ${across.across}`
          : 'Table of figures'
      }
      className={styles.report!}
      columns={columns}
      rows={rows}
      keyOf={(row) => cellKey(valuesOf(report, row))}
      attributesOf={(row) => ({ 'data-key': valuesOf(report, row).join(' ') })}
      {...actions}
    />
  )
}

/** The values of a row's dimensions. */
const valuesOf = ({ dimensions }: ReportResult, row: Cells): Cell[] =>
  dimensions.map((name) => row[name] ?? null)

/** Each metric, and the columns that are shown beside it. */
const metricColumns = (
  report: ReportResult,
  formats: Formats,
  isHeated: boolean,
  beside: readonly Beside[],
): DataColumn<Cells>[] =>
  report.metrics
    .filter(isMetric)
    .flatMap((name, place) => [
      figureColumn(report, name, name, titleOf(name), formats, isHeated),
      ...(place === 0 && isSum(name) && beside.includes('share')
        ? [shareColumn(report, name, formats)]
        : []),
      ...(report.compared?.isOfReportedDays && beside.includes('previous')
        ? [figureColumn(report, name, `compared_${name}`, 'On compared days', formats, false)]
        : []),
      ...(report.compared && beside.includes('previous')
        ? [figureColumn(report, name, `previous_${name}`, 'Before', formats, false)]
        : []),
      ...(report.compared && beside.includes('change') ? [changeColumn(report, name)] : []),
    ])

/** The first metric, and for each value of another dimension, with the totals of both. */
function columnsAcross(
  report: ReportResult,
  { columns, cells }: AcrossAnswer,
  formats: Formats,
  isHeated: boolean,
  headOf: (value: string) => ReactNode,
): DataColumn<Cells>[] {
  const metric = report.metrics.find(isMetric)!
  const write = (value: Cell) => writeMetric(formats, metric, value)
  const of = isHeated ? extremes([...cells.values()]) : null
  const total: DataColumn<Cells> = {
    id: metric,
    sortsFirst: 'descending',
    header: titleOf(metric),
    isNumber: true,
    footer: write(report.totals[metric] ?? null),
    cell: (row) => <b>{write(row[metric] ?? null)}</b>,
  }
  const each = columns.map(
    ({ key, total }): DataColumn<Cells> => ({
      id: `in ${key}`,
      header: headOf(key),
      isNumber: true,
      footer: write(total),
      cell: (row) => {
        const value = cells.get(cellKey([...valuesOf(report, row), key]))
        return value === undefined ? (
          none
        ) : (
          <Heat value={value} of={of}>
            {write(value)}
          </Heat>
        )
      },
    }),
  )
  return [total, ...each]
}

/** Columns of dimensions; apps that have their names are shown by them. */
function valueColumns(
  { dimensions }: ReportResult,
  nameOf: NameOf,
  onValue: ReportTableProps['onValue'],
  waiting: readonly Waiting[],
): DataColumn<Cells>[] {
  const isNamed = dimensions.includes('app_name')
  const shown = dimensions.filter((name) => !(isNamed && name === 'app_id'))
  return shown.map((name, place) => ({
    id: name,
    header: dimensionTitle(name),
    sortsFirst: 'ascending',
    ...(place === 0 && { footer: 'Total' }),
    cell: (row) => {
      const value = row[name] ?? null
      return value === null ? (
        none
      ) : (
        <>
          <ReportValue dimension={name} {...{ value, nameOf, onValue }} />
          {name === 'network' && (
            <WaitingNote waiting={waiting.find((one) => one.network === value)} />
          )}
        </>
      )
    },
  }))
}

/** Networks without a figure have a row where rows are of networks alone. */
function rowsOfWaiting({ dimensions, rows }: ReportResult, waiting: readonly Waiting[]): Cells[] {
  if (dimensions.length !== 1 || dimensions[0] !== 'network') return []
  const known = new Set(rows.map((row) => row.network))
  return waiting.flatMap(({ network }) => (known.has(network) ? [] : [{ network }]))
}

function WaitingNote({ waiting }: { waiting: Waiting | undefined }) {
  const formats = useFormats()
  return waiting && <span className={styles.waiting}>: {waitingText(waiting, formats)}</span>
}

/** @param column of the metric, or of its values on compared days */
function figureColumn(
  { rows, totals }: ReportResult,
  name: WireMetric,
  column: string,
  title: string,
  formats: Formats,
  isHeated: boolean,
): DataColumn<Cells> {
  const of = isHeated ? extremes(rows.map((row) => row[column] ?? null)) : null
  return {
    id: column,
    header: column === name ? title : <HeadBeside title={title} of={titleOf(name)} />,
    isNumber: true,
    sortsFirst: 'descending',
    footer: writeCell(formats, totals, name, column),
    cell: (row) => {
      const value = row[column] ?? null
      return (
        <Heat value={value} of={of}>
          {writeCell(formats, row, name, column)}
        </Heat>
      )
    },
  }
}

/** Of the first metric. */
const shareColumn = (
  { totals }: ReportResult,
  name: WireMetric,
  formats: Formats,
): DataColumn<Cells> => ({
  id: `share_${name}`,
  header: <HeadBeside title="Share" of={titleOf(name)} />,
  isNumber: true,
  cell: (row) => formats.share(shareOf(row[name] ?? null, totals[name] ?? null)),
})

const changeColumn = ({ totals }: ReportResult, name: WireMetric): DataColumn<Cells> => ({
  id: `change_${name}`,
  // The report endpoint sorts by changes of sums only.
  ...(isSum(name) && { sortsFirst: 'descending' }),
  header: <HeadBeside title="Change" of={titleOf(name)} />,
  isNumber: true,
  footer: <Change decimal={totals[`change_${name}`] ?? null} />,
  cell: (row) => <Change decimal={row[`change_${name}`] ?? null} />,
})

/** The head of a column that belongs to the one before it. */
function HeadBeside({ title, of }: { title: string; of: string }) {
  return (
    <>
      {title}
      <span className="unseen"> of {of}</span>
    </>
  )
}

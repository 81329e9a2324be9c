import { type MouseEvent, type ReactNode, useRef } from 'react'
import styles from './data-table.module.css'
import { useRowsInView } from './rows-in-view.ts'
import { TableFrame } from './table-frame.tsx'

/** A column of a table. */
export interface DataColumn<Row> {
  readonly id: string
  /** A text is also shown in cards. */
  readonly header: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** In the row of totals, which a table has if one of its columns does. */
  readonly footer?: ReactNode
  readonly isNumber?: boolean
  /** How the first click on the head sorts; the table cannot be sorted by the column without it. */
  readonly sortsFirst?: 'ascending' | 'descending'
}

interface Sorting {
  readonly column: string
  readonly descending: boolean
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string
  readonly className?: string
  /** Whether rows are cards on narrow screens, instead of a table that scrolls. */
  readonly cards?: boolean
  /** The first column has the heads of the rows. Stable between renders, as are the rows. */
  readonly columns: readonly DataColumn<Row>[]
  /** In the order to show. */
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Attributes of a row's element. */
  readonly attributesOf?: (row: Row) => Readonly<Record<`data-${string}`, string>>
  /** Called when a row is clicked beside its buttons; the buttons do the same for keyboards. */
  readonly onRow?: (row: Row) => void
  readonly sorting?: Sorting
  /** Without it, the table cannot be sorted. */
  readonly onSort?: (sorting: Sorting) => void
}

/** A table that scrolls under its head, with a row of totals if columns have footers. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, className = '', cards = false, columns, rows, keyOf, attributesOf, onRow } = props
  const frame = useRef<HTMLElement>(null)
  const view = useRowsInView(rows.length, frame)
  const isWhole = view.places.length === rows.length
  const classes = [
    styles.frame,
    ...(cards ? [styles.cards] : []),
    ...(isWhole ? [styles.whole] : []),
  ]
  const hasTotals = columns.some(({ footer }) => footer !== undefined)
  return (
    // Rows that are not in the document make a table scroll instead.
    <TableFrame
      count={cards && isWhole ? rows.length : 0}
      className={classes.join(' ')}
      label={label}
      ref={frame}
    >
      <table className={className} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.id} {...{ column }} sorting={props.sorting} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Room height={view.above} />
          {view.places.map((place) => {
            const row = rows[place]!
            return (
              <tr
                key={keyOf(row)}
                {...attributesOf?.(row)}
                aria-rowindex={place + 2}
                data-index={place}
                ref={view.measure}
                {...(onRow && { 'data-clickable': '', onClick: clickOf(() => onRow(row)) })}
              >
                {columns.map((column, at) => (
                  <Cell key={column.id} isHead={at === 0} {...{ column }}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            )
          })}
          <Room height={view.below} />
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              {columns.map((column, at) => (
                <Cell key={column.id} isHead={at === 0} {...{ column }}>
                  {column.footer}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </TableFrame>
  )
}

/** A click that neither selects text nor meets a control. */
const clickOf = (act: () => void) => (event: MouseEvent<HTMLElement>) => {
  const isOfControl = (event.target as HTMLElement).closest('button, a') !== null
  if (!isOfControl && String(getSelection() ?? '') === '') act()
}

/** The type of a column's rows does not matter to its head and to what stands in its cells. */
type AnyColumn = Omit<DataColumn<never>, 'cell'>

interface HeadProps {
  readonly column: AnyColumn
  readonly sorting: Sorting | undefined
  readonly onSort: ((sorting: Sorting) => void) | undefined
}

function Head({ column: { id, header, sortsFirst, isNumber }, sorting, onSort }: HeadProps) {
  if (!onSort || !sortsFirst) {
    return (
      <th scope="col" className={classOf(isNumber)}>
        {header}
      </th>
    )
  }
  const isSorted = sorting?.column === id
  const sorted = isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'
  const descending = isSorted ? !sorting.descending : sortsFirst === 'descending'
  return (
    <th scope="col" className={classOf(isNumber)} aria-sort={sorted}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ column: id, descending })}
      >
        {header}
        <span aria-hidden="true">{arrows[sorted]}</span>
      </button>
    </th>
  )
}

const arrows = { ascending: '↑', descending: '↓', none: '' } as const

interface CellProps {
  /** Whether it names its row. */
  readonly isHead: boolean
  readonly column: AnyColumn
  readonly children: ReactNode
}

function Cell({ isHead, column: { header, isNumber }, children }: CellProps) {
  if (isHead) return <th scope="row">{children}</th>
  return (
    <td className={classOf(isNumber)} data-title={typeof header === 'string' ? header : undefined}>
      {children}
    </td>
  )
}

const classOf = (isNumber: boolean | undefined) => (isNumber ? 'number' : undefined)

/** The room of rows that are not in the document. */
function Room({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className={styles.room}>
      <td style={{ height }} />
    </tr>
  )
}

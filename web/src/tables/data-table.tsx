import {
  type ColumnDef,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import styles from './data-table.module.css'
import { useRowsInView } from './rows-in-view.ts'
import { TableFrame } from './table-frame.tsx'

const features = tableFeatures({
  rowSortingFeature,
  columnMeta: {} as Meta,
})

/** A column. Its `footer` is in the row of totals; a column with an accessor can be sorted. */
// biome-ignore lint/suspicious/noExplicitAny: columns of one table have values of several types
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, any>

export interface DataTableProps<Row extends RowData> {
  /** Names the table for screen readers. */
  readonly label: string
  readonly className?: string
  /** Whether rows are cards on narrow screens, instead of a table that scrolls. */
  readonly cards?: boolean
  /** The first column has the heads of the rows. Stable between renders, as are the rows. */
  readonly columns: readonly Column<Row>[]
  /** In the order to show. */
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Attributes of a row's element. */
  readonly attributesOf?: (row: Row) => Readonly<Record<`data-${string}`, string>>
  /** Called when a row is clicked beside its buttons; the buttons do the same for keyboards. */
  readonly onRow?: (row: Row) => void
  readonly sorting?: { readonly column: string; readonly descending: boolean }
  /** Without it, the table cannot be sorted. */
  readonly onSort?: (sorting: { readonly column: string; readonly descending: boolean }) => void
}

/** A table that scrolls under its head, with a row of totals if columns have footers. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const {
    label,
    className = '',
    cards = false,
    columns,
    rows,
    keyOf,
    attributesOf,
    onRow,
    sorting,
    onSort,
  } = props
  const frame = useRef<HTMLElement>(null)
  const table = useTable({
    features,
    columns: columns as Column<Row>[],
    data: rows as Row[],
    getRowId: keyOf,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting: sorting ? [{ id: sorting.column, desc: sorting.descending }] : [] },
    onSortingChange: (update) => {
      const old: SortingState = sorting ? [{ id: sorting.column, desc: sorting.descending }] : []
      const [next] = typeof update === 'function' ? update(old) : update
      if (next) onSort?.({ column: next.id, descending: next.desc })
    },
  })
  const { rows: all } = table.getRowModel()
  const view = useRowsInView(all.length, frame)
  const classes = [
    styles.frame,
    ...(cards ? [styles.cards] : []),
    ...(view.places.length === all.length ? [styles.whole] : []),
  ]
  const hasTotals = columns.some(({ footer }) => footer !== undefined)
  return (
    <TableFrame className={classes.join(' ')} label={label} ref={frame}>
      <table className={className} aria-rowcount={all.length + 1}>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id} aria-rowindex={1}>
              {headers.map((header) => (
                <Head
                  key={header.id}
                  meta={header.column.columnDef.meta}
                  sorted={header.column.getIsSorted()}
                  onSort={
                    header.column.getCanSort() ? header.column.getToggleSortingHandler() : undefined
                  }
                >
                  <table.FlexRender header={header} />
                </Head>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          <Room height={view.above} />
          {view.places.map((place) => {
            const row = all[place]!
            return (
              <tr
                key={row.id}
                {...attributesOf?.(row.original)}
                aria-rowindex={place + 2}
                data-index={place}
                ref={view.measure}
                {...(onRow && {
                  'data-clickable': '',
                  onClick: clickOf(() => onRow(row.original)),
                })}
              >
                {row.getAllCells().map((cell, at) => (
                  <Cell key={cell.id} isHead={at === 0} {...columnOf(cell.column.columnDef)}>
                    <table.FlexRender cell={cell} />
                  </Cell>
                ))}
              </tr>
            )
          })}
          <Room height={view.below} />
        </tbody>
        {hasTotals && (
          <tfoot>
            {table.getFooterGroups().map(({ id, headers }) => (
              <tr key={id}>
                {headers.map((header, at) => (
                  <Cell key={header.id} isHead={at === 0} {...columnOf(header.column.columnDef)}>
                    <table.FlexRender footer={header} />
                  </Cell>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </TableFrame>
  )
}

interface Meta {
  readonly isNumber?: boolean
}

/** A click that neither selects text nor meets a control. */
const clickOf = (act: () => void) => (event: MouseEvent<HTMLElement>) => {
  const isOfControl = (event.target as HTMLElement).closest('button, a') !== null
  if (!isOfControl && String(getSelection() ?? '') === '') act()
}

interface HeadProps {
  readonly meta: Meta | undefined
  readonly sorted: false | 'asc' | 'desc'
  /** Sorts by the column; absent if that is not possible. */
  readonly onSort: ((event: unknown) => void) | undefined
  readonly children: ReactNode
}

function Head({ meta, sorted, onSort, children }: HeadProps) {
  if (!onSort) {
    return (
      <th scope="col" className={classOf(meta)}>
        {children}
      </th>
    )
  }
  return (
    <th scope="col" className={classOf(meta)} aria-sort={sorted ? `${sorted}ending` : 'none'}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {children}
        <span aria-hidden="true">{sorted ? arrows[sorted] : ''}</span>
      </button>
    </th>
  )
}

const arrows = { asc: '↑', desc: '↓' } as const

interface CellProps {
  /** Whether it names its row. */
  readonly isHead: boolean
  readonly meta: Meta | undefined
  /** Of the column, where it is a text; cards show it. */
  readonly title: string | undefined
  readonly children: ReactNode
}

function Cell({ isHead, meta, title, children }: CellProps) {
  if (isHead) return <th scope="row">{children}</th>
  return (
    <td className={classOf(meta)} data-title={title}>
      {children}
    </td>
  )
}

const columnOf = ({ meta, header }: { meta?: Meta | undefined; header?: unknown }) => ({
  meta,
  title: typeof header === 'string' ? header : undefined,
})

const classOf = (meta: Meta | undefined) => (meta?.isNumber ? 'number' : undefined)

/** The room of rows that are not in the document. */
function Room({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className={styles.room}>
      <td style={{ height }} />
    </tr>
  )
}

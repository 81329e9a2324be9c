import {
  type ColumnDef,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import styles from './data-table.module.css'
import { usePrinting } from './use-printing.ts'

const features = tableFeatures({
  rowSortingFeature,
  columnMeta: {} as { readonly isNumber?: boolean },
})

/** A column. Its `footer` is in the row of totals; a column with an accessor can be sorted. */
// biome-ignore lint/suspicious/noExplicitAny: columns of one table have values of several types
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, any>

export interface DataTableProps<Row extends RowData> {
  /** Names the table for screen readers. */
  readonly label: string
  readonly className?: string
  /** The first column has the heads of the rows. Stable between renders, as are the rows. */
  readonly columns: readonly Column<Row>[]
  /** In the order to show. */
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Attributes of a row's element. */
  readonly attributesOf?: (row: Row) => Readonly<Record<`data-${string}`, string>>
  readonly sorting?: { readonly column: string; readonly descending: boolean }
  /** Without it, the table cannot be sorted. */
  readonly onSort?: (sorting: { readonly column: string; readonly descending: boolean }) => void
}

/** Of longer tables, only the rows in view are in the document. */
const maxRendered = 100
const usualRowPx = 41

/** A table that scrolls under its head, with a row of totals if columns have footers. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, className, columns, rows, keyOf, attributesOf, sorting, onSort } = props
  const frame = useRef<HTMLElement>(null)
  const isPrinting = usePrinting()
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
  const all = table.getRowModel().rows
  const isVirtual = all.length > maxRendered && !isPrinting
  const virtual = useVirtualizer({
    count: all.length,
    enabled: isVirtual,
    getScrollElement: () => frame.current,
    estimateSize: () => usualRowPx,
    getItemKey: (place) => all[place]!.id,
    overscan: 15,
  })
  const items = isVirtual ? virtual.getVirtualItems() : null
  const shown = items?.map(({ index }) => all[index]!) ?? all
  const above = items?.[0]?.start ?? 0
  const below = items ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const hasTotals = columns.some(({ footer }) => footer !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={label} ref={frame}>
      <table className={className} aria-rowcount={isVirtual ? all.length + 1 : undefined}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted()
                const canSort = header.column.getCanSort()
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={numberClass(header.column.columnDef.meta)}
                    aria-sort={canSort ? (sorted ? `${sorted}ending` : 'none') : undefined}
                  >
                    {canSort ? (
                      <button
                        type="button"
                        className={styles.sort}
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        <table.FlexRender header={header} />
                        <span aria-hidden="true">{sorted ? arrows[sorted] : ''}</span>
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {above > 0 && <Room height={above} />}
          {shown.map((row, nth) => {
            const place = items?.[nth]?.index
            return (
              <tr
                key={row.id}
                {...attributesOf?.(row.original)}
                {...(place !== undefined && {
                  'data-index': place,
                  'aria-rowindex': place + 2,
                  ref: virtual.measureElement,
                })}
              >
                {row.getAllCells().map((cell, at) =>
                  at === 0 ? (
                    <th key={cell.id} scope="row">
                      <table.FlexRender cell={cell} />
                    </th>
                  ) : (
                    <td key={cell.id} className={numberClass(cell.column.columnDef.meta)}>
                      <table.FlexRender cell={cell} />
                    </td>
                  ),
                )}
              </tr>
            )
          })}
          {below > 0 && <Room height={below} />}
        </tbody>
        {hasTotals && (
          <tfoot>
            {table.getFooterGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, at) =>
                  at === 0 ? (
                    <th key={header.id} scope="row">
                      <table.FlexRender footer={header} />
                    </th>
                  ) : (
                    <td key={header.id} className={numberClass(header.column.columnDef.meta)}>
                      <table.FlexRender footer={header} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  )
}

const arrows = { asc: '↑', desc: '↓' } as const

const numberClass = (meta: { readonly isNumber?: boolean } | undefined) =>
  meta?.isNumber ? 'number' : undefined

/** The room of rows that are not in the document. */
function Room({ height }: { height: number }) {
  return (
    <tr className={styles.room}>
      <td style={{ height }} />
    </tr>
  )
}

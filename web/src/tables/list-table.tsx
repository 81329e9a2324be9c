import type { ReactNode } from 'react'
import { TableFrame } from './table-frame.tsx'

export interface ListColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  readonly className?: string
}

export interface ListTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string
  /** Whether it is a card of its own. */
  readonly isCard?: boolean
  readonly className: string
  readonly rows: readonly Row[]
  /** The first one names the row. */
  readonly columns: readonly ListColumn<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly attributesOf: (row: Row) => Readonly<Record<`data-${string}`, string | number>>
  /** The actions on a row. */
  readonly actionsOf?: (row: Row) => ReactNode
}

/** A short list. On small screens each row is a card of its own. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, isCard = true, className, rows, columns, keyOf, attributesOf, actionsOf } = props
  const [named, ...others] = columns
  return (
    <TableFrame count={rows.length} label={label} isCard={isCard}>
      <table className={`${className} stacked`}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th scope="col" key={title} className={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
            {actionsOf && (
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...attributesOf(row)}>
              <th scope="row">{named!.cell(row)}</th>
              {others.map(({ title, cell, isNumber, className }) => (
                <td key={title} data-title={title} className={isNumber ? 'number' : className}>
                  {cell(row)}
                </td>
              ))}
              {actionsOf && (
                <td>
                  <div className="row-actions">{actionsOf(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

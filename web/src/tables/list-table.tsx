import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { TableFrame } from './table-frame.tsx'

export interface ListColumn<Row> {
  readonly title: string
  /** Whether only screen readers get the title. */
  readonly isUnseen?: boolean
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  readonly className?: string
  readonly styleOf?: (row: Row) => CSSProperties | undefined
}

export interface ListTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string
  /** Whether it is a card of its own. */
  readonly isCard?: boolean
  readonly className?: string
  readonly rows: readonly Row[]
  /** The first one names the row. */
  readonly columns: readonly ListColumn<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly attributesOf: (row: Row) => Readonly<Record<`data-${string}`, string | number>>
  /** The actions on a row. */
  readonly actionsOf?: (row: Row) => ReactNode
  /** Shown below a row, over all columns. */
  readonly belowOf?: (row: Row) => ReactNode
}

/** A short list. On small screens each row is a card of its own. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, isCard = true, className = '', rows, keyOf, attributesOf } = props
  const { actionsOf, belowOf } = props
  const actions = actionsOf && {
    title: 'Actions',
    isUnseen: true,
    cell: (row: Row) => <div className="row-actions">{actionsOf(row)}</div>,
  }
  const columns: readonly ListColumn<Row>[] = [...props.columns, ...(actions ? [actions] : [])]
  const [named, ...others] = columns
  return (
    <TableFrame count={rows.length} label={label} isCard={isCard}>
      <table className={`${className} stacked`}>
        <thead>
          <tr>
            {columns.map(({ title, isUnseen, isNumber }) => (
              <th scope="col" key={title} className={isNumber ? 'number' : undefined}>
                {isUnseen ? <span className="unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const below = belowOf?.(row)
            return (
              <Fragment key={keyOf(row)}>
                <tr {...attributesOf(row)}>
                  <th scope="row">{named!.cell(row)}</th>
                  {others.map(({ title, isUnseen, cell, isNumber, className, styleOf }) => (
                    <td
                      key={title}
                      data-title={isUnseen ? undefined : title}
                      className={isNumber ? 'number' : className}
                      style={styleOf?.(row)}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                {below && (
                  <tr>
                    <td colSpan={columns.length}>{below}</td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </TableFrame>
  )
}

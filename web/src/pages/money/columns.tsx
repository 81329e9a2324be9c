import type { ReactNode } from 'react'
import { networkName } from '../../figures/names.ts'
import type { ListColumn } from '../../tables/list-table.tsx'

/** A column of a list. */
export const column = <Row,>(title: string, cell: (row: Row) => ReactNode): ListColumn<Row> => ({
  title,
  cell,
})

/** A column of numbers. */
export const numbers = <Row,>(title: string, cell: (row: Row) => ReactNode): ListColumn<Row> => ({
  title,
  cell,
  isNumber: true,
})

export const networkColumn = column('Network', ({ network }: { readonly network: string }) =>
  networkName(network),
)

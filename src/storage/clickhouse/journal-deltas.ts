import type { FactKind } from '../../facts/fact-kind.ts'

/** A table whose rows state by how much sums change: the rows or the slices of a kind of fact. */
export interface DeltaTable {
  readonly name: string
  /** The columns of its numbers. */
  readonly numbers: readonly string[]
  /** Those that may be unknown. Whether they are known is a sum too, because unknown is not 0. */
  readonly optional: readonly string[]
}

/** The tables of a kind of fact. */
export const rowTable = ({ tables, rowNumbers, optionalNumbers }: FactKind): DeltaTable => ({
  name: tables.rows,
  numbers: rowNumbers,
  optional: optionalNumbers,
})

export const sliceTable = ({ tables, sliceNumbers, optionalNumbers }: FactKind): DeltaTable => ({
  name: tables.slices,
  numbers: sliceNumbers,
  optional: sliceNumbers.filter((column) => optionalNumbers.includes(column)),
})

/** The columns of a table's sums, with the type of each in a scratch. */
export function deltaTypes(table: DeltaTable): Readonly<Record<string, string>> {
  const { numbers, optional } = table
  const typed = (columns: readonly string[], type: string) =>
    Object.fromEntries(columns.map((column) => [column, type]))
  return {
    ...typed(numbers, 'BIGINT'),
    ...typed([...optional.map(knownOf), 'sign'], 'TINYINT'),
  }
}

/** The columns of a table's sums. */
export const deltaColumns = (table: DeltaTable): string[] => Object.keys(deltaTypes(table))

/** The sums of a row as a change. @param sign '' for an added row, '-' for a removed one */
export function asChange(table: DeltaTable, sign: '' | '-'): string {
  const { numbers, optional } = table
  return [
    ...numbers.map((column) => {
      const value = optional.includes(column) ? `coalesce(${column}, 0)` : column
      return `${sign}${value} AS ${column}`
    }),
    ...optional.map(
      (column) => `${sign}CAST(${column} IS NOT NULL AS TINYINT) AS ${knownOf(column)}`,
    ),
    `${sign}1 AS sign`,
  ].join(', ')
}

/** The opposite of a change. */
export const asReversed = (table: DeltaTable): string =>
  deltaColumns(table)
    .map((column) => `-${column} AS ${column}`)
    .join(', ')

/** Changes that were added up, as the sums of a row: null where a count is unknown. */
export function asSums(table: DeltaTable): string {
  return table.numbers
    .map((column) =>
      table.optional.includes(column)
        ? `CASE WHEN ${knownOf(column)} > 0 THEN ${column} END AS ${column}`
        : column,
    )
    .join(', ')
}

export const knownOf = (count: string): string => `${count}_known`

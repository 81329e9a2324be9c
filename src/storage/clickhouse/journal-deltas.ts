import type { FactKind } from '../../facts/fact-kind.ts'

/** A table whose rows state by how much sums change: the rows or the slices of a kind of fact. */
export interface DeltaTable {
  readonly name: string
  /** The first one is always known. */
  readonly counts: readonly string[]
  readonly hasMoney: boolean
}

/** The tables of a kind of fact. */
export const rowTable = ({ tables, countNames, hasMoney }: FactKind): DeltaTable => ({
  name: tables.rows,
  counts: countNames,
  hasMoney,
})

export const sliceTable = ({ tables, sliceCounts, hasMoney }: FactKind): DeltaTable => ({
  name: tables.slices,
  counts: sliceCounts,
  hasMoney,
})

/** Counts that may be unknown. Whether they are known is a sum too, because unknown is not 0. */
const optionalCounts = ({ counts }: DeltaTable) => counts.slice(1)

const moneyOf = ({ hasMoney }: DeltaTable): readonly string[] =>
  hasMoney ? ['revenue_micros'] : []

/** The columns of a table's sums, with the type of each in a scratch. */
export function deltaTypes(table: DeltaTable): Readonly<Record<string, string>> {
  const counts = optionalCounts(table)
  const typed = (columns: readonly string[], type: string) =>
    Object.fromEntries(columns.map((column) => [column, type]))
  return {
    ...typed([table.counts[0]!, ...counts, ...moneyOf(table)], 'BIGINT'),
    ...typed([...counts.map(knownOf), 'sign'], 'TINYINT'),
  }
}

/** The columns of a table's sums. */
export const deltaColumns = (table: DeltaTable): string[] => Object.keys(deltaTypes(table))

/** The sums of a row as a change. @param sign '' for an added row, '-' for a removed one */
export function asChange(table: DeltaTable, sign: '' | '-'): string {
  const counts = optionalCounts(table)
  return [
    ...[table.counts[0]!, ...moneyOf(table)].map((column) => `${sign}${column} AS ${column}`),
    ...counts.map((count) => `${sign}coalesce(${count}, 0) AS ${count}`),
    ...counts.map((count) => `${sign}CAST(${count} IS NOT NULL AS TINYINT) AS ${knownOf(count)}`),
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
  const counts = optionalCounts(table).map(
    (count) => `CASE WHEN ${knownOf(count)} > 0 THEN ${count} END AS ${count}`,
  )
  return [table.counts[0]!, ...counts, ...moneyOf(table)].join(', ')
}

export const knownOf = (count: string): string => `${count}_known`

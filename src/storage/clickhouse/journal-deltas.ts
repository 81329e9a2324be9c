import { figures } from '../../facts/figures.ts'

/** The tables whose rows state by how much sums change. */
export type DeltaTable = 'figures' | 'slices'

/** The counts of a table. The first one is always known. */
const countsOf = (table: DeltaTable): readonly string[] =>
  table === 'figures' ? figures.countNames : figures.sliceCounts

/** Counts that may be unknown. Whether they are known is a sum too, because unknown is not 0. */
const optionalCounts = (table: DeltaTable) => countsOf(table).slice(1)

/** The columns of a table's sums, with the type of each in a scratch. */
export function deltaTypes(table: DeltaTable): Readonly<Record<string, string>> {
  const counts = optionalCounts(table)
  const typed = (columns: readonly string[], type: string) =>
    Object.fromEntries(columns.map((column) => [column, type]))
  return {
    ...typed(['impressions', ...counts, 'revenue_micros'], 'BIGINT'),
    ...typed([...counts.map(knownOf), 'sign'], 'TINYINT'),
  }
}

/** The columns of a table's sums. */
export const deltaColumns = (table: DeltaTable): string[] => Object.keys(deltaTypes(table))

/** The sums of a row as a change. @param sign '' for an added row, '-' for a removed one */
export function asChange(table: DeltaTable, sign: '' | '-'): string {
  const counts = optionalCounts(table)
  return [
    `${sign}impressions AS impressions`,
    ...counts.map((count) => `${sign}coalesce(${count}, 0) AS ${count}`),
    `${sign}revenue_micros AS revenue_micros`,
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
  return ['impressions', ...counts, 'revenue_micros'].join(', ')
}

export const knownOf = (count: string): string => `${count}_known`

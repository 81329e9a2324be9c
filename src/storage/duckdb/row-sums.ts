import { type StoredSum, type Sum, storedSums } from '../../reporting/stored-sums.ts'

const known = (columns: readonly string[]): string =>
  columns.map((column) => `${column} IS NOT NULL`).join(' AND ')

function overGroup({ of, knowing = [] }: StoredSum): string {
  const filter = knowing.length === 0 ? '' : ` FILTER (WHERE ${known(knowing)})`
  if (of) return `CAST(coalesce(sum(${of})${filter}, 0) AS BIGINT)`
  // Counting a column is faster than a condition.
  return knowing.length === 1 ? `count(${knowing[0]})` : `count(*)${filter}`
}

function ofRow({ of, knowing = [] }: StoredSum): string {
  if (!of) return knowing.length === 0 ? 'CAST(1 AS BIGINT)' : `CAST(${known(knowing)} AS BIGINT)`
  return knowing.length === 0
    ? `coalesce(${of}, 0)`
    : `CASE WHEN ${known(knowing)} THEN ${of} ELSE 0 END`
}

const sumsBy = (write: (sum: StoredSum) => string) =>
  Object.fromEntries(
    Object.entries(storedSums).map(([name, sum]) => [name, write(sum)]),
  ) as Readonly<Record<Sum, string>>

/** Sums over stored rows, in which unknown counts are null. */
export const rowSums = sumsBy(overGroup)

/** The same of single rows, which are not grouped. */
export const plainSums = sumsBy(ofRow)

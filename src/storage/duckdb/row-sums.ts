import {
  columnOf,
  type StoredSum,
  type Sum,
  sharedWith,
  storedSums,
} from '../../reporting/stored-sums.ts'

const known = (columns: readonly string[]): string[] =>
  columns.map((column) => `${column} IS NOT NULL`)

function overGroup(sum: StoredSum): string {
  const { kind = 'figures', of, plus, shared, days } = sum
  const knowing = (sum.knowing ?? []).map((column) => columnOf(kind, column))
  const conditions = [...known(knowing), ...(shared ? [sharedWith(shared)] : [])]
  const filter = conditions.length === 0 ? '' : ` FILTER (WHERE ${conditions.join(' AND ')})`
  if (days) return `count(DISTINCT day)${filter}`
  const columns = [of, plus].flatMap((one) => (one ? [columnOf(kind, one)] : []))
  if (of) return `CAST(coalesce(sum(${columns.join(' + ')})${filter}, 0) AS BIGINT)`
  // Counting a column is faster than a condition.
  return knowing.length === 1 && !shared ? `count(${knowing[0]})` : `count(*)${filter}`
}

function ofRow({ of, knowing = [] }: StoredSum): string {
  const isKnown = known(knowing).join(' AND ')
  if (!of) return knowing.length === 0 ? 'CAST(1 AS BIGINT)' : `CAST(${isKnown} AS BIGINT)`
  return knowing.length === 0 ? `coalesce(${of}, 0)` : `CASE WHEN ${isKnown} THEN ${of} ELSE 0 END`
}

const sumsBy = (write: (sum: StoredSum) => string) =>
  Object.fromEntries(
    Object.entries(storedSums).map(([name, sum]) => [name, write(sum)]),
  ) as Readonly<Record<Sum, string>>

/** Sums over stored rows, in which unknown counts are null. */
export const sumsOverRows = sumsBy(overGroup)

/** The same of single rows of figures, which are not grouped. */
export const plainSums = sumsBy(ofRow)

/** Sums over rows of several kinds. Those of ad figures know impressions. */
export const factSums: typeof sumsOverRows = {
  ...sumsOverRows,
  rows: 'count(impressions)',
  sharedRows: `count(impressions) FILTER (WHERE ${sharedWith('audience')})`,
}

import { figures } from '../../facts/figures.ts'
import {
  columnOf,
  isSettledSum,
  type StoredSum,
  type Sum,
  sharedWith,
  storedSums,
} from '../../reporting/stored-sums.ts'
import type { KeyedRows } from '../sql/sql-dialect.ts'
import { deltaColumns, knownOf, rowTable } from './journal-deltas.ts'

/** Whether changes alone do not tell a sum: it is of rows that know a count. */
const isOfKeys = ({ of, knowing = [] }: StoredSum): boolean =>
  knowing.length > (of === undefined ? 1 : 0)

const sumsBy = (write: (sum: StoredSum) => string) =>
  Object.fromEntries(
    Object.entries(storedSums).map(([name, sum]) => [name, write(sum)]),
  ) as Readonly<Record<Sum, string>>

/** @param rows the expression that counts rows */
const sumsWith = (rows: string) =>
  sumsBy((sum) => {
    const { of, knowing = [] } = sum
    const known = knowing.map((column) => `${knownOf(column)} > 0`).join(' AND ')
    // A sum of 64 bits would wrap silently.
    if (of && !known) return `accurateCast(sum(toInt128(${of})), 'Int64')`
    if (of) return `accurateCast(sumIf(toInt128(${of}), ${known}), 'Int64')`
    if (isOfKeys(sum)) return `toInt64(countIf(${known}))`
    return knowing[0] ? `sum(${knownOf(knowing[0])})` : rows
  })

/** Sums over changes of figures. */
export const changeSums = sumsWith('sum(sign)')

/** Changes that are added up by key. A key's sums are stored in 64 bits, so they do not wrap. */
export const keyedChanges: KeyedRows = {
  areNeeded: (sums) => sums.some((sum) => !isSettledSum(sum) && isOfKeys(storedSums[sum])),
  relation: (where) => {
    const columns = deltaColumns(rowTable(figures))
      .filter((column) => column !== 'sign')
      .map((column) => `sum(${column}) AS ${column}`)
    return `(
  SELECT ${[figures.rowKey, ...columns].join(', ')}
  FROM figures
  WHERE ${where}
  GROUP BY ${figures.rowKey} HAVING sum(sign) > 0
)`
  },
  sums: sumsWith('toInt64(count())'),
}

/** Sums over rows of several kinds, in which unknown counts are null. Those of ad figures know impressions. */
export const factSums = sumsBy(({ kind = 'figures', of, plus, knowing, shared, days }) => {
  const known = knowing ?? (of ? [] : ['impressions'])
  const conditions = [
    ...known.map((column) => `${columnOf(kind, column)} IS NOT NULL`),
    ...(shared ? [sharedWith(shared)] : []),
  ]
  const condition = conditions.join(' AND ') || 'true'
  if (days) return `toInt64(uniqExactIf(day, ${condition}))`
  const terms = [of, plus].flatMap((one) => (one ? [`toInt128(${columnOf(kind, one)})`] : []))
  if (of) return `accurateCast(ifNull(sumIf(${terms.join(' + ')}, ${condition}), 0), 'Int64')`
  return `toInt64(countIf(${condition}))`
})

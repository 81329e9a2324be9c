import { figures } from '../../facts/figures.ts'
import { type StoredSum, type Sum, storedSums } from '../../reporting/stored-sums.ts'
import type { KeyedRows } from '../sql/sql-dialect.ts'
import { deltaColumns, knownOf } from './journal-deltas.ts'

const known = (columns: readonly string[]): string =>
  columns.map((column) => `${knownOf(column)} > 0`).join(' AND ')

/** Whether changes alone do not tell a sum: it is of rows that know a count. */
const isOfKeys = ({ of, knowing = [] }: StoredSum): boolean =>
  knowing.length > (of === undefined ? 1 : 0)

/** @param rows the expression that counts rows */
const sumsWith = (rows: string) =>
  Object.fromEntries(
    Object.entries(storedSums).map(([name, sum]: [string, StoredSum]) => {
      const { of, knowing = [] } = sum
      // A sum of 64 bits would wrap silently.
      if (of && knowing.length === 0) return [name, `accurateCast(sum(toInt128(${of})), 'Int64')`]
      if (of) return [name, `accurateCast(sumIf(toInt128(${of}), ${known(knowing)}), 'Int64')`]
      if (isOfKeys(sum)) return [name, `toInt64(countIf(${known(knowing)}))`]
      return [name, knowing[0] ? `sum(${knownOf(knowing[0])})` : rows]
    }),
  ) as Readonly<Record<Sum, string>>

/** Sums over changes. */
export const changeSums = sumsWith('sum(sign)')

/** Changes that are added up by key. A key's sums are stored in 64 bits, so they do not wrap. */
export const keyedChanges: KeyedRows = {
  areNeeded: (sums) => sums.some((sum) => isOfKeys(storedSums[sum])),
  relation: (where) => {
    const columns = deltaColumns('figures')
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

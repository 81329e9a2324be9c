import type { FactKind } from '../../facts/fact-kind.ts'
import {
  asChange,
  type DeltaTable,
  deltaColumns,
  deltaTypes,
  rowTable,
  sliceTable,
} from './journal-deltas.ts'

const versionTypes = {
  import_id: 'UINTEGER',
  fingerprint: 'UBIGINT',
  fingerprint_version: 'UTINYINT',
  changed: 'UINTEGER',
  restatements: 'UINTEGER',
}
const version = Object.keys(versionTypes).join(', ')
const noVersion = version.replace(/\w+/g, '0')

/** The sums of changes that are added up. */
const addedUp = (table: DeltaTable): string =>
  Object.entries(deltaTypes(table))
    .map(([column, type]) => `CAST(sum(${column}) AS ${type}) AS ${column}`)
    .join(', ')

/**
 * The rows that an entry adds to the journal of a kind: one for each changed key.
 *
 * @param changes relations with the key of rows and the columns of {@link asChange}
 */
export function changedRows(kind: FactKind, entry: number, changes: readonly string[]): string {
  const { rowKey, rowOrder } = kind
  const table = rowTable(kind)
  const columns = deltaColumns(table)
  const isAny = columns.map((column) => `${column} <> 0`).join(' OR ')
  return `SELECT ${rowKey}, ${columns.join(', ')}, CAST(${entry} AS UINTEGER) AS since
    FROM (SELECT ${rowKey}, ${addedUp(table)} FROM (${changes.join(' UNION ALL ')}) GROUP BY ${rowKey})
    WHERE ${isAny} ORDER BY ${rowOrder}`
}

/**
 * The rows that an entry adds to the journal of a kind's slices: one for each slice with a new or ended version.
 * The version columns of a removed slice are zeros.
 *
 * @param begins relations of the versions that begin with the entry
 * @param ends relations of the versions that end with it
 */
export function changedSlices(
  kind: FactKind,
  entry: number,
  begins: readonly string[],
  ends: readonly string[],
): string {
  const { sliceKey, sliceOrder } = kind
  const table = sliceTable(kind)
  const rows = (relation: string, sign: '' | '-') => `SELECT ${sliceKey},
      ${sign}CAST(row_count AS BIGINT) AS row_count, ${asChange(table, sign)},
      ${sign === '' ? version : noVersion}
    FROM ${relation}`
  const newest = Object.entries(versionTypes)
    .map(([column, type]) => `CAST(max(${column}) AS ${type}) AS ${column}`)
    .join(', ')
  const all = [...begins.map((one) => rows(one, '')), ...ends.map((one) => rows(one, '-'))]
  return `SELECT ${sliceKey}, CAST(sum(row_count) AS BIGINT) AS row_count, ${addedUp(table)},
      CAST(${entry} AS UINTEGER) AS since, ${newest}
    FROM (${all.join(' UNION ALL ')}) GROUP BY ${sliceKey} ORDER BY ${sliceOrder}`
}

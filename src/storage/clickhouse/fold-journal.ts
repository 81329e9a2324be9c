import { figureKey, sliceKey } from '../../ledger/figure-keys.ts'
import { deltaColumns } from './journal-deltas.ts'

/** The tables whose rows are changes of a key. Slices come last: they tell which entries touched a slice. */
export const foldedTables = ['figures', 'slices'] as const
export type FoldedTable = (typeof foldedTables)[number]

/** Which rows of a journal become one for each key. */
export interface Folding {
  /** Rows of entries up to this one. */
  readonly last: number
  /** Entries whose rows are not visible. Up to `last`, they are dropped. */
  readonly hidden: readonly number[]
  /**
   * Withdrawn entries. Slices that they touched keep all their rows, because an undo of a later entry may return to
   * a version from before them.
   */
  readonly withdrawn: readonly number[]
}

const keys: Readonly<Record<FoldedTable, string>> = { figures: figureKey, slices: sliceKey }

const sums: Readonly<Record<FoldedTable, readonly string[]>> = {
  figures: deltaColumns('figures'),
  slices: ['row_count', ...deltaColumns('slices')],
}

/** What the newest row of a key tells. */
const newest: Readonly<Record<FoldedTable, readonly string[]>> = {
  figures: [],
  slices: ['import_id', 'fingerprint', 'fingerprint_version', 'changed', 'restatements'],
}

/** Counts the rows of a partition that folding drops. */
export function rowsToFold(
  table: FoldedTable,
  local: string,
  partition: string,
  folding: Folding,
  slices: string,
): string {
  const { folded } = conditions(partition, folding, slices)
  const left = `SELECT count() FROM (
    SELECT 1 FROM ${local} WHERE ${folded} GROUP BY ${keys[table]} HAVING sum(sign) > 0
  )`
  return `SELECT toInt64(count()) - toInt64((${left})) FROM ${local} WHERE ${folded}`
}

/** The rows of a partition after folding, with the names of their columns for an insert. */
export function foldPartition(
  table: FoldedTable,
  local: string,
  partition: string,
  folding: Folding,
  slices: string,
): string {
  const key = keys[table]
  const columns = [key, ...sums[table], 'since', ...newest[table]].join(', ')
  const { folded, kept } = conditions(partition, folding, slices)
  const added = [
    key,
    ...sums[table].map((column) => `sum(${column})`),
    // The entry of the newest row, so that an undo of a later entry still finds the version.
    'max(since)',
    ...newest[table].map((column) => `argMax(${column}, since)`),
  ]
  return `(${columns})
    SELECT ${added.join(', ')} FROM ${local} WHERE ${folded} GROUP BY ${key} HAVING sum(sign) > 0
    UNION ALL SELECT ${columns} FROM ${local} WHERE ${kept}`
}

function conditions(partition: string, { last, hidden, withdrawn }: Folding, slices: string) {
  const inPartition = `_partition_id = '${partition}'`
  const touched =
    withdrawn.length === 0
      ? null
      : `(${sliceKey}) IN (SELECT ${sliceKey} FROM ${slices} WHERE since IN (${withdrawn.join(', ')}))`
  const without = hidden.filter((entry) => entry <= last)
  return {
    folded: [
      inPartition,
      `since <= ${last}`,
      ...(without.length > 0 ? [`since NOT IN (${without.join(', ')})`] : []),
      ...(touched ? [`NOT ${touched}`] : []),
    ].join(' AND '),
    kept: `${inPartition} AND (since > ${last}${touched ? ` OR ${touched}` : ''})`,
  }
}

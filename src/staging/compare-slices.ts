import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import { sameSlice, slicesByMonth, sumsOf } from './columns.ts'
import { rangeOf } from './slice-range.ts'
import type { CurrentSlices } from './staged-slices.ts'

/**
 * Increase this when an engine upgrade changes `hash()`: fingerprints of different versions are never
 * compared.
 */
export const fingerprintVersion = 1

/** The numbers that releases added to the hash, oldest first. Numbers that are not named here come last. */
const hashedNumbers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  figures: [
    ['impressions', 'clicks', 'installs', 'revenue_micros'],
    ['requests', 'matched_requests'],
  ],
}

/**
 * The engine only XORs the last column into the hash of several columns, so equal changes of two rows
 * would cancel out. The second hash prevents this.
 *
 * Rows without the later numbers are hashed as before there were any, so that slices from then stay unchanged.
 */
export function fingerprintOf({ name, rowKey, sliceKey, rowNumbers }: FactKind): string {
  const named = hashedNumbers[name] ?? []
  const newest = rowNumbers.filter((column) => !named.flat().includes(column))
  const additions = [...named, ...(newest.length > 0 ? [newest] : [])]
  const labels = rowKey.slice(sliceKey.length + 2)
  const cases = additions.slice(1).map((_, place) => {
    const isUnknown = additions
      .slice(place + 1)
      .flat()
      .map((column) => `${column} IS NULL`)
    return `WHEN ${isUnknown.join(' AND ')} THEN ${hashOf(labels, additions.slice(0, place + 1))}`
  })
  const whole = hashOf(labels, additions)
  return `bit_xor(hash(${cases.length === 0 ? whole : `CASE ${cases.join(' ')} ELSE ${whole} END`}))`
}

const hashOf = (labels: string, numbers: readonly (readonly string[])[]) =>
  `hash(${[labels, ...numbers.flat()].join(', ')})`

export const fingerprint = fingerprintOf(figures)

/** The slices of a table of rows, with their totals and fingerprints. */
export const slicesOf = (
  rows: string,
  entry: number,
  kind: FactKind = figures,
): string => `SELECT ${kind.sliceKey}, CAST(${entry} AS UINTEGER) AS import_id,
      CAST(count(*) AS UINTEGER) AS row_count,
      ${sumsOf(kind.sliceNumbers)},
      ${fingerprintOf(kind)} AS fingerprint, CAST(${fingerprintVersion} AS UTINYINT) AS fingerprint_version
    FROM ${rows} GROUP BY ${kind.sliceKey}`

/** Makes `next_slices`, the slices of `next_figures`. */
export const nextSlicesTable = (
  entry: number,
  kind: FactKind,
): string => `CREATE OR REPLACE TEMP TABLE next_slices AS
  SELECT ${kind.statedColumns} FROM (${slicesOf('next_figures', entry, kind)})`

/** Whether an old and a new slice have the same rows. Unknown counts are not zeros. */
const sameRows = ({ sliceNumbers }: FactKind) =>
  [
    'old.fingerprint = new.fingerprint AND old.fingerprint_version = new.fingerprint_version',
    'old.row_count = new.row_count',
    ...sliceNumbers.map((column) => `old.${column} IS NOT DISTINCT FROM new.${column}`),
  ].join(' AND ')

/** Whether a slice of `slice_changes` has the totals that it had. */
const sameTotals = ({ sliceNumbers }: FactKind) =>
  sliceNumbers.map((column) => `old_${column} IS NOT DISTINCT FROM new_${column}`).join(' AND ')

/** Conditions of a comparison on the slices `old` and `new`. */
export interface Comparison {
  /** For further slices that are unchanged; none when absent. */
  readonly alsoSame?: string
  /** Whether the rows or the scope of the entry are about a slice; always when absent. */
  readonly isStated?: string
}

/**
 * Makes `slice_changes`, in the order of stored slices: each slice of `current_slices` and `next_slices` with the totals
 * of both and its change: `added`, `restated`, `removed` or `unchanged`.
 */
export async function compareSlices(
  scratch: DuckDBConnection,
  kind: FactKind,
  { alsoSame = 'false', isStated = 'true' }: Comparison = {},
): Promise<void> {
  const totals = (['old', 'new'] as const).flatMap((age) =>
    kind.sliceNumbers.map((column) => `${age}.${column} AS ${age}_${column}`),
  )
  await scratch.run(`CREATE OR REPLACE TEMP TABLE slice_changes AS
    SELECT ${kind.sliceKey},
      CASE WHEN old.import_id IS NULL THEN 'added' WHEN new.import_id IS NULL THEN 'removed'
        WHEN (${sameRows(kind)}) OR (${alsoSame}) THEN 'unchanged' ELSE 'restated' END AS change,
      ${totals.join(', ')}, ${isStated} AS is_stated,
      old.import_id AS replaced_import, old.changed, old.restatements,
      new.import_id, new.row_count, new.fingerprint, new.fingerprint_version,
      coalesce(old.fingerprint_version <> new.fingerprint_version, false) AS is_outdated
    FROM current_slices AS old FULL JOIN next_slices AS new USING (${kind.sliceKey})
    ORDER BY ${slicesByMonth(kind)}`)
}

/** The columns of `slice_changes` that the ledger stores for each changed slice. */
export const changeColumns = ({ sliceKey, sliceNumbers }: FactKind): string =>
  [
    sliceKey,
    ...sliceNumbers.map((column) => `old_${column}`),
    ...sliceNumbers.map((column) => `new_${column}`),
  ].join(', ')

/**
 * The slice versions that an entry writes: the next slices of `slice_changes` with this entry, the entry that last
 * changed their rows, and the number of restatements. Rows that add up to the same totals, as when ad units have other
 * names, restate nothing.
 */
export const newVersions = (entry: number, kind: FactKind = figures): string => `SELECT
    ${kind.sliceKey}, import_id, row_count,
    ${kind.sliceNumbers.map((column) => `new_${column} AS ${column}`).join(', ')},
    fingerprint, fingerprint_version, CAST(${entry} AS UINTEGER) AS since,
    CASE WHEN change = 'unchanged' THEN changed ELSE CAST(${entry} AS UINTEGER) END AS changed,
    CAST(coalesce(restatements, 0)
      + CAST(change = 'restated' AND NOT (${sameTotals(kind)}) AS UINTEGER) AS UINTEGER) AS restatements
  FROM slice_changes WHERE change <> 'removed'`

/** Computes new fingerprints for current slices of which `slice_changes` shows that their version is outdated. */
export async function renewFingerprints(
  scratch: DuckDBConnection,
  current: CurrentSlices,
): Promise<void> {
  const { kind } = current
  const { sliceKey } = kind
  const outdated = `(FROM slice_changes WHERE is_outdated)`
  const range = await rangeOf(scratch, outdated, kind)
  await scratch.run(`UPDATE current_slices
    SET fingerprint = renewed.fingerprint, fingerprint_version = ${fingerprintVersion}
    FROM (
      SELECT ${sliceKey}, ${fingerprintOf(kind)} AS fingerprint
      FROM (SELECT ${kind.rowColumns} FROM ${await current.figures(range)})
      SEMI JOIN ${outdated} USING (${sliceKey}) GROUP BY ${sliceKey}
    ) AS renewed
    WHERE ${sameSlice('current_slices', 'renewed', kind)}`)
}

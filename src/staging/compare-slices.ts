import type { DuckDBConnection } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import {
  figureColumns,
  sameSlice,
  sliceColumns,
  sliceCounts,
  slicesByMonth,
  sumsOf,
} from './columns.ts'
import { rangeOf } from './slice-range.ts'
import type { CurrentSlices } from './staged-slices.ts'

/**
 * Increase this when an engine upgrade changes `hash()`: fingerprints of different versions are never
 * compared.
 */
export const fingerprintVersion = 1

const hashed = 'format, country, ad_tag, impressions, clicks, installs, revenue_micros'

/**
 * The engine only XORs the last column into the hash of several columns, so equal changes of two rows
 * would cancel out. The second hash prevents this.
 *
 * Rows without requests are hashed as before there were any, so that slices from then stay unchanged.
 */
export const fingerprint = `bit_xor(hash(CASE WHEN requests IS NULL AND matched_requests IS NULL
    THEN hash(${hashed}) ELSE hash(${hashed}, requests, matched_requests) END))`

/** The slices of a table of figures, with their totals and fingerprints. */
export const slicesOf = (
  figures: string,
  entry: number,
): string => `SELECT ${sliceKey}, CAST(${entry} AS UINTEGER) AS import_id,
      CAST(count(*) AS UINTEGER) AS row_count,
      ${sumsOf([...sliceCounts, 'revenue_micros'])},
      ${fingerprint} AS fingerprint, CAST(${fingerprintVersion} AS UTINYINT) AS fingerprint_version
    FROM ${figures} GROUP BY ${sliceKey}`

/** Makes `next_slices`, the slices of `next_figures`. */
export const nextSlicesTable = (
  entry: number,
): string => `CREATE OR REPLACE TEMP TABLE next_slices AS
  SELECT ${sliceColumns} FROM (${slicesOf('next_figures', entry)}) ORDER BY ${slicesByMonth}`

/** Whether an old and a new slice have the same figures. Unknown counts are not zeros. */
const sameFigures = `old.fingerprint = new.fingerprint
  AND old.fingerprint_version = new.fingerprint_version
  AND old.row_count = new.row_count
  AND old.impressions = new.impressions AND old.revenue_micros = new.revenue_micros
  AND old.clicks IS NOT DISTINCT FROM new.clicks
  AND old.installs IS NOT DISTINCT FROM new.installs`

/** Whether a slice of `slice_changes` has the totals that it had. */
const sameTotals = ['impressions', 'clicks', 'installs', 'revenue_micros']
  .map((column) => `old_${column} IS NOT DISTINCT FROM new_${column}`)
  .join(' AND ')

/**
 * Makes `slice_changes`: each slice of `current_slices` and `next_slices` with the totals of both and
 * its change: `added`, `restated`, `removed` or `unchanged`.
 *
 * @param alsoSame a condition on `old` and `new` for further slices that are unchanged
 */
export async function compareSlices(scratch: DuckDBConnection, alsoSame = 'false'): Promise<void> {
  await scratch.run(`CREATE OR REPLACE TEMP TABLE slice_changes AS
    SELECT ${sliceKey},
      CASE WHEN old.import_id IS NULL THEN 'added' WHEN new.import_id IS NULL THEN 'removed'
        WHEN (${sameFigures}) OR (${alsoSame}) THEN 'unchanged' ELSE 'restated' END AS change,
      ${totalsOf('old')}, ${totalsOf('new')}
    FROM current_slices AS old FULL JOIN next_slices AS new USING (${sliceKey})
    ORDER BY day, app, network`)
}

const totalsOf = (age: 'old' | 'new') =>
  `${age}.impressions AS ${age}_impressions, ${age}.clicks AS ${age}_clicks,
      ${age}.installs AS ${age}_installs, ${age}.revenue_micros AS ${age}_revenue_micros`

/** The columns of `slice_changes` that the ledger stores for each changed slice. */
export const changeColumns = `${sliceKey},
  old_impressions, old_clicks, old_installs, old_revenue_micros,
  new_impressions, new_clicks, new_installs, new_revenue_micros`

/**
 * The slice versions that an entry writes: `next_slices` with this entry, the entry that last changed
 * their figures, and the number of restatements. Rows that add up to the same totals, as when ad units have other
 * names, restate nothing.
 */
export const newVersions = (entry: number): string => `SELECT
    ${columnsOf('next', sliceColumns)}, CAST(${entry} AS UINTEGER) AS since,
    CASE WHEN change = 'unchanged' THEN old.changed ELSE CAST(${entry} AS UINTEGER) END AS changed,
    CAST(coalesce(old.restatements, 0)
      + CAST(change = 'restated' AND NOT (${sameTotals}) AS UINTEGER) AS UINTEGER) AS restatements
  FROM next_slices AS next JOIN slice_changes USING (${sliceKey})
  LEFT JOIN current_slices AS old USING (${sliceKey})`

const columnsOf = (table: string, columns: string) =>
  columns
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ')

/** Computes new fingerprints for current slices whose fingerprint version is outdated. */
export async function renewFingerprints(
  scratch: DuckDBConnection,
  current: CurrentSlices,
): Promise<void> {
  const outdated = `(SELECT ${sliceKey}
    FROM current_slices AS old JOIN next_slices AS new USING (${sliceKey})
    WHERE old.fingerprint_version <> new.fingerprint_version)`
  const range = await rangeOf(scratch, outdated)
  if (range.days.length === 0) return
  await scratch.run(`UPDATE current_slices
    SET fingerprint = renewed.fingerprint, fingerprint_version = ${fingerprintVersion}
    FROM (
      SELECT ${sliceKey}, ${fingerprint} AS fingerprint
      FROM (SELECT ${figureColumns} FROM ${await current.figures(range)})
      SEMI JOIN ${outdated} USING (${sliceKey}) GROUP BY ${sliceKey}
    ) AS renewed
    WHERE ${sameSlice('current_slices', 'renewed')}`)
}

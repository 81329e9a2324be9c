import type { DuckDBConnection } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import { figureColumns, sliceColumns, slicesByMonth } from './columns.ts'
import { rangeOf } from './slice-range.ts'
import type { CurrentSlices } from './staged-slices.ts'

/**
 * The engine's `hash()` decides what a fingerprint is. Count this up when an upgrade of the engine
 * changes it: fingerprints of different versions are never compared.
 */
export const fingerprintVersion = 1

/**
 * The engine only XORs the last column into the hash of several, so that equal changes of two rows
 * would cancel each other out; hashing once more mixes it in.
 */
export const fingerprint =
  'bit_xor(hash(hash(format, country, ad_tag, impressions, clicks, installs, revenue_micros)))'

/** Makes `next_slices` from `next_figures`: their totals and fingerprints. */
export const nextSlicesTable = (
  entry: number,
): string => `CREATE OR REPLACE TEMP TABLE next_slices AS
  SELECT ${sliceColumns} FROM (
    SELECT ${sliceKey}, CAST(${entry} AS UINTEGER) AS import_id,
      CAST(count(*) AS UINTEGER) AS row_count,
      CAST(sum(impressions) AS BIGINT) AS impressions, CAST(sum(clicks) AS BIGINT) AS clicks,
      CAST(sum(installs) AS BIGINT) AS installs,
      CAST(sum(revenue_micros) AS BIGINT) AS revenue_micros,
      ${fingerprint} AS fingerprint, CAST(${fingerprintVersion} AS UTINYINT) AS fingerprint_version
    FROM next_figures GROUP BY ${sliceKey}
  ) ORDER BY ${slicesByMonth}`

/** Whether an old and a new slice have the same figures. Unknown counts are not zeros. */
const sameFigures = `old.fingerprint = new.fingerprint
  AND old.fingerprint_version = new.fingerprint_version
  AND old.row_count = new.row_count
  AND old.impressions = new.impressions AND old.revenue_micros = new.revenue_micros
  AND old.clicks IS NOT DISTINCT FROM new.clicks
  AND old.installs IS NOT DISTINCT FROM new.installs`

/**
 * Makes `slice_changes`: each slice of `current_slices` and `next_slices` once, with the totals of
 * both and what becomes of it (`added`, `restated`, `removed`, or `unchanged` when its figures are
 * the same).
 *
 * @param alsoSame a condition on `old` and `new` that tells more slices that are the same
 */
export async function compareSlices(scratch: DuckDBConnection, alsoSame = 'false'): Promise<void> {
  await scratch.run(`CREATE OR REPLACE TEMP TABLE slice_changes AS
    SELECT ${sliceKey},
      CASE WHEN old.import_id IS NULL THEN 'added' WHEN new.import_id IS NULL THEN 'removed'
        WHEN (${sameFigures}) OR (${alsoSame}) THEN 'unchanged' ELSE 'restated' END AS change,
      ${bothAges('old')}, ${bothAges('new')}
    FROM current_slices AS old FULL JOIN next_slices AS new USING (${sliceKey})
    ORDER BY day, app, network`)
}

const bothAges = (age: 'old' | 'new') =>
  `${age}.impressions AS ${age}_impressions, ${age}.clicks AS ${age}_clicks,
      ${age}.installs AS ${age}_installs, ${age}.revenue_micros AS ${age}_revenue_micros`

/** The columns of `slice_changes` that the ledger keeps of each slice that changed. */
export const changeColumns = `${sliceKey},
  old_impressions, old_clicks, old_installs, old_revenue_micros,
  new_impressions, new_clicks, new_installs, new_revenue_micros`

/**
 * The versions that begin with an entry: `next_slices` with the entry that they are from, the one
 * that last changed their figures, and how often they were restated.
 */
export const newVersions = (entry: number): string => `SELECT
    ${columnsOf('next', sliceColumns)}, CAST(${entry} AS UINTEGER) AS since,
    CASE WHEN change = 'unchanged' THEN old.changed ELSE CAST(${entry} AS UINTEGER) END AS changed,
    CAST(coalesce(old.restatements, 0) + CAST(change = 'restated' AS UINTEGER) AS UINTEGER)
      AS restatements
  FROM next_slices AS next JOIN slice_changes USING (${sliceKey})
  LEFT JOIN current_slices AS old USING (${sliceKey})`

const columnsOf = (table: string, columns: string) =>
  columns
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ')

/** Gives current slices whose fingerprint is of another version one that can be compared. */
export async function renewFingerprints(
  scratch: DuckDBConnection,
  current: CurrentSlices,
): Promise<void> {
  await scratch.run(`CREATE OR REPLACE TEMP TABLE outdated_slices AS
    SELECT ${sliceKey} FROM current_slices AS old JOIN next_slices AS new USING (${sliceKey})
    WHERE old.fingerprint_version <> new.fingerprint_version`)
  const range = await rangeOf(scratch, 'outdated_slices')
  if (range.days.length === 0) return
  await scratch.run(`UPDATE current_slices
    SET fingerprint = renewed.fingerprint, fingerprint_version = ${fingerprintVersion}
    FROM (
      SELECT ${sliceKey}, ${fingerprint} AS fingerprint
      FROM (SELECT ${figureColumns} FROM ${await current.figures(range)})
      SEMI JOIN outdated_slices USING (${sliceKey}) GROUP BY ${sliceKey}
    ) AS renewed
    WHERE ${sliceKey
      .split(', ')
      .map((column) => `current_slices.${column} = renewed.${column}`)
      .join(' AND ')}`)
}

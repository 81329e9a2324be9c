import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import { type Booking, isMediated } from './booking-facts.ts'
import { putTable, rowsOf } from './scratch-tables.ts'
import { rangeOf } from './slice-range.ts'
import { roleOf } from './slice-roles.ts'
import type { CurrentSlices } from './staged-slices.ts'

/** The columns that slices share with their role in `slice_roles`. All slices of a merge are of one app. */
export const roleKey = 'import_id, day, account, network'

const bookedSlices = `(
  SELECT import_id, ${sliceKey} FROM group_slices UNION ALL SELECT import_id, ${sliceKey} FROM next_slices
)`

/**
 * Lists in `slice_roles` what the slices of `group_slices` and `next_slices` are. A merged slice has the role of what
 * it was made of. Where that had several, a network's own figures come first, then the rows that are added.
 */
export async function putRoles(
  scratch: DuckDBConnection,
  { entry, facts, entries }: Booking,
  current: CurrentSlices,
): Promise<void> {
  const { sources } = await import('../sources/all-sources.ts')
  await scratch.run(`CREATE OR REPLACE TEMP TABLE merged_parts AS
    SELECT 0 AS merge_id, ${sliceKey}, import_id FROM group_slices LIMIT 0`)
  const all = [{ id: entry, ...facts }]
  for (;;) {
    const known = all.map(({ id }) => id).join(', ')
    const rows = await rowsOf(
      scratch,
      `SELECT DISTINCT import_id FROM (
        SELECT import_id FROM ${bookedSlices} UNION ALL SELECT import_id FROM merged_parts
      ) WHERE import_id NOT IN (${known})`,
    )
    const found = await entries.byIds(rows.map(([id]) => Number(id)))
    if (found.length === 0) break
    all.push(...found)
    const merges = found.flatMap(({ id, kind }) => (kind === 'merge' ? [id] : []))
    if (merges.length > 0) await loadParts(scratch, merges, current)
  }
  await putTable(
    scratch,
    'import_roles',
    { role_id: UINTEGER, own_network: VARCHAR, booking: VARCHAR, report: VARCHAR },
    all.map((one) => {
      const { ownNetwork, booking, report } = roleOf(one, sources)
      return [one.id, ownNetwork, booking, report]
    }),
  )
  await scratch.run(`CREATE OR REPLACE TEMP TABLE slice_roles AS
    WITH RECURSIVE origins AS (
      SELECT DISTINCT ${roleKey}, import_id AS role_id FROM ${bookedSlices}
      UNION
      SELECT origins.import_id, day, account, network, merged_parts.import_id
      FROM origins JOIN merged_parts USING (day, account, network) WHERE merge_id = role_id
    )
    SELECT ${roleKey}, own_network, booking, report
    FROM origins JOIN import_roles USING (role_id) JOIN booked_networks USING (account, network)
    QUALIFY row_number() OVER (PARTITION BY ${roleKey} ORDER BY
      booking IS NULL, ${isMediated}, booking = 'before', booking = 'auto', role_id DESC) = 1`)
}

/** Adds to `merged_parts` the versions of slices that merges ended, because they made others of them. */
async function loadParts(
  scratch: DuckDBConnection,
  merges: readonly number[],
  current: CurrentSlices,
): Promise<void> {
  const range = await rangeOf(scratch, bookedSlices)
  const ended = await current.endedBy(merges, { ...range, apps: null })
  await scratch.run(
    `INSERT INTO merged_parts SELECT until AS merge_id, ${sliceKey}, import_id FROM ${ended}`,
  )
}

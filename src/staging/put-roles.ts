import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import { type BookingFacts, isMediated, type ReportCodes } from './booking-facts.ts'
import { putTable, rowsOf } from './scratch-tables.ts'
import { rangeOf } from './slice-range.ts'
import { roleOf } from './slice-roles.ts'
import type { CurrentSlices } from './staged-slices.ts'

/** The columns that versions of slices share with their role in `slice_roles`. */
export const roleKey = `import_id, ${sliceKey}`

/** Slices with a role that count only because a secondary report has their rows. */
export const isDerived = `(account = owner AND ${isMediated} AND booking IN ('auto', 'add'))`

/** Lists in `booked_networks` the networks of accounts and of their secondary reports. */
export const putNetworks = (scratch: DuckDBConnection, { networks }: ReportCodes): Promise<void> =>
  putTable(
    scratch,
    'booked_networks',
    { account: UINTEGER, owner: UINTEGER, network: UINTEGER, name: VARCHAR },
    networks.map(({ account, owner, code, name }) => [account, owner, code, name]),
  )

/** Whether the slices of an entry are what the slices were that it made them of. */
const isMade = ({ kind, source }: Pick<LedgerEntry, 'kind' | 'source'>): boolean =>
  kind === 'merge' || (kind === 'revaluation' && source === 'adtally')

/**
 * Lists in `slice_roles` what slices are, by their import. Merged slices have the role of what they were made of, and
 * keep it when their money is converted again. Where that had several, a network's own figures come first, then the
 * rows that are added.
 *
 * A role is not stored, because all it follows from is: ledger entries stay, and compactions keep the versions that
 * these entries ended.
 *
 * @param slices a relation with {@link roleKey}
 */
export async function putRoles(
  scratch: DuckDBConnection,
  slices: string,
  { entry, facts, entries }: Pick<BookingFacts, 'entry' | 'facts' | 'entries'>,
  current: CurrentSlices,
): Promise<void> {
  const { sources } = await import('../sources/all-sources.ts')
  const own = { id: entry, ...facts }
  // Versions that this entry ends are current still.
  await scratch.run(`CREATE OR REPLACE TEMP TABLE slice_parts AS
    SELECT CAST(${entry} AS UINTEGER) AS made_by, ${facts.kind === 'merge'} AS is_merge, ${roleKey}
    FROM ${isMade(own) ? 'current_slices' : `(FROM ${slices} LIMIT 0)`}`)
  const all = [own]
  for (;;) {
    const known = all.map(({ id }) => id).join(', ')
    const rows = await rowsOf(
      scratch,
      `SELECT DISTINCT import_id FROM (
        SELECT import_id FROM ${slices} UNION ALL SELECT import_id FROM slice_parts
      ) WHERE import_id NOT IN (${known})`,
    )
    const found = await entries.byIds(rows.map(([id]) => Number(id)))
    if (found.length === 0) break
    all.push(...found)
    const making = found.filter(isMade)
    if (making.length > 0) await loadParts(scratch, slices, making, current)
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
      SELECT DISTINCT ${roleKey}, import_id AS role_id, app AS role_app FROM ${slices}
      UNION
      SELECT origins.import_id, day, account, origins.app, network, parts.import_id, parts.app
      FROM origins JOIN slice_parts AS parts USING (day, account, network)
      WHERE made_by = role_id AND (is_merge OR parts.app = role_app)
    )
    SELECT ${roleKey}, own_network, booking, report
    FROM origins JOIN import_roles USING (role_id) JOIN booked_networks USING (account, network)
    QUALIFY row_number() OVER (PARTITION BY ${roleKey} ORDER BY
      booking IS NULL, ${isMediated}, booking = 'before', booking = 'auto', role_id DESC) = 1`)
}

/** Adds to `slice_parts` the versions of slices that entries ended, because they made others of them. */
async function loadParts(
  scratch: DuckDBConnection,
  slices: string,
  making: readonly Pick<LedgerEntry, 'id' | 'kind'>[],
  current: CurrentSlices,
): Promise<void> {
  const range = await rangeOf(scratch, slices)
  const ids = making.map(({ id }) => id)
  const merges = making.flatMap(({ id, kind }) => (kind === 'merge' ? [id] : []))
  const ended = await current.endedBy(ids, { ...range, apps: null })
  await scratch.run(
    `INSERT INTO slice_parts
    SELECT until, until IN (${[0, ...merges].join(', ')}), ${roleKey} FROM ${ended}`,
  )
}

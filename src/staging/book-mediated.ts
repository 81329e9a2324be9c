import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import type { LabelKind } from '../ledger/journal.ts'
import type { Day } from '../values/day.ts'
import { type BookingFacts, group, isAmong, isMediated, place } from './booking-facts.ts'
import {
  figureColumns,
  figureCounts,
  figuresByMonth,
  sameSlice,
  sliceColumns,
  sliceVersionColumns,
  sumsOf,
} from './columns.ts'
import { slicesOf } from './compare-slices.ts'
import { putNetworks, putRoles, roleKey } from './put-roles.ts'
import { putTable, rowsOf } from './scratch-tables.ts'
import { rangeOf } from './slice-range.ts'
import type { CurrentSlices } from './staged-slices.ts'
import { listUncounted } from './uncounted-slices.ts'

/** Whether a slice is one that the rows or the scope of a booked entry are about. */
export const isStated = `NOT ${isAmong('rebooked_slices')}`

/**
 * Decides which rows of mediations count after an entry, so that no revenue counts twice. All rows of a mediation are
 * in its secondary report. Of each day and network:
 *
 * - If the network's own report has figures, only they count.
 * - Otherwise the rows of one mediation count for each app: those that count already, or of the first mediation. Rows
 *   that are booked `add` are added to them.
 *
 * Changes the tables `next_figures`, `next_slices` and `current_slices` of the entry accordingly. Afterwards,
 * `rebooked_slices` lists the counted slices that the rule changes, and `uncounted_slices` the rows of mediations that
 * this entry states or replaces and that do not count.
 */
export async function bookMediated(
  scratch: DuckDBConnection,
  booking: BookingFacts | null,
  current: CurrentSlices,
): Promise<void> {
  if (!booking) return
  await loadGroups(scratch, booking, current)
  await putRoles(scratch, bookedSlices, booking, current)
  if (booking.facts.kind === 'deletion') await deleteReported(scratch)
  await findCounted(scratch)
  await listUncounted(scratch)
  const [found] = await rowsOf(scratch, 'SELECT count(*) FROM rebooked_slices')
  if (Number(found![0]) > 0) await applyBooked(scratch, booking, current)
}

const bookedSlices = `(SELECT ${roleKey} FROM group_slices UNION ALL SELECT ${roleKey} FROM next_slices)`

/** Lists the touched days and networks in `booked_groups`, and their current slices in `group_slices`. */
async function loadGroups(
  scratch: DuckDBConnection,
  booking: BookingFacts,
  current: CurrentSlices,
): Promise<void> {
  await putNetworks(scratch, booking)
  await putTable(
    scratch,
    'booked_reports',
    { account: UINTEGER, report_name: VARCHAR },
    booking.reports.map(({ reportId, name }) => [reportId, name]),
  )
  await scratch.run(`CREATE OR REPLACE TEMP TABLE touched_places AS
    SELECT DISTINCT ${place} FROM (
      SELECT ${sliceKey} FROM current_slices UNION ALL SELECT ${sliceKey} FROM next_slices
    ) JOIN booked_networks USING (account, network)`)
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE booked_groups AS SELECT DISTINCT ${group} FROM touched_places`,
  )
  const {
    days,
    accounts,
    networks: codes,
  } = await rangeOf(
    scratch,
    `(SELECT day, account, 0 AS app, network FROM booked_groups JOIN booked_networks USING (owner, name))`,
  )
  const range = { days: days as Day[], accounts, apps: null, networks: codes }
  await scratch.run(`CREATE OR REPLACE TEMP TABLE group_slices AS
    SELECT ${sliceVersionColumns}, owner, name
    FROM ${await current.slices(range)} JOIN booked_networks USING (account, network)
    SEMI JOIN booked_groups USING (${group})`)
}

/** A deletion of counted rows of mediations deletes them from their secondary reports too. */
async function deleteReported(scratch: DuckDBConnection): Promise<void> {
  await scratch.run(`INSERT INTO current_slices
    SELECT ${sliceVersionColumns} FROM group_slices JOIN slice_roles USING (${roleKey})
    WHERE account <> owner AND booking IN ('auto', 'add')
      AND NOT ${isAmong('current_slices')} AND (${place}) IN (
      SELECT (${place}) FROM group_slices JOIN slice_roles USING (${roleKey})
      WHERE account = owner AND ${isMediated} AND ${isAmong('current_slices')}
    )`)
}

/** Lists in `booked_slices` the slices of secondary reports that count, and in `rebooked_slices` what changes so. */
async function findCounted(scratch: DuckDBConnection): Promise<void> {
  const sums = 'impressions, revenue_micros'
  await scratch.run(`CREATE OR REPLACE TEMP TABLE slices_after AS
    SELECT *, ${isMediated} AS is_mediated FROM (
      SELECT ${place}, account, network, import_id, ${sums}, true AS is_next
      FROM next_slices JOIN booked_networks USING (account, network)
      UNION ALL
      SELECT ${place}, account, network, import_id, ${sums}, false FROM group_slices
      WHERE NOT ${isAmong('current_slices')} AND NOT ${isAmong('next_slices')}
    ) LEFT JOIN slice_roles USING (${roleKey})`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE own_groups AS
    SELECT DISTINCT ${group} FROM slices_after WHERE account = owner AND name = own_network`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE booked_slices AS
    SELECT * FROM (
      SELECT reported.*, counted.import_id AS counted_by
      FROM (FROM slices_after JOIN booked_reports USING (account)
        WHERE booking IN ('auto', 'add')) AS reported
      LEFT JOIN (FROM slices_after WHERE account = owner) AS counted USING (${place})
      WHERE (${['day', 'owner', 'name'].map((column) => `reported.${column}`).join(', ')})
          NOT IN (SELECT (${group}) FROM own_groups)
        AND (counted.import_id IS NULL
          OR (counted.is_mediated
            AND (counted.booking <> 'before' OR counted.report = report_name))
          OR (NOT counted.is_mediated AND reported.import_id > counted.import_id))
      QUALIFY reported.booking = 'add' OR row_number() OVER (
        PARTITION BY reported.owner, reported.name, reported.day, reported.app
        ORDER BY reported.booking = 'add', (counted.report = report_name) DESC NULLS LAST, reported.account
      ) = 1
    )`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE rebooked_slices AS
    SELECT day, owner AS account, app, codes.network, places.import_id, name
    FROM (
      SELECT ${place}, max(import_id) AS import_id FROM booked_slices GROUP BY ${place}
      HAVING (${place}) IN (SELECT (${place}) FROM touched_places)
        OR any_value(counted_by) IS DISTINCT FROM max(import_id)
      UNION ALL
      SELECT ${place}, NULL FROM slices_after
      WHERE account = owner AND is_mediated AND (${place}) NOT IN (SELECT (${place}) FROM booked_slices)
        AND (booking <> 'before' OR (${group}) IN (SELECT (${group}) FROM own_groups))
    ) AS places JOIN booked_networks AS codes USING (owner, name)
    WHERE codes.account = owner`)
}

/** Writes the slices of `rebooked_slices` from the figures of `booked_slices`. */
async function applyBooked(
  scratch: DuckDBConnection,
  { ownerCode }: BookingFacts,
  current: CurrentSlices,
): Promise<void> {
  await scratch.run(`CREATE OR REPLACE TEMP TABLE copied_slices AS
    SELECT day, account, app, booked_slices.network, owner, rebooked.network AS owner_network
    FROM booked_slices JOIN (
      SELECT day, account AS owner, app, network, name FROM rebooked_slices
    ) AS rebooked USING (${place})`)
  const kept = `(FROM copied_slices WHERE NOT ${isAmong('next_figures')})`
  const range = await rangeOf(scratch, kept)
  const stored =
    range.days.length === 0
      ? ''
      : `UNION ALL SELECT ${figureColumns} FROM ${await current.figures(range)} SEMI JOIN ${kept} USING (${sliceKey})`
  await scratch.run(`CREATE OR REPLACE TEMP TABLE copied_figures AS
    SELECT * FROM (
      SELECT ${figureColumns} FROM next_figures SEMI JOIN copied_slices USING (${sliceKey}) ${stored}
    ) JOIN copied_slices USING (${sliceKey})`)
  const codes = await rowsOf(
    scratch,
    `SELECT DISTINCT account, 'format', format FROM copied_figures
    UNION ALL SELECT DISTINCT account, 'ad_tag', ad_tag FROM copied_figures`,
  )
  await putTable(
    scratch,
    'copied_codes',
    { account: UINTEGER, kind: VARCHAR, code: UINTEGER, owner_code: UINTEGER },
    codes.map(([report, kind, code]) => [
      ...[Number(report), String(kind), Number(code)],
      ownerCode(Number(report), kind as LabelKind, Number(code)),
    ]),
  )
  const codesOf = (kind: LabelKind) =>
    `JOIN (FROM copied_codes WHERE kind = '${kind}') AS ${kind}s
      ON ${kind}s.account = copied.account AND ${kind}s.code = copied.${kind}`
  await scratch.run(`CREATE OR REPLACE TEMP TABLE booked_figures AS
    SELECT ${figureColumns} FROM (
      SELECT day, owner AS account, app, CAST(owner_network AS USMALLINT) AS network,
        CAST(formats.owner_code AS USMALLINT) AS format, country, ad_tags.owner_code AS ad_tag,
        ${sumsOf([...figureCounts, 'revenue_micros'], (column) => `copied.${column}`)}
      FROM copied_figures AS copied ${codesOf('format')} ${codesOf('ad_tag')} GROUP BY ALL
    )`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_figures AS
    SELECT ${figureColumns} FROM (
      SELECT ${figureColumns} FROM next_figures WHERE NOT ${isAmong('rebooked_slices')}
      UNION ALL SELECT ${figureColumns} FROM booked_figures
    ) ORDER BY ${figuresByMonth}`)
  await scratch.run(`DELETE FROM next_slices WHERE ${isAmong('rebooked_slices')}`)
  await scratch.run(`INSERT INTO next_slices (${sliceColumns})
    SELECT ${sliceColumns} FROM (${slicesOf('booked_figures', 0)})`)
  await scratch.run(`UPDATE next_slices SET import_id = rebooked_slices.import_id FROM rebooked_slices
    WHERE ${sameSlice('next_slices', 'rebooked_slices')}`)
  await scratch.run(`INSERT INTO current_slices
    SELECT ${sliceVersionColumns} FROM group_slices
    WHERE ${isAmong('rebooked_slices')} AND NOT ${isAmong('current_slices')}`)
}

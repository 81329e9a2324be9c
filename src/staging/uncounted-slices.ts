import type { DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import type { Day } from '../values/day.ts'
import { group, isMediated, place } from './booking-facts.ts'
import { roleKey } from './put-roles.ts'
import { rowsOf } from './scratch-tables.ts'
import type { UncountedRows } from './slice-store.ts'

/** Lists in `uncounted_slices` the touched rows of mediations that do not count, and what counts instead. */
export async function listUncounted(scratch: DuckDBConnection): Promise<void> {
  const isOwn = `(${group}) IN (SELECT (${group}) FROM own_groups)`
  await scratch.run(`CREATE OR REPLACE TEMP TABLE uncounted_slices AS
    SELECT ${place}, report_name AS report, impressions, revenue_micros, ${isOwn} AS is_own
    FROM slices_after JOIN booked_reports USING (account)
    WHERE is_next AND booking IN ('auto', 'add')
      AND (account, ${place}) NOT IN (SELECT (account, ${place}) FROM booked_slices)
    UNION ALL
    SELECT ${place}, report, impressions, revenue_micros, true
    FROM group_slices JOIN slice_roles USING (${roleKey})
    WHERE account = owner AND ${isMediated} AND ${isOwn}
      AND (${place}) NOT IN (
        SELECT (${place}) FROM slices_after JOIN booked_reports USING (account) WHERE is_next
      )`)
}

/** The rows of `uncounted_slices`, by account, network and report. */
export async function readUncounted(scratch: DuckDBConnection): Promise<UncountedRows[]> {
  const rows = await rowsOf(
    scratch,
    `SELECT owner, name, report, is_own, count(DISTINCT day), min(day), max(day),
      sum(impressions), sum(revenue_micros), (
        SELECT coalesce(sum(counted.revenue_micros), 0) FROM slices_after AS counted
        WHERE counted.account = counted.owner AND NOT counted.is_mediated = uncounted.is_own
          AND counted.owner = uncounted.owner AND counted.name = uncounted.name
          AND counted.day IN (
            SELECT day FROM uncounted_slices AS other
            WHERE other.owner = uncounted.owner AND other.name = uncounted.name
              AND other.report = uncounted.report AND other.is_own = uncounted.is_own
              AND (other.is_own OR other.app = counted.app)
          )
      )
    FROM uncounted_slices AS uncounted
    GROUP BY owner, name, report, is_own ORDER BY owner, name, report, is_own`,
  )
  return rows.map(([account, network, report, isOwn, days, firstDay, lastDay, ...sums]) => {
    const [impressions, revenueMicros, countedMicros] = sums.map((sum) => BigInt(sum as bigint))
    return {
      accountId: Number(account),
      network: String(network),
      report: String(report),
      counts: isOwn === true ? 'own report' : 'other mediation',
      days: Number(days),
      firstDay: (firstDay as DuckDBDateValue).days as Day,
      lastDay: (lastDay as DuckDBDateValue).days as Day,
      impressions: impressions!,
      revenueMicros: revenueMicros!,
      countedMicros: countedMicros!,
    }
  })
}

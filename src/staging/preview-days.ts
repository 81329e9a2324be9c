import type { DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import type { Day } from '../values/day.ts'
import { rowsOf } from './scratch-tables.ts'
import type { DayEffect, PreviewedImport } from './slice-store.ts'

/** More than anyone reads. */
const maxDaysListed = 1_000

/**
 * Reads from the tables of `planImport` what would change, by account, network and day.
 *
 * @param reportIds the secondary report that takes each account's place
 */
export async function previewDays(
  scratch: DuckDBConnection,
  reportIds: ReadonlyMap<number, number>,
): Promise<Pick<PreviewedImport, 'days' | 'dayCount'>> {
  const [counted] = await rowsOf(
    scratch,
    'SELECT count(*) FROM (SELECT DISTINCT account, network, day FROM slice_changes)',
  )
  const slices = (change: string) => `count(*) FILTER (WHERE change = '${change}')`
  const sums = (column: string) =>
    ['old', 'new'].map((age) => `coalesce(sum(${age}_${column}), 0)`).join(', ')
  const rows = await rowsOf(
    scratch,
    `SELECT account, (
        SELECT any_value(name) FROM staged_labels AS label
        WHERE kind = 'network' AND label.account = changes.account AND code = network
      ) AS name, day,
      ${['added', 'restated', 'unchanged', 'removed'].map(slices).join(', ')},
      coalesce(sum(row_count), 0), ${sums('impressions')}, ${sums('revenue_micros')},
      coalesce(sum(old_revenue_micros) FILTER (WHERE change = 'removed'), 0)
    FROM slice_changes AS changes LEFT JOIN next_slices USING (${sliceKey})
    GROUP BY account, network, day ORDER BY account, name, day LIMIT ${maxDaysListed}`,
  )
  const owners = new Map([...reportIds].map(([accountId, reportId]) => [reportId, accountId]))
  return { days: rows.map((row) => toDay(row, owners)), dayCount: Number(counted![0]) }
}

function toDay(row: readonly unknown[], owners: ReadonlyMap<number, number>): DayEffect {
  const [account, network, day, ...numbers] = row
  const [added, restated, unchanged, removed, rows] = numbers.map(Number)
  const [before, after, microsBefore, microsAfter, lostMicros] = numbers
    .slice(5)
    .map((sum) => BigInt(sum as bigint))
  return {
    accountId: owners.get(Number(account)) ?? Number(account),
    network: String(network),
    day: (day as DuckDBDateValue).days as Day,
    ...{ added: added!, restated: restated!, unchanged: unchanged!, removed: removed! },
    rows: rows!,
    impressions: { before: before!, after: after! },
    revenueMicros: { before: microsBefore!, after: microsAfter! },
    lostMicros: lostMicros!,
  }
}

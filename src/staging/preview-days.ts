import type { DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import type { Day } from '../values/day.ts'
import { rowsOf } from './scratch-tables.ts'
import type { DayEffect, PreviewedImport, StatedEffect } from './slice-store.ts'

type PreviewedDays = Pick<PreviewedImport, 'days' | 'dayCount' | 'beforeMicros' | 'stated'>

/** More than anyone reads. */
const maxDaysListed = 1_000

/**
 * Reads from the tables of `planImport` what would change, by account, network and day.
 *
 * @param reportIds the secondary report that takes each account's place
 * @param isMediation whether only counted slices are of interest, and not those of the secondary report
 */
export async function previewDays(
  scratch: DuckDBConnection,
  reportIds: ReadonlyMap<number, number>,
  isMediation: boolean,
  kind: FactKind,
): Promise<PreviewedDays> {
  const { sliceLabel } = kind
  const first = kind.countNames[0]!
  // Kinds without money change none.
  const lost = kind.hasMoney ? 'old_revenue_micros' : '0'
  const shown =
    isMediation && reportIds.size > 0
      ? `(FROM slice_changes WHERE account NOT IN (${[...reportIds.values()].join(', ')}))`
      : 'slice_changes'
  const [counted] = await rowsOf(
    scratch,
    `SELECT count(DISTINCT (account, ${sliceLabel}, day)), coalesce(sum(${lost}), 0)
    FROM ${shown}`,
  )
  const slices = (change: string) => `count(*) FILTER (WHERE change = '${change}')`
  const sums = (column: string) =>
    ['old', 'new'].map((age) => `coalesce(sum(${age}_${column}), 0)`).join(', ')
  const totals = `${sums(first)}, ${kind.hasMoney ? sums('revenue_micros') : '0, 0'}`
  const rows = await rowsOf(
    scratch,
    `SELECT account, (
        SELECT any_value(name) FROM staged_labels AS label
        WHERE kind = '${sliceLabel}' AND label.account = changes.account AND code = ${sliceLabel}
      ) AS name, day,
      ${['added', 'restated', 'unchanged', 'removed'].map(slices).join(', ')},
      coalesce(sum(row_count), 0), ${totals}
    FROM ${shown} AS changes
    GROUP BY account, ${sliceLabel}, day ORDER BY account, name, day LIMIT ${maxDaysListed}`,
  )
  const owners = new Map([...reportIds].map(([accountId, reportId]) => [reportId, accountId]))
  const [stated] = await rowsOf(
    scratch,
    `SELECT ${['added', 'restated', 'unchanged', 'removed'].map(slices).join(', ')},
      ${totals},
      coalesce(sum(${lost}) FILTER (WHERE change = 'removed'), 0)
    FROM slice_changes WHERE is_stated`,
  )
  const [rebooked] = await rowsOf(
    scratch,
    `SELECT count(*) FILTER (WHERE change <> 'unchanged'), count(*) FILTER (WHERE change <> 'added')
    FROM slice_changes WHERE NOT is_stated`,
  )
  const [dayCount, beforeMicros] = counted!
  return {
    days: rows.map((row) => toDay(row, owners)),
    dayCount: Number(dayCount),
    beforeMicros: BigInt(beforeMicros as bigint),
    stated: {
      ...toStated(stated!),
      rebooked: { changed: Number(rebooked![0]), replaced: Number(rebooked![1]) },
    },
  }
}

function toStated(row: readonly unknown[]): Omit<StatedEffect, 'rebooked'> {
  const [added, restated, unchanged, removed] = row.map(Number)
  const [before, after, microsBefore, microsAfter, lostMicros] = row
    .slice(4)
    .map((sum) => BigInt(sum as bigint))
  return {
    slices: { added: added!, restated: restated!, unchanged: unchanged!, removed: removed! },
    impressions: { before: before!, after: after! },
    revenueMicros: { before: microsBefore!, after: microsAfter! },
    lostMicros: lostMicros!,
  }
}

function toDay(row: readonly unknown[], owners: ReadonlyMap<number, number>): DayEffect {
  const [account, network, day, ...numbers] = row
  const [added, restated, unchanged, removed, rows] = numbers.map(Number)
  const [before, after, microsBefore, microsAfter] = numbers
    .slice(5)
    .map((sum) => BigInt(sum as bigint))
  return {
    accountId: owners.get(Number(account)) ?? Number(account),
    network: String(network),
    day: (day as DuckDBDateValue).days as Day,
    added: added!,
    restated: restated!,
    unchanged: unchanged!,
    removed: removed!,
    rows: rows!,
    impressions: { before: before!, after: after! },
    revenueMicros: { before: microsBefore!, after: microsAfter! },
  }
}

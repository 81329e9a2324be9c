import type { DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import { type FactKind, microsOf } from '../facts/fact-kind.ts'
import type { Day } from '../values/day.ts'
import { type ChangedSlices, sumOf } from './read-changes.ts'
import { rowsOf } from './scratch-tables.ts'
import type { DayEffect, PreviewedImport, StatedEffect } from './slice-store.ts'

type PreviewedDays = Pick<PreviewedImport, 'days' | 'dayCount' | 'beforeMicros' | 'stated'>

/** More than anyone reads. */
const maxDaysListed = 1_000

/**
 * Reads from the tables of `planImport` what would change, by account, network and day.
 *
 * @param changes those of all slices
 * @param reportIds the secondary report that takes each account's place
 * @param isMediation whether only counted slices are of interest, and not those of the secondary report
 */
export async function previewDays(
  scratch: DuckDBConnection,
  changes: readonly ChangedSlices[],
  reportIds: ReadonlyMap<number, number>,
  isMediation: boolean,
  kind: FactKind,
): Promise<PreviewedDays> {
  const { sliceLabel } = kind
  const [first] = kind.mainNumbers
  const [money] = kind.moneyNames
  const shown =
    isMediation && reportIds.size > 0
      ? `(FROM slice_changes WHERE account NOT IN (${[...reportIds.values()].join(', ')}))`
      : 'slice_changes'
  const [counted] = await rowsOf(
    scratch,
    `SELECT count(DISTINCT (account, ${sliceLabel}, day)) FROM ${shown}`,
  )
  const slices = (change: string) => `count(*) FILTER (WHERE change = '${change}')`
  const sums = (column: string) =>
    ['old', 'new'].map((age) => `coalesce(sum(${age}_${column}), 0)`).join(', ')
  const totals = `${sums(first!)}, ${money ? sums(microsOf(money)) : '0, 0'}`
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
  return {
    days: rows.map((row) => toDay(row, owners)),
    dayCount: Number(counted![0]),
    beforeMicros: totalOf(
      changes.filter(({ account }) => !isMediation || !owners.has(account)),
      ({ revenueMicros }) => revenueMicros.before,
    ),
    stated: toStated(changes),
  }
}

const totalOf = (changes: readonly ChangedSlices[], of: (one: ChangedSlices) => bigint): bigint =>
  changes.reduce((total, one) => total + of(one), 0n)

function toStated(changes: readonly ChangedSlices[]): StatedEffect {
  const stated = changes.filter(({ isStated }) => isStated)
  const rebooked = changes.filter(({ isStated }) => !isStated)
  const of = (change: ChangedSlices['change']) => stated.filter((one) => one.change === change)
  const sums = (sum: 'impressions' | 'revenueMicros') => ({
    before: totalOf(stated, (one) => one[sum].before),
    after: totalOf(stated, (one) => one[sum].after),
  })
  return {
    slices: {
      added: sumOf(of('added')),
      restated: sumOf(of('restated')),
      unchanged: sumOf(of('unchanged')),
      removed: sumOf(of('removed')),
    },
    impressions: sums('impressions'),
    revenueMicros: sums('revenueMicros'),
    lostMicros: totalOf(of('removed'), ({ revenueMicros }) => revenueMicros.before),
    rebooked: {
      changed: sumOf(rebooked.filter(({ change }) => change !== 'unchanged')),
      replaced: sumOf(rebooked.filter(({ change }) => change !== 'added')),
    },
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

import type { DuckDBConnection } from '@duckdb/node-api'
import { sliceKey } from '../../ledger/figure-keys.ts'
import type { SliceKey } from '../../staging/few-figures.ts'
import { type FewChange, type FewChanges, newVersionOf, rangeOf } from '../../staging/plan-few.ts'
import { inRange } from '../../staging/slice-range.ts'
import { formatDay } from '../../values/day.ts'
import { appendTo } from './stored-tables.ts'
import {
  addToMonths,
  type EntryRecord,
  endFigures,
  endSlices,
  insertEntry,
} from './write-changes.ts'

/**
 * Writes the changes of a small import like `writeChanges`, which takes tables of the scratch.
 *
 * @returns the accounts and secondary reports with slices among them, and the accounts of these reports
 */
export async function writeFewChanges(
  connection: DuckDBConnection,
  entry: number,
  committedAt: Date,
  { figures, slices, effect }: FewChanges,
  record: EntryRecord,
): Promise<number[]> {
  const changed = slices.filter(({ change }) => change !== 'unchanged')
  await appendTo(
    connection,
    'changes',
    changed.map((one) => toLedger(entry, one)),
  )
  await endOld(connection, entry, slices)
  if (changed.length > 0) await addToMonths(connection, monthsOf(changed))
  await appendTo(
    connection,
    'figures',
    figures.map((figure) => ({ ...figure, since: entry })),
  )
  await appendTo(
    connection,
    'slices',
    slices.map((one) => newVersionOf(entry, one)),
  )
  await insertEntry(connection, entry, committedAt, record, effect)
  const accounts = slices.map(({ next }) => next.account)
  return [...new Set([...accounts, ...effect.revenueMicros.keys()])]
}

/** Makes the current slices past ones, and removes the figures of those that change. */
async function endOld(
  connection: DuckDBConnection,
  entry: number,
  slices: readonly FewChange[],
): Promise<void> {
  const replaced = slices.flatMap(({ old }) => old ?? [])
  if (replaced.length === 0) return
  const past = replaced.map((old) => ({ ...old, until: entry }))
  await appendTo(connection, 'past_slices', past)
  const ended = slices.flatMap(({ old, change }) => (change === 'restated' ? old! : []))
  const within = inRange(rangeOf(replaced))
  if (ended.length > 0) await endFigures(connection, entry, within, keysOf(ended))
  await endSlices(connection, within, keysOf(replaced))
}

function keysOf(slices: readonly SliceKey[]): string {
  const rows = slices.map(
    ({ day, account, app, network }) =>
      `(DATE '1970-01-01' + ${day}, ${account}, ${app}, ${network})`,
  )
  return `(VALUES ${rows.join(', ')}) AS keys(${sliceKey})`
}

const toLedger = (entry: number, { old, next }: FewChange) => ({
  ...{ entry, day: next.day, account: next.account, app: next.app, network: next.network },
  ...{ old_impressions: old?.impressions ?? null, old_clicks: old?.clicks ?? null },
  ...{ old_installs: old?.installs ?? null, old_revenue_micros: old?.revenue_micros ?? null },
  ...{ new_impressions: next.impressions, new_clicks: next.clicks },
  ...{ new_installs: next.installs, new_revenue_micros: next.revenue_micros },
})

/** The rows that come to each month. */
function monthsOf(changed: readonly FewChange[]): string {
  const months = Map.groupBy(changed, ({ next }) => formatDay(next.day).slice(0, 7))
  const rows = [...months].map(([month, slices]) => {
    const rowCount = slices.reduce((sum, { next }) => sum + next.row_count, 0)
    return `(DATE '${month}-01', ${rowCount})`
  })
  return `(VALUES ${rows.join(', ')})`
}

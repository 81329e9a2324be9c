import type { DuckDBDateValue } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import { addDays, type Day, dayCount } from '../values/day.ts'
import { figureColumns, sliceVersionColumns } from './columns.ts'
import { compareSlices, nextSlicesTable, renewFingerprints } from './compare-slices.ts'
import { convertForeign } from './convert-foreign.ts'
import { nextFiguresTable, stagedKey, stagedRows } from './next-figures.ts'
import { putApps, putLabels } from './put-apps.ts'
import { refuse } from './refusals.ts'
import { inRange, rangeOf } from './slice-range.ts'
import type { ImportEffect } from './slice-store.ts'
import type {
  CurrentSlices,
  SliceRange,
  SliceScope,
  StagedApp,
  StagedLabel,
  StagedSlices,
} from './staged-slices.ts'

/** What staged names and references mean in a store. */
export interface Resolution {
  /** The ledger entry that the import will be. */
  readonly entry: number
  readonly apps: readonly StagedApp[]
  /** The codes of the rows' names, and of the scope's networks as far as they have any. */
  readonly labels: readonly StagedLabel[]
  /** The secondary report that takes each account's place; empty for figures that count. */
  readonly reportIds: ReadonlyMap<number, number>
}

/**
 * Works out in the scratch what an import changes:
 *
 * - `next_figures`, `next_slices`: the slices of its rows, as they will be;
 * - `current_slices`: those that it replaces or ends;
 * - `slice_changes`: what becomes of each slice;
 * - `foreign_rows`: what was converted, when the import has rates.
 *
 * @throws Refusal `figures_too_large` when a slice adds up to more than 64 bits hold
 */
export async function planImport(
  staged: StagedSlices,
  { entry, apps, labels, reportIds }: Resolution,
  current: CurrentSlices,
): Promise<ImportEffect> {
  const { scratch, isPartial, scope } = staged
  const keyed = (accountId: number) => reportIds.get(accountId) ?? accountId
  await putApps(
    scratch,
    apps.map((app) => ({ ...app, accountId: keyed(app.accountId) })),
  )
  await putLabels(scratch, labels)
  const range = scope && scopeRange({ ...scope, accountId: keyed(scope.accountId) }, labels)
  const loadCurrent = async (touched: string) => {
    await scratch.run(`CREATE OR REPLACE TEMP TABLE touched AS ${touched}`)
    await loadCurrentSlices(staged, range, current)
  }
  if (isPartial) {
    await loadCurrent(`SELECT DISTINCT ${sliceKey} FROM (SELECT ${stagedKey} ${stagedRows})`)
    await loadCurrentFigures(staged, current)
  }
  const converted = await makeNext(staged, entry)
  if (!isPartial) await loadCurrent(`SELECT ${sliceKey} FROM next_slices`)
  await renewFingerprints(scratch, current)
  await compareSlices(scratch)
  const owners = new Map([...reportIds].map(([accountId, reportId]) => [reportId, accountId]))
  return { ...(await readEffect(staged, owners)), converted }
}

function scopeRange(
  { days, networks, accountId }: SliceScope,
  labels: readonly StagedLabel[],
): SliceRange {
  const codes = labels.filter(({ kind, name }) => kind === 'network' && networks.includes(name))
  return {
    days: Array.from({ length: dayCount(days) }, (_, index) => addDays(days.firstDay, index)),
    accounts: [accountId],
    apps: null,
    networks: codes.map(({ code }) => code),
  }
}

/** Lists in `current_slices` the current slices that are touched or in the scope. */
async function loadCurrentSlices(
  { scratch }: StagedSlices,
  scope: SliceRange | null,
  current: CurrentSlices,
): Promise<void> {
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${sliceVersionColumns} FROM ${await current.slices(await rangeOf(scratch, 'touched'))}
    SEMI JOIN touched USING (${sliceKey})`,
  )
  if (scope === null) return
  await scratch.run(
    `INSERT INTO current_slices
    SELECT ${sliceVersionColumns} FROM ${await current.slices(scope)}
    WHERE ${inRange(scope)} AND (${sliceKey}) NOT IN (SELECT (${sliceKey}) FROM touched)`,
  )
}

/** Lists in `current_figures` the figures of `current_slices`. */
async function loadCurrentFigures({ scratch }: StagedSlices, current: CurrentSlices) {
  const range = await rangeOf(scratch, 'current_slices')
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE current_figures AS
    SELECT ${figureColumns} FROM ${await current.figures(range)}
    SEMI JOIN current_slices USING (${sliceKey})`,
  )
}

/** @returns what was converted, by currency */
async function makeNext(staged: StagedSlices, entry: number): Promise<ReadonlyMap<string, string>> {
  const { scratch, rates } = staged
  try {
    const converted = await convertForeign(scratch, rates)
    await scratch.run(nextFiguresTable(staged))
    await scratch.run(nextSlicesTable(entry))
    return converted
  } catch (error) {
    if (!/out of range|overflow|failed to cast/i.test((error as Error).message)) throw error
    throw refuse('figures_too_large', {}, { cause: error })
  }
}

/** The rows that a partial import brings to slices which have others too. */
const broughtRows = `(SELECT count(*) FROM (SELECT DISTINCT ${stagedKey} ${stagedRows}))`

async function readEffect(
  { scratch, isPartial }: StagedSlices,
  owners: ReadonlyMap<number, number>,
): Promise<Omit<ImportEffect, 'converted'>> {
  const replaced = `UNION ALL SELECT account, -impressions, -revenue_micros
    FROM current_slices SEMI JOIN next_slices USING (${sliceKey})`
  const brought = `SELECT account, impressions, revenue_micros FROM next_slices
    ${isPartial ? replaced : ''}`
  const totals = await scratch.runAndReadAll(
    `SELECT ${isPartial ? broughtRows : 'coalesce(sum(row_count), 0)'}, count(*),
      min(day), max(day), (SELECT coalesce(sum(impressions), 0) FROM (${brought})),
      (SELECT count(*) FROM slice_changes WHERE change IN ('restated', 'unchanged')),
      (SELECT count(*) FROM slice_changes WHERE change = 'unchanged'),
      (SELECT count(*) FROM slice_changes WHERE change = 'removed')
    FROM next_slices`,
  )
  const [rows, slices, firstDay, lastDay, impressions, ...counts] = totals.getRows()[0]!
  const [replacedSlices, unchangedSlices, removedSlices] = counts.map(Number)
  const byAccount = await scratch.runAndReadAll(
    `SELECT account, sum(revenue_micros) FROM (${brought}) GROUP BY account ORDER BY account`,
  )
  const revenue = byAccount.getRows().map(([account, micros]) => {
    const id = Number(account)
    return [owners.get(id) ?? id, BigInt(micros as bigint)] as const
  })
  return {
    rows: Number(rows),
    slices: Number(slices),
    replacedSlices: replacedSlices!,
    unchangedSlices: unchangedSlices!,
    removedSlices: removedSlices!,
    firstDay: dayOrNull(firstDay),
    lastDay: dayOrNull(lastDay),
    impressions: BigInt(impressions as bigint),
    revenueMicros: new Map(revenue),
  }
}

const dayOrNull = (value: unknown): Day | null =>
  value === null ? null : ((value as DuckDBDateValue).days as Day)

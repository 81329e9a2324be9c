import { type DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import type { Day } from '../values/day.ts'
import { sliceVersionColumns } from './columns.ts'
import { fingerprintVersion } from './compare-slices.ts'
import {
  type FewFigure,
  type FewSlice,
  figuresOf,
  idOf,
  type SliceKey,
  slicesOf,
  sumOf,
} from './few-figures.ts'
import { importsOf, othersAmong } from './other-sources.ts'
import { type Resolution, scopeRange } from './plan-import.ts'
import { rowsOf } from './scratch-tables.ts'
import { inRange } from './slice-range.ts'
import type { ImportEffect } from './slice-store.ts'
import type { CurrentSlices, SliceRange, SliceScope, StagedSlices } from './staged-slices.ts'

/** A version of a slice, by the columns of `slices`. */
export interface FewVersion extends FewSlice {
  readonly import_id: number
  readonly fingerprint_version: number
  readonly since: number
  readonly changed: number
  readonly restatements: number
}

/** A slice of an import, and the current slice that it replaces. */
export interface FewChange {
  readonly change: 'added' | 'restated' | 'unchanged'
  readonly old: FewVersion | null
  readonly next: FewSlice
}

/** What a small import changes. */
export interface FewChanges {
  /** The figures of slices that are not unchanged, in their stored order. */
  readonly figures: readonly FewFigure[]
  /** In their stored order. */
  readonly slices: readonly FewChange[]
  readonly effect: ImportEffect
}

/** Of more slices, the engine finds those that an import touches. */
const maxRange = 20_000

/**
 * What `planImport` computes, of few rows and without the engine, whose statements take a millisecond each.
 *
 * @returns null when the engine has to compute it
 */
export async function planFew(
  { scratch, few, rates, isPartial, keepsOtherSources, scope }: StagedSlices,
  resolution: Resolution,
  current: CurrentSlices,
): Promise<FewChanges | null> {
  const { apps, labels, reportIds, sources } = resolution
  if (!few || rates.length > 0 || isPartial || keepsOtherSources) return null
  if (scope && !isWhole(scope)) return null
  const keyed = apps.map((app) => ({
    ...app,
    accountId: reportIds.get(app.accountId) ?? app.accountId,
  }))
  const figures = figuresOf(few.rows, keyed, labels)
  if (!figures) return null
  const next = slicesOf(figures)
  const range = rangeOf(next)
  if (sizeOf(range) > maxRange) return null
  const read = await readSlices(scratch, `${await current.slices(range)} WHERE ${inRange(range)}`)
  const found = new Map(read.map((slice) => [idOf(slice), slice]))
  const slices = next.map((slice) => toChange(slice, found.get(idOf(slice)) ?? null))
  const replaced = slices.flatMap(({ old }) => (old ? [old] : []))
  if (replaced.some((old) => old.fingerprint_version !== fingerprintVersion)) return null
  if (scope && (await endsAny(scratch, scope, replaced, resolution, current))) return null
  const unchanged = slices.filter(({ change }) => change === 'unchanged')
  const same = new Set(unchanged.map(({ next }) => idOf(next)))
  const days = range.days.toSorted((a, b) => a - b)
  const byImport = Map.groupBy(replaced, (old) => old.import_id)
  const counts = new Map([...byImport].map(([id, ofImport]) => [id, ofImport.length]))
  const effect: ImportEffect = {
    rows: figures.length,
    slices: slices.length,
    replacedSlices: replaced.length,
    unchangedSlices: unchanged.length,
    removedSlices: 0,
    firstDay: days[0]!,
    lastDay: days.at(-1)!,
    impressions: sumOf(next.map(({ impressions }) => impressions))!,
    revenueMicros: revenueOf(next, reportIds),
    converted: new Map(),
    otherSources: (await othersAmong(counts, sources)).counts,
    keptSources: new Map(),
    uncounted: [],
    touchedSlices: slices.length,
  }
  return { figures: figures.filter((figure) => !same.has(idOf(figure))), slices, effect }
}

/** Whether a scope is of all slices of some days, and nothing but its rows becomes of them. */
const isWhole = ({ days, networks, apps, mergedInto }: SliceScope): boolean =>
  days !== null && networks === null && apps === undefined && mergedInto === undefined

/** Whether slices of a scope have no rows, so that they end. @param replaced those that have rows */
async function endsAny(
  scratch: DuckDBConnection,
  scope: SliceScope,
  replaced: readonly FewVersion[],
  { labels, reportIds, reports, sources: { entries } }: Resolution,
  current: CurrentSlices,
): Promise<boolean> {
  const accountId = reportIds.get(scope.accountId) ?? scope.accountId
  const range = scopeRange(scope, accountId, labels, reports)
  const rows = await rowsOf(
    scratch,
    `SELECT import_id, count(*) FROM ${await current.slices(range)} WHERE ${inRange(range)}
    GROUP BY import_id`,
  )
  const counts = new Map(rows.map(([id, count]) => [Number(id), Number(count)]))
  for (const { day, account, import_id } of replaced) {
    const isInScope = range.days!.includes(day) && range.accounts.includes(account)
    if (isInScope) counts.set(import_id, counts.get(import_id)! - 1)
  }
  const ids = [...counts].filter(([, count]) => count > 0).map(([id]) => id)
  if (scope.statedBy === undefined) return ids.length > 0
  return (await importsOf(scope.statedBy, ids, entries)).length > 0
}

/** The smallest range that contains slices. */
export function rangeOf(
  slices: readonly SliceKey[],
): SliceRange & { readonly days: readonly Day[] } {
  const distinct = <Value>(get: (slice: SliceKey) => Value) => [...new Set(slices.map(get))]
  return {
    days: distinct(({ day }) => day),
    accounts: distinct(({ account }) => account),
    apps: distinct(({ app }) => app),
    networks: distinct(({ network }) => network),
  }
}

/** The most slices that can be in a range and on the days between its days. */
function sizeOf({ days, accounts, apps, networks }: ReturnType<typeof rangeOf>): number {
  const span = Math.max(...days) - Math.min(...days) + 1
  return span * accounts.length * apps!.length * networks!.length
}

async function readSlices(connection: DuckDBConnection, relation: string): Promise<FewVersion[]> {
  const names = sliceVersionColumns.split(', ')
  const rows = await rowsOf(connection, `SELECT ${sliceVersionColumns} FROM ${relation}`)
  return rows.map((row) => {
    const cells = row.map((cell) => (cell instanceof DuckDBDateValue ? cell.days : cell))
    return Object.fromEntries(names.map((name, index) => [name, cells[index]])) as never
  })
}

function toChange(next: FewSlice, old: FewVersion | null): FewChange {
  const change = old === null ? 'added' : isSame(old, next) ? 'unchanged' : 'restated'
  return { change, old, next }
}

const compared = [
  ...(['fingerprint', 'row_count', 'impressions', 'revenue_micros'] as const),
  ...(['clicks', 'installs'] as const),
] as const

/** Unknown counts are not zeros. */
const isSame = (old: FewVersion, next: FewSlice): boolean =>
  compared.every((column) => old[column] === next[column])

const totals = ['impressions', 'clicks', 'installs', 'revenue_micros'] as const

/** Rows that add up to the same totals restate nothing. */
const hasSameTotals = (old: FewVersion, next: FewSlice): boolean =>
  totals.every((column) => old[column] === next[column])

/** By account, in the order of the accounts or of the secondary reports that take their places. */
function revenueOf(
  slices: readonly FewSlice[],
  reportIds: ReadonlyMap<number, number>,
): Map<number, bigint> {
  const owners = new Map([...reportIds].map(([accountId, reportId]) => [reportId, accountId]))
  const byAccount = [...Map.groupBy(slices, ({ account }) => account)].sort(([a], [b]) => a - b)
  return new Map(
    byAccount.map(([account, ofAccount]) => [
      owners.get(account) ?? account,
      sumOf(ofAccount.map(({ revenue_micros }) => revenue_micros))!,
    ]),
  )
}

/** What `newVersions` gives for a slice: its version that an entry writes. */
export const newVersionOf = (entry: number, { change, old, next }: FewChange): FewVersion => ({
  ...next,
  ...{ import_id: entry, fingerprint_version: fingerprintVersion, since: entry },
  changed: change === 'unchanged' ? old!.changed : entry,
  restatements:
    (old?.restatements ?? 0) + (change === 'restated' && !hasSameTotals(old!, next) ? 1 : 0),
})

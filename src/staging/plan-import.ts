import { BOOLEAN, UINTEGER, VARCHAR } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import type { SecondaryReport } from '../ledger/figure-ledger.ts'
import { addDays, dayCount } from '../values/day.ts'
import { bookMediated, isStated } from './book-mediated.ts'
import type { BookingFacts } from './booking-facts.ts'
import { compareSlices, nextSlicesTable, renewFingerprints } from './compare-slices.ts'
import { convertForeign } from './convert-foreign.ts'
import { effectOf } from './effect-of.ts'
import { listStagedApps } from './list-staged-apps.ts'
import { nextFiguresTable, stagedKeyOf, stagedRowsOf } from './next-figures.ts'
import { makeNextOriginals, mayHaveOriginals } from './originals.ts'
import {
  countOtherSources,
  exceptMediations,
  keepOtherSources,
  type SourceLookup,
  withdrawOtherSlices,
} from './other-sources.ts'
import { mergeFigures } from './plan-merge.ts'
import { applyNewRates } from './plan-new-rates.ts'
import { type ChangedSlices, readChanges } from './read-changes.ts'
import { refuse } from './refusals.ts'
import { putTable, rowsOf } from './scratch-tables.ts'
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
import { readUncounted } from './uncounted-slices.ts'
import { makeViewedFigures } from './viewed-figures.ts'

/** The store's keys and codes of staged names and references. */
export interface Resolution {
  /** The import's ledger entry. */
  readonly entry: number
  readonly apps: readonly StagedApp[]
  /** The codes of the rows' names, and those that the scope's networks already have. */
  readonly labels: readonly StagedLabel[]
  /** The secondary report of each account; empty for counted figures. */
  readonly reportIds: ReadonlyMap<number, number>
  /** All secondary reports, for a scope that covers those of its account. */
  readonly reports: readonly SecondaryReport[]
  readonly sources: SourceLookup
  /** The facts that decide about mediations' rows; null for an entry that they do not concern. */
  readonly booking: BookingFacts | null
}

/**
 * Computes what an import changes, as tables of the scratch:
 *
 * - `next_figures`, `next_slices`: the new figures and slices;
 * - `current_slices`: the slices that it replaces or ends;
 * - `slice_changes`: the change of each slice;
 * - `next_originals`: what was reported in other currencies, if {@link mayHaveOriginals}.
 *
 * @throws Refusal `figures_too_large` when the sums of a slice exceed 64 bits
 * @throws StagingNeeded see {@link StagedSlices.viewedColumns}
 */
export async function planImport(
  staged: StagedSlices,
  { entry, apps, labels, reportIds, reports, sources, booking }: Resolution,
  current: CurrentSlices,
): Promise<ImportEffect> {
  const { scratch, kind, isPartial, scope, keepsOtherSources = false } = staged
  const { sliceKey } = kind
  const keyed = (accountId: number) => reportIds.get(accountId) ?? accountId
  await putTable(
    scratch,
    'staged_labels',
    { account: UINTEGER, kind: VARCHAR, name: VARCHAR, code: UINTEGER, is_new: BOOLEAN },
    labels.map(({ accountId, kind, name, code, isNew }) => [accountId, kind, name, code, isNew]),
  )
  const range = scope && scopeRange(scope, keyed(scope.accountId), labels, reports, kind)
  const loadCurrent = async (touched: string) => {
    await loadCurrentSlices(staged, touched, range, current)
    if (scope?.statedBy !== undefined)
      await withdrawOtherSlices(scratch, scope.statedBy, touched, sources, kind)
  }
  const others = booking?.facts.report === null ? exceptMediations(sources) : sources
  let keptSlices: ImportEffect['keptSlices'] = []
  if (keepsOtherSources) {
    // Of a mediation, counted slices are kept, although all its rows go to its secondary report.
    const counts = booking?.isMediation ? (accountId: number) => accountId : keyed
    await listStagedApps(scratch, keyedApps(apps, counts))
    keptSlices = await keepOtherSources(staged, others, current)
  }
  await listStagedApps(scratch, keyedApps(apps, keyed))
  if (isPartial) {
    await scratch.run(`CREATE OR REPLACE TEMP TABLE touched AS
      SELECT DISTINCT ${sliceKey} FROM (SELECT ${stagedKeyOf(kind)} ${stagedRowsOf(kind)})`)
    await loadCurrent('touched')
    await loadCurrentFigures(staged, current)
  }
  const { mergedInto, newRates } = scope ?? {}
  const isRevision = mergedInto !== undefined || newRates !== undefined
  const converted = await storable(async () => {
    if (mergedInto !== undefined) await mergeFigures(scratch, range!, mergedInto, current)
    if (newRates) await applyNewRates(scratch, range!, newRates, current)
    const amounts = isRevision ? noAmounts : await makeNextFigures(staged, keyed)
    await scratch.run(nextSlicesTable(entry, kind))
    return amounts
  })
  if (!isPartial && !isRevision) await loadCurrent('next_slices')
  if (!newRates && mayHaveOriginals(staged)) await makeNextOriginals(staged, current)
  // Only a scope ends slices.
  const removedSlices = scope
    ? await countOf(staged, `current_slices ANTI JOIN next_slices USING (${sliceKey})`)
    : 0
  await storable(() => bookMediated(scratch, booking, current))
  const owners = new Map([...reportIds].map(([accountId, reportId]) => [reportId, accountId]))
  const changes = await compare(staged, booking, current)
  const otherSources = await countOtherSources(changes, others)
  const effect = effectOf(changes, owners, isPartial)
  const uncounted = booking ? await readUncounted(scratch) : []
  return {
    ...effect,
    // Slices of a partial import also have other rows.
    ...(isPartial && { rows: await countOf(staged, distinctRows(kind)) }),
    removedSlices,
    converted,
    otherSources,
    keptSlices,
    uncounted,
  }
}

/** Compares the slices, once more with new fingerprints where old ones are of another version. */
async function compare(
  { scratch, kind }: StagedSlices,
  booking: BookingFacts | null,
  current: CurrentSlices,
): Promise<ChangedSlices[]> {
  const read = async () => {
    await compareSlices(scratch, kind, booking ? { isStated } : {})
    return readChanges(scratch, kind, booking?.isMediation)
  }
  const changes = await read()
  if (!changes.some(({ isOutdated }) => isOutdated)) return changes
  await renewFingerprints(scratch, current)
  return read()
}

const keyedApps = (apps: readonly StagedApp[], keyed: (accountId: number) => number) =>
  apps.map((app) => ({ ...app, accountId: keyed(app.accountId) }))

/** The slices of a scope. @param accountId its account, or the secondary report that takes its place */
function scopeRange(
  { days, networks, apps, accountId: owner, withReports }: SliceScope,
  accountId: number,
  labels: readonly StagedLabel[],
  reports: readonly SecondaryReport[],
  { sliceLabel }: FactKind,
): SliceRange {
  const ofOwner = reports.filter((report) => withReports && report.accountId === owner)
  const codes = labels.filter(
    (label) =>
      label.accountId === accountId && label.kind === sliceLabel && networks?.includes(label.name),
  )
  return {
    days: days && Array.from({ length: dayCount(days) }, (_, nth) => addDays(days.firstDay, nth)),
    accounts: [accountId, ...ofOwner.map(({ reportId }) => reportId)],
    apps: apps ?? null,
    networks: networks && codes.map(({ code }) => code),
  }
}

/** Lists in `current_slices` the current slices that are touched or in the scope. @param touched a table of slices */
async function loadCurrentSlices(
  { scratch, kind }: StagedSlices,
  touched: string,
  scope: SliceRange | null,
  current: CurrentSlices,
): Promise<void> {
  const { sliceKey, versionColumns } = kind
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${versionColumns} FROM ${await current.slices(await rangeOf(scratch, touched, kind))}
    SEMI JOIN ${touched} USING (${sliceKey})`,
  )
  if (scope === null) return
  await scratch.run(
    `INSERT INTO current_slices
    SELECT ${versionColumns} FROM ${await current.slices(scope)}
    WHERE ${inRange(scope, kind)} AND (${sliceKey}) NOT IN (SELECT (${sliceKey}) FROM ${touched})`,
  )
}

/** Lists in `current_figures` the figures of `current_slices`. */
async function loadCurrentFigures({ scratch, kind }: StagedSlices, current: CurrentSlices) {
  const range = await rangeOf(scratch, 'current_slices', kind)
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE current_figures AS
    SELECT ${kind.rowColumns} FROM ${await current.figures(range)}
    SEMI JOIN current_slices USING (${kind.sliceKey})`,
  )
}

const noAmounts: ReadonlyMap<string, string> = new Map()

/** @returns the amounts that were converted, by currency */
async function makeNextFigures(
  staged: StagedSlices,
  keyed: (accountId: number) => number,
): Promise<ReadonlyMap<string, string>> {
  const { scratch, rates, viewedColumns, rowCount } = staged
  if (viewedColumns) {
    await makeViewedFigures(scratch, staged.kind, viewedColumns, rowCount)
    return noAmounts
  }
  const converted = await convertForeign(
    scratch,
    staged.kind,
    rates.map((rate) => ({ ...rate, accountId: keyed(rate.accountId) })),
  )
  await scratch.run(nextFiguresTable(staged))
  return converted
}

/** @throws Refusal `figures_too_large` when sums are too large to store */
async function storable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!/out of range|overflow|failed to cast/i.test((error as Error).message)) throw error
    throw refuse('figures_too_large', {}, { cause: error })
  }
}

const distinctRows = (kind: FactKind) =>
  `(SELECT DISTINCT ${stagedKeyOf(kind)} ${stagedRowsOf(kind)})`

async function countOf({ scratch }: StagedSlices, relation: string): Promise<number> {
  const [row] = await rowsOf(scratch, `SELECT count(*) FROM ${relation}`)
  return Number(row![0])
}

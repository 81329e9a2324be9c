import { type DuckDBConnection, UINTEGER } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import { refuse } from '../ledger/refusals.ts'
import { bookMediated, isStated } from './book-mediated.ts'
import type { BookingFacts } from './booking-facts.ts'
import { sameSlice } from './columns.ts'
import { type Comparison, compareSlices } from './compare-slices.ts'
import { type AppEnd, followAppEnds } from './merged-apps.ts'
import { isDerived, putNetworks, putRoles, roleKey } from './put-roles.ts'
import { type ChangedSlices, readChanges, sumOf } from './read-changes.ts'
import { putTable, rowsOf } from './scratch-tables.ts'
import type { CurrentSlices } from './staged-slices.ts'

/**
 * Checks that a ledger entry can be undone.
 *
 * @param entry undefined when there is none with this id
 * @returns the entry
 * @throws Refusal `unknown_import`, `import_is_undo`, `import_undone`
 */
export function assertUndoable(id: number, entry: LedgerEntry | undefined): LedgerEntry {
  if (!entry) throw refuse('unknown_import', { id })
  if (entry.kind === 'undo') throw refuse('import_is_undo', { id })
  if (entry.undoneBy !== null) throw refuse('import_undone', { id, undo: entry.undoneBy })
  return entry
}

/** An undo, and the entry that it withdrew. */
export interface UndoneEntry {
  readonly id: number
  readonly undoes: number
}

const upToNow = 4_294_967_295

/**
 * The statements of all entries about slices: an entry stated a version, or ended it (`is_end`). Slices that are
 * derived from secondary reports are stated there; only a deletion states that they end.
 *
 * @param versions a table of versions with `until` and `is_derived`; see {@link UndoSource}
 */
const saidOf = (
  versions: string,
  undos: readonly UndoneEntry[],
  deletions: readonly number[],
  kind: FactKind = figures,
): string =>
  `SELECT ${kind.versionColumns}, until, import_id AS stated_by, false AS is_end
    FROM ${versions} WHERE NOT is_derived
    UNION ALL
    SELECT ${kind.versionColumns}, until, until AS stated_by, true AS is_end
    FROM ${versions} AS ended ANTI JOIN (FROM ${versions} WHERE NOT is_derived) AS next
      ON next.since = ended.until AND ${sameSlice('next', 'ended', kind)}
    WHERE until NOT IN (${listOf(undos.map(({ id }) => id))})
      AND (NOT is_derived OR until IN (${listOf(deletions)}))`

/** The statements of entries that are not withdrawn. `place` counts from the last one of a slice, which holds. */
const inForce = (
  said: string,
  undos: readonly UndoneEntry[],
  upTo = upToNow,
  { sliceKey }: FactKind = figures,
): string =>
  `SELECT *, dense_rank() OVER (PARTITION BY ${sliceKey} ORDER BY stated_by DESC) AS place FROM ${said}
    WHERE stated_by NOT IN (${listOf(undos.map(({ undoes }) => undoes))}) AND stated_by <= ${upTo}
    QUALIFY row_number() OVER (PARTITION BY ${sliceKey}, stated_by ORDER BY since DESC NULLS LAST) = 1`

const listOf = (ids: readonly number[]) => [0, ...ids].join(', ')

/**
 * The statements of entries up to one that are not withdrawn, without the ends of merged apps. `place` counts from the
 * last statement about a slice, which is the one that holds.
 */
export const statementsOf = (
  versions: string,
  undos: readonly UndoneEntry[],
  upTo: number,
  kind: FactKind,
): string => {
  const said = saidOf(`(SELECT *, false AS is_derived FROM ${versions})`, undos, [], kind)
  return inForce(`(${said})`, undos, upTo, kind)
}

export interface UndoSource {
  readonly importId: number
  /**
   * A relation with at least every version of each slice that the entry stated or ended, and of all slices of an app
   * that it ended. When apps ever ended, also of the other apps' slices of these days, accounts and networks. Columns:
   * `sliceVersionColumns` and `until`, the entry that ended the version, null for current ones.
   */
  readonly versions: string
  /** Every undo so far. */
  readonly undos: readonly UndoneEntry[]
  /** Every merge and deletion so far. */
  readonly revisions: readonly (AppEnd & Pick<LedgerEntry, 'report'>)[]
  /**
   * The facts that decide about mediations' rows of these accounts and secondary reports, and those of the same
   * accounts; null where there are none.
   */
  readonly bookingOf: (accounts: readonly number[]) => BookingFacts | null
}

/** The effect of an undo. */
export interface UndoEffect {
  /** Rows of the restored slices. */
  readonly rows: number
  /** Slices that return to an earlier version, or that count again. */
  readonly restored: number
  /** Current slices without an earlier version, or that do not count any more. */
  readonly removed: number
  /** Slices that stay, because of a later entry. */
  readonly kept: number
  /** All slices that it restores or ends. */
  readonly changes: readonly ChangedSlices[]
}

/** The key of the app that an entry ended, in a list; empty for other entries. */
export function endedBy(id: number, revisions: readonly AppEnd[]): readonly number[] {
  const [app] = revisions.find((one) => one.id === id)?.subject?.keys ?? []
  return app === undefined ? [] : [app]
}

/** Whether an entry may have ended an app. */
export const isAppEnd = ({ kind, subject }: AppEnd): boolean =>
  kind === 'merge' || subject?.wholeApp === true

/**
 * Computes what an undo changes, as tables of the scratch:
 *
 * - `current_slices`: the slices that the entry was the last to say something of;
 * - `next_slices`: the versions that return, with their entry `figures_since`;
 * - `slice_changes`: the change of each slice.
 *
 * Each slice returns to what the last entry before this one said that is not withdrawn. An import states the slices of
 * its rows, and ends those in its scope that have no rows. While an app is merged, entries that say something of the
 * other app end its slices of the same day and network, because its rows are among theirs.
 *
 * @returns what {@link bookUndone} needs, once `next_figures` has the figures that return
 */
export async function planUndo(
  scratch: DuckDBConnection,
  { importId, versions, undos, revisions, bookingOf }: UndoSource,
  current: CurrentSlices,
): Promise<BookingFacts | null> {
  const { kind } = current
  const { sliceKey, statedColumns, versionColumns } = kind
  await scratch.run(`CREATE OR REPLACE TEMP TABLE versions AS
    SELECT ${versionColumns}, until, false AS is_derived FROM (${versions})`)
  const accounts = await rowsOf(scratch, 'SELECT DISTINCT account FROM versions')
  const booking = bookingOf(accounts.map(([account]) => Number(account)))
  if (booking && booking.reports.length > 0) await markDerived(scratch, booking, current)
  const deletions = revisions.filter(({ kind, report }) => kind === 'deletion' && report === null)
  const ids = deletions.map(({ id }) => id)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE said AS ${saidOf('versions', undos, ids, kind)}`)
  await addEnds(scratch, revisions.filter(isAppEnd), kind)
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE statements AS ${inForce('said', undos, upToNow, kind)}`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE touched AS
    SELECT ${sliceKey} FROM statements WHERE place = 1 AND stated_by = ${importId}`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${versionColumns} FROM versions SEMI JOIN touched USING (${sliceKey})
    WHERE until IS NULL`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE next_slices AS
    SELECT ${statedColumns}, since AS figures_since
    FROM statements SEMI JOIN touched USING (${sliceKey}) WHERE place = 2 AND NOT is_end`,
  )
  await compareUndone(scratch, kind)
  return booking
}

const compareUndone = (scratch: DuckDBConnection, kind: FactKind, comparison: Comparison = {}) =>
  compareSlices(scratch, kind, { ...comparison, alsoSame: 'old.changed <= new.figures_since' })

/** The facts that decide about mediations' rows in an undo, without codes. */
export const bookingOfUndo = (entry: number, entries: BookingFacts['entries']) =>
  ({
    entry,
    entries,
    isMediation: false,
    facts: { kind: 'undo', source: 'adtally', report: null, subject: null },
  }) as const

/** {@link bookMediated} of an undo that {@link planUndo} planned. */
export async function bookUndone(
  scratch: DuckDBConnection,
  importId: number,
  booking: BookingFacts | null,
  current: CurrentSlices,
): Promise<UndoEffect> {
  await bookMediated(scratch, booking, current)
  await compareUndone(scratch, current.kind, booking ? { isStated } : {})
  const changes = await readChanges(scratch, current.kind)
  const restored = changes.filter(({ change }) => change !== 'removed')
  const [kept] = await rowsOf(
    scratch,
    `SELECT count(*) FROM statements
    WHERE place > 1 AND stated_by = ${importId} AND since IS NOT NULL`,
  )
  return {
    rows: sumOf(restored, 'rows'),
    restored: sumOf(restored),
    removed: sumOf(changes) - sumOf(restored),
    kept: Number(kept![0]),
    changes,
  }
}

async function markDerived(
  scratch: DuckDBConnection,
  booking: BookingFacts,
  current: CurrentSlices,
): Promise<void> {
  await putNetworks(scratch, booking)
  await putRoles(scratch, 'versions', booking, current)
  await scratch.run(`UPDATE versions SET is_derived = true WHERE (${roleKey}) IN (
    SELECT (${roleKey}) FROM slice_roles JOIN booked_networks USING (account, network)
    WHERE ${isDerived})`)
}

/** Adds to `said` the slices that end without having a version: those of apps that ended, and while they are merged. */
async function addEnds(
  scratch: DuckDBConnection,
  ends: readonly AppEnd[],
  kind: FactKind,
): Promise<void> {
  if (ends.length === 0) return
  const { sliceKey, sliceLabel } = kind
  const { merged, ended } = followAppEnds(ends, await mergesWithoutKeys(scratch, ends, kind))
  await putTable(
    ...[
      scratch,
      'merged_apps',
      { app: UINTEGER, into_app: UINTEGER, since: UINTEGER, until: UINTEGER },
    ],
    merged.map(({ app, into, since, until }) => [app, into, since, Math.min(until, upToNow)]),
  )
  await putTable(
    ...[scratch, 'ended_apps', { app: UINTEGER, entry: UINTEGER }],
    ended.map(({ app, entry }) => [app, entry]),
  )
  await scratch.run(`INSERT INTO said BY NAME
    SELECT ${sliceKey}, entry AS stated_by, true AS is_end
    FROM (SELECT DISTINCT ${sliceKey} FROM versions) JOIN ended_apps USING (app)
    UNION
    SELECT slices.day, slices.account, slices.app, slices.${sliceLabel}, stated_by, true AS is_end
    FROM (SELECT DISTINCT ${sliceKey} FROM versions) AS slices
    JOIN merged_apps ON merged_apps.app = slices.app
    JOIN said ON said.app = into_app AND ${sameDay('said', 'slices', kind)}
      AND stated_by > merged_apps.since AND stated_by < merged_apps.until`)
}

/** Merges whose entries do not name keys tell their apps by their slices: one app's ended, the other's were stated. */
async function mergesWithoutKeys(
  scratch: DuckDBConnection,
  ends: readonly AppEnd[],
  kind: FactKind,
) {
  const unnamed = ends.filter(({ kind, subject }) => kind === 'merge' && !subject?.keys)
  if (unnamed.length === 0) return []
  const found = await rowsOf(
    scratch,
    `SELECT DISTINCT ended.app, next.app, next.since
    FROM versions AS ended JOIN versions AS next
      ON next.since = ended.until AND next.app <> ended.app AND ${sameDay('next', 'ended', kind)}
    WHERE next.since IN (${listOf(unnamed.map(({ id }) => id))})`,
  )
  return found.map((row) => {
    const [app, into, since] = row.map(Number)
    return { app: app!, into: into!, since: since! }
  })
}

const sameDay = (one: string, other: string, { sliceLabel }: FactKind) =>
  ['day', 'account', sliceLabel]
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(' AND ')

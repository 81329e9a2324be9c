import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { rowsByMonth } from '../../staging/columns.ts'
import {
  assertUndoable,
  bookingOfUndo,
  bookUndone,
  endedBy,
  isAppEnd,
  planUndo,
  type UndoEffect,
  type UndoneEntry,
  type UndoSource,
} from '../../staging/plan-undo.ts'
import { accountsOf } from '../../staging/read-changes.ts'
import { reportCodes } from '../../staging/report-codes.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import type { NewUndo, UndoneImport } from '../../staging/slice-store.ts'
import { undoKinds } from '../../staging/undo-kinds.ts'
import { currentOf } from './current-tables.ts'
import type { DuckdbDatabase } from './database.ts'
import { DuckdbLedgerEntries } from './duckdb-ledger-entries.ts'
import { insertEntry, writeChanges } from './write-changes.ts'

/** See {@link SliceStore.undo}. */
export async function undoImport(
  database: DuckdbDatabase,
  connection: DuckDBConnection,
  importId: number,
  { committedAt, beginWrite }: NewUndo,
): Promise<UndoneImport> {
  const entries = new DuckdbLedgerEntries(database)
  const [found] = await entries.byIds([importId])
  const undone = assertUndoable(importId, found)
  const entry = database.nextEntry
  const undos = await findUndos(connection)
  const revisions = await entries.revisions()
  const { labels, reports } = database
  const bookingOf = (accounts: readonly number[]) => ({
    ...bookingOfUndo(entry, entries),
    ...reportCodes(labels, [], reports, accounts),
  })
  let effect: UndoEffect
  await database.commitEntry(connection, committedAt, async (committedAtMs) => {
    const all = await undoKinds(undone, async (kind) => {
      const isBooked = kind.name === figures.name
      const plan = { importId, undos, revisions, bookingOf: isBooked ? bookingOf : () => null }
      const planned = await planKind(connection, kind, plan)
      if (isBooked) await beginWrite(database.lastCommittedMs)
      await writeChanges(connection, entry, kind, planned.changes)
      return planned
    })
    effect = all.effect
    await insertEntry(connection, entry, { ...all.record, committedAtMs })
    return accountsOf(effect.changes)
  })
  const { restored, removed, kept } = effect!
  return { entry, restored, removed, keptLater: kept }
}

/** Plans the undo in one kind of fact, and lists the rows that return in `next_figures`. */
async function planKind(
  connection: DuckDBConnection,
  kind: FactKind,
  source: Omit<UndoSource, 'versions'>,
): Promise<UndoEffect> {
  const { importId, revisions } = source
  const { tables, sliceKey, sliceLabel, rowColumns, versionColumns } = kind
  const ended = `app IN (${endedBy(importId, revisions).join(', ') || 'NULL'})`
  const changedSlices = `SELECT ${sliceKey} FROM ${tables.slices} WHERE import_id = ${importId} OR ${ended}
    UNION ALL SELECT ${sliceKey} FROM past_${tables.slices} WHERE until = ${importId} OR ${ended}`
  const key = revisions.some(isAppEnd) ? `day, account, ${sliceLabel}` : sliceKey
  const touched = `(${key}) IN (SELECT (${key}) FROM (${changedSlices}))`
  const current = currentOf(kind)
  const versions = `SELECT ${versionColumns}, NULL AS until FROM ${tables.slices} WHERE ${touched}
    UNION ALL SELECT ${versionColumns}, until FROM past_${tables.slices} WHERE ${touched}`
  const booking = await planUndo(connection, { ...source, versions }, current)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE next_figures AS SELECT ${rowColumns} FROM (
      SELECT ${rowColumns}, since, NULL AS until FROM ${tables.rows}
      UNION ALL SELECT ${rowColumns}, since, until FROM past_${tables.rows}
    ) JOIN (
      SELECT ${sliceKey}, figures_since
      FROM next_slices SEMI JOIN (FROM slice_changes WHERE change <> 'unchanged')
      USING (${sliceKey})
    ) USING (${sliceKey})
    WHERE since <= figures_since AND (until IS NULL OR until > figures_since)
    ORDER BY ${rowsByMonth(kind)}`,
  )
  return bookUndone(connection, importId, booking, current)
}

/** All undos, with what they withdrew. */
export async function findUndos(connection: DuckDBConnection): Promise<UndoneEntry[]> {
  const rows = await rowsOf(connection, 'SELECT id, undoes FROM imports WHERE undoes IS NOT NULL')
  return rows.map(([id, undoes]) => ({ id: Number(id), undoes: Number(undoes) }))
}

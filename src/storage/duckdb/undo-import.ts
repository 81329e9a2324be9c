import type { DuckDBConnection } from '@duckdb/node-api'
import { sliceKey } from '../../ledger/figure-keys.ts'
import { figureColumns, figuresByMonth, sliceVersionColumns } from '../../staging/columns.ts'
import {
  assertUndoable,
  bookingOfUndo,
  bookUndone,
  endedBy,
  isAppEnd,
  planUndo,
  type UndoneEntry,
  type UndoSource,
  undoRecord,
} from '../../staging/plan-undo.ts'
import { reportCodes } from '../../staging/report-codes.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import type { NewUndo, UndoneImport } from '../../staging/slice-store.ts'
import { current } from './current-tables.ts'
import type { DuckdbDatabase } from './database.ts'
import { DuckdbLedgerEntries } from './duckdb-ledger-entries.ts'
import { writeChanges } from './write-changes.ts'

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
  const revisions = await entries.revisions()
  const ended = `app IN (${endedBy(importId, revisions).join(', ') || 'NULL'})`
  const changedSlices = `SELECT ${sliceKey} FROM slices WHERE import_id = ${importId} OR ${ended}
    UNION ALL SELECT ${sliceKey} FROM past_slices WHERE until = ${importId} OR ${ended}`
  const key = revisions.some(isAppEnd) ? 'day, account, network' : sliceKey
  const touched = `(${key}) IN (SELECT (${key}) FROM (${changedSlices}))`
  const { labels, reports } = database
  const source: UndoSource = {
    ...{ importId, revisions },
    undos: await findUndos(connection),
    versions: `SELECT ${sliceVersionColumns}, NULL AS until FROM slices WHERE ${touched}
      UNION ALL SELECT ${sliceVersionColumns}, until FROM past_slices WHERE ${touched}`,
    bookingOf: (accounts) => ({
      ...bookingOfUndo(entry, entries),
      ...reportCodes(labels, [], reports, accounts),
    }),
  }
  const booking = await planUndo(connection, source, current)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE next_figures AS SELECT ${figureColumns} FROM (
      SELECT ${figureColumns}, since, NULL AS until FROM figures
      UNION ALL SELECT ${figureColumns}, since, until FROM past_figures
    ) JOIN (
      SELECT ${sliceKey}, figures_since
      FROM next_slices SEMI JOIN (FROM slice_changes WHERE change <> 'unchanged')
      USING (${sliceKey})
    ) USING (${sliceKey})
    WHERE since <= figures_since AND (until IS NULL OR until > figures_since)
    ORDER BY ${figuresByMonth}`,
  )
  const effect = await bookUndone(connection, importId, booking, current)
  const { restored, removed, kept } = effect
  await beginWrite(database.lastCommittedMs)
  const record = await undoRecord(connection, undone, effect)
  await database.commitEntry(connection, committedAt, (committedAtMs) =>
    writeChanges(connection, entry, { ...record, committedAtMs }),
  )
  return { entry, restored, removed, keptLater: kept }
}

/** All undos, with what they withdrew. */
export async function findUndos(connection: DuckDBConnection): Promise<UndoneEntry[]> {
  const rows = await rowsOf(connection, 'SELECT id, undoes FROM imports WHERE undoes IS NOT NULL')
  return rows.map(([id, undoes]) => ({ id: Number(id), undoes: Number(undoes) }))
}

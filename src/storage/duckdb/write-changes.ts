import {
  DATE,
  type DuckDBConnection,
  DuckDBDateValue,
  LIST,
  listValue,
  UBIGINT,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api'
import { sliceKey } from '../../ledger/figure-keys.ts'
import type { EntryKind, EntrySubject } from '../../ledger/figure-ledger.ts'
import { figureColumns, slicesByMonth, sliceVersionColumns } from '../../staging/columns.ts'
import { changeColumns, newVersions } from '../../staging/compare-slices.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import type { Day } from '../../values/day.ts'

/** The facts of a ledger entry. */
export interface EntryRecord {
  readonly kind: EntryKind
  readonly undoes: number | null
  readonly subject: EntrySubject | null
  readonly source: string
  readonly dayZone: string
  readonly report: string | null
  readonly files: readonly string[]
  readonly hashes: readonly string[]
  readonly rows: number
  readonly slices: number
  /** The import request that it answers; null for none. */
  readonly request: string | null
}

const inDays =
  'day BETWEEN (SELECT min(day) FROM slice_changes) AND (SELECT max(day) FROM slice_changes)'
const changed = "(FROM slice_changes WHERE change <> 'unchanged')"

/**
 * Writes the changes of an entry; call it in a transaction. `current_slices` become past versions and
 * `next_slices` current ones, with their `next_figures`. Figures of unchanged slices are not written.
 *
 * @returns the accounts and secondary reports with slices among them, and the accounts of these reports
 */
export async function writeChanges(
  connection: DuckDBConnection,
  entry: number,
  committedAt: Date,
  record: EntryRecord,
): Promise<number[]> {
  await connection.run(`INSERT INTO changes SELECT ${entry}, ${changeColumns} FROM ${changed}`)
  const { rowsChanged } = await connection.run(
    `INSERT INTO past_slices (${sliceVersionColumns}, until)
    SELECT ${sliceVersionColumns}, ${entry} FROM current_slices`,
  )
  if (rowsChanged > 0) await endReplaced(connection, entry, inDays)
  // Without current slices, none is unchanged.
  const ofChanged = rowsChanged > 0 ? `SEMI JOIN ${changed} USING (${sliceKey})` : ''
  await addToMonths(
    connection,
    `(SELECT date_trunc('month', day), CAST(sum(row_count) AS BIGINT)
    FROM next_slices ${ofChanged} GROUP BY 1)`,
  )
  await connection.run(
    `INSERT INTO figures (${figureColumns}, since)
    SELECT ${figureColumns}, ${entry} FROM next_figures ${ofChanged}`,
  )
  await connection.run(
    `INSERT INTO slices (${sliceVersionColumns})
    SELECT ${sliceVersionColumns} FROM (${newVersions(entry)}) ORDER BY ${slicesByMonth}`,
  )
  const [days] = await rowsOf(connection, 'SELECT min(day), max(day) FROM slice_changes')
  const [firstDay, lastDay] = days!.map(
    (day) => (day && (day as DuckDBDateValue).days) as Day | null,
  )
  await insertEntry(connection, entry, committedAt, record, {
    ...{ firstDay: firstDay!, lastDay: lastDay! },
  })
  const touched = await rowsOf(
    connection,
    `SELECT account FROM slice_changes
    UNION SELECT books.account FROM books WHERE id IN (SELECT account FROM slice_changes)`,
  )
  return touched.map(([account]) => Number(account))
}

/**
 * Removes the current slices that `slice_changes` replaces or ends, and makes the figures of those that
 * change past ones.
 *
 * @param within a condition that these slices meet, for which the engine reads few rows
 */
export async function endReplaced(
  connection: DuckDBConnection,
  entry: number,
  within: string,
): Promise<void> {
  const among = (changes: string) =>
    `${within} AND (${sliceKey}) IN (SELECT (${sliceKey}) FROM slice_changes WHERE change ${changes})`
  const ended = among("IN ('restated', 'removed')")
  await connection.run(
    `INSERT INTO past_figures (${figureColumns}, since, until)
    SELECT ${figureColumns}, since, ${entry} FROM figures WHERE ${ended}`,
  )
  await connection.run(`DELETE FROM figures WHERE ${ended}`)
  await connection.run(`DELETE FROM slices WHERE ${among("<> 'added'")}`)
}

const texts = LIST(VARCHAR)

/** Adds the ledger entry. @param days the days of its slices; null without any */
export async function insertEntry(
  connection: DuckDBConnection,
  entry: number,
  committedAt: Date,
  record: EntryRecord,
  { firstDay, lastDay }: { readonly firstDay: Day | null; readonly lastDay: Day | null },
): Promise<void> {
  await connection.run(
    `INSERT INTO imports (id, kind, undoes, committed_at, source, day_zone, report, files, hashes,
      row_count, slice_count, subject, request, first_day, last_day)
    VALUES ($1, $2, $3, CAST($4 AS TIMESTAMP), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      entry,
      record.kind,
      record.undoes,
      committedAt.toISOString().slice(0, -1),
      record.source,
      record.dayZone,
      record.report,
      listValue([...record.files]),
      listValue([...record.hashes]),
      BigInt(record.rows),
      BigInt(record.slices),
      record.subject && JSON.stringify(record.subject),
      record.request,
      ...[firstDay, lastDay].map((day) => (day === null ? null : new DuckDBDateValue(day))),
    ],
    // Types are stated, because an empty list has none.
    [
      ...[UINTEGER, VARCHAR, UINTEGER, VARCHAR, VARCHAR, VARCHAR, VARCHAR],
      ...[texts, texts, UBIGINT, UBIGINT, VARCHAR, VARCHAR, DATE, DATE],
    ],
  )
}

/**
 * Counts the rows that are added to existing months, where they are not sorted.
 *
 * @param added a relation of months and their rows
 */
export async function addToMonths(connection: DuckDBConnection, added: string): Promise<void> {
  await connection.run(
    `MERGE INTO months USING ${added} AS added(month, row_count) ON months.month = added.month
    WHEN MATCHED THEN UPDATE SET unsorted_row_count = unsorted_row_count + added.row_count
    WHEN NOT MATCHED THEN INSERT VALUES (added.month, 0)`,
  )
}

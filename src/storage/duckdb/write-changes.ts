import {
  type DuckDBConnection,
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

/** Limits scans to the changed days. */
const inDays =
  'day BETWEEN (SELECT min(day) FROM slice_changes) AND (SELECT max(day) FROM slice_changes)'
const replacedFigures = `${inDays} AND (${sliceKey}) IN (
    SELECT (${sliceKey}) FROM slice_changes WHERE change IN ('restated', 'removed'))`
const replacedSlices = `${inDays} AND (${sliceKey}) IN (SELECT (${sliceKey}) FROM current_slices)`
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
  await connection.run(
    `INSERT INTO changes SELECT ${entry}, ${changeColumns} FROM ${changed} ORDER BY day, app, network`,
  )
  const { rowsChanged } = await connection.run(
    `INSERT INTO past_slices (${sliceVersionColumns}, until)
    SELECT ${sliceVersionColumns}, ${entry} FROM current_slices`,
  )
  if (rowsChanged > 0) {
    await connection.run(
      `INSERT INTO past_figures (${figureColumns}, since, until)
      SELECT ${figureColumns}, since, ${entry} FROM figures WHERE ${replacedFigures}`,
    )
    await connection.run(`DELETE FROM figures WHERE ${replacedFigures}`)
    await connection.run(`DELETE FROM slices WHERE ${replacedSlices}`)
  }
  // Without current slices, none is unchanged.
  const ofChanged = rowsChanged > 0 ? `SEMI JOIN ${changed} USING (${sliceKey})` : ''
  await countUnsorted(connection)
  await connection.run(
    `INSERT INTO figures (${figureColumns}, since)
    SELECT ${figureColumns}, ${entry} FROM next_figures ${ofChanged}`,
  )
  await connection.run(
    `INSERT INTO slices (${sliceVersionColumns})
    SELECT ${sliceVersionColumns} FROM (${newVersions(entry)}) ORDER BY ${slicesByMonth}`,
  )
  await insertEntry(connection, entry, committedAt, record)
  const touched = await rowsOf(
    connection,
    `SELECT account FROM slice_changes
    UNION SELECT books.account FROM books WHERE id IN (SELECT account FROM slice_changes)`,
  )
  return touched.map(([account]) => Number(account))
}

const texts = LIST(VARCHAR)

async function insertEntry(
  connection: DuckDBConnection,
  entry: number,
  committedAt: Date,
  record: EntryRecord,
): Promise<void> {
  await connection.run(
    `INSERT INTO imports (id, kind, undoes, committed_at, source, day_zone, report, files, hashes,
      row_count, slice_count, subject, request, first_day, last_day)
    SELECT $1, $2, $3, CAST($4 AS TIMESTAMP), $5, $6, $7, $8, $9, $10, $11, $12, $13,
      (SELECT min(day) FROM slice_changes), (SELECT max(day) FROM slice_changes)`,
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
    ],
    // Types are stated, because an empty list has none.
    [
      ...[UINTEGER, VARCHAR, UINTEGER, VARCHAR, VARCHAR, VARCHAR, VARCHAR],
      ...[texts, texts, UBIGINT, UBIGINT, VARCHAR, VARCHAR],
    ],
  )
}

/** Counts the rows that are added to existing months, where they are not sorted. */
async function countUnsorted(connection: DuckDBConnection): Promise<void> {
  const nextMonths = `(SELECT date_trunc('month', day) AS month, sum(row_count) AS row_count
    FROM next_slices SEMI JOIN ${changed} USING (${sliceKey}) GROUP BY 1) AS next_months`
  await connection.run(
    `UPDATE months SET unsorted_row_count = unsorted_row_count + next_months.row_count
    FROM ${nextMonths} WHERE months.month = next_months.month`,
  )
  await connection.run(
    `INSERT INTO months SELECT month, 0 FROM ${nextMonths} ANTI JOIN months USING (month)`,
  )
}

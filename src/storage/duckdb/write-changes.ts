import type { DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import { sliceKey } from '../../ledger/figure-keys.ts'
import type { EntryKind, EntrySubject } from '../../ledger/figure-ledger.ts'
import { figureColumns, slicesByMonth, sliceVersionColumns } from '../../staging/columns.ts'
import { changeColumns, newVersions } from '../../staging/compare-slices.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import type { Day } from '../../values/day.ts'
import { appendTo } from './stored-tables.ts'

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

/** Whether a row is of one of these slices. The days keep the engine from reading many rows. */
const isAmong = (
  slices: string,
): string => `day BETWEEN (SELECT min(day) FROM slice_changes) AND (SELECT max(day) FROM slice_changes)
  AND (${sliceKey}) IN (SELECT (${sliceKey}) FROM ${slices})`

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
  if (rowsChanged > 0) {
    const ended = isAmong("slice_changes WHERE change IN ('restated', 'removed')")
    await connection.run(
      `INSERT INTO past_figures (${figureColumns}, since, until)
      SELECT ${figureColumns}, since, ${entry} FROM figures WHERE ${ended}`,
    )
    await connection.run(`DELETE FROM figures WHERE ${ended}`)
    await connection.run(
      `DELETE FROM slices WHERE ${isAmong("slice_changes WHERE change <> 'added'")}`,
    )
  }
  // Without current slices, none is unchanged.
  const ofChanged = rowsChanged > 0 ? `SEMI JOIN ${changed} USING (${sliceKey})` : ''
  await connection.run(
    `MERGE INTO months USING (
      SELECT date_trunc('month', day) AS month, CAST(sum(row_count) AS BIGINT) AS row_count
      FROM next_slices ${ofChanged} GROUP BY 1
    ) AS added ON months.month = added.month
    WHEN MATCHED THEN UPDATE SET unsorted_row_count = unsorted_row_count + added.row_count
    WHEN NOT MATCHED THEN INSERT VALUES (added.month, 0)`,
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
    firstDay: firstDay!,
    lastDay: lastDay!,
  })
  const touched = await rowsOf(
    connection,
    `SELECT account FROM slice_changes
    UNION SELECT books.account FROM books WHERE id IN (SELECT account FROM slice_changes)`,
  )
  return touched.map(([account]) => Number(account))
}

/** Adds the ledger entry. @param days the days of its slices; null without any */
function insertEntry(
  connection: DuckDBConnection,
  entry: number,
  committedAt: Date,
  record: EntryRecord,
  { firstDay, lastDay }: { readonly firstDay: Day | null; readonly lastDay: Day | null },
): Promise<void> {
  const { kind, undoes, source, dayZone, report, files, hashes, subject, request } = record
  return appendTo(connection, 'imports', [
    {
      ...{ id: entry, kind, undoes, committed_at: committedAt, source, day_zone: dayZone, report },
      ...{ files, hashes, row_count: BigInt(record.rows), slice_count: BigInt(record.slices) },
      ...{ first_day: firstDay, last_day: lastDay, request },
      subject: subject && JSON.stringify(subject),
    },
  ])
}

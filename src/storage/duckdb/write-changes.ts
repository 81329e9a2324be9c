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
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { NewLabel, NewLedgerEntry } from '../../ledger/journal.ts'
import { changeColumns, newVersions } from '../../staging/compare-slices.ts'
import { type ChangedSlices, daysOf } from '../../staging/read-changes.ts'
import { appendRows } from '../../staging/scratch-tables.ts'
import { withinDays } from '../../staging/slice-range.ts'

const changed = "(FROM slice_changes WHERE change <> 'unchanged')"

/**
 * Writes the changes of an entry in one kind of fact; call it in a transaction. `current_slices` become past versions
 * and `next_slices` current ones, with their `next_figures`. Rows of unchanged slices are not written.
 */
export async function writeChanges(
  connection: DuckDBConnection,
  entry: number,
  kind: FactKind,
  changes: readonly ChangedSlices[],
): Promise<void> {
  const { firstDay, lastDay } = daysOf(changes)
  if (firstDay === null || lastDay === null) return
  const { tables, sliceKey, rowColumns, versionColumns } = kind
  // The days keep the engine from reading many rows.
  const days = withinDays({ days: [firstDay, lastDay] })
  const isAmong = (slices: string) =>
    `${days} AND (${sliceKey}) IN (SELECT (${sliceKey}) FROM ${slices})`
  await connection.run(
    `INSERT INTO ${tables.changes} SELECT ${entry}, ${changeColumns(kind)} FROM ${changed}`,
  )
  const { rowsChanged } = await connection.run(
    `INSERT INTO past_${tables.slices} (${versionColumns}, until)
    SELECT ${versionColumns}, ${entry} FROM current_slices`,
  )
  if (rowsChanged > 0) {
    const ended = isAmong("slice_changes WHERE change IN ('restated', 'removed')")
    await connection.run(
      `INSERT INTO past_${tables.rows} (${rowColumns}, since, until)
      SELECT ${rowColumns}, since, ${entry} FROM ${tables.rows} WHERE ${ended}`,
    )
    await connection.run(`DELETE FROM ${tables.rows} WHERE ${ended}`)
    await connection.run(
      `DELETE FROM ${tables.slices} WHERE ${isAmong("slice_changes WHERE change <> 'added'")}`,
    )
  }
  // Without current slices, none is unchanged.
  const ofChanged = rowsChanged > 0 ? `SEMI JOIN ${changed} USING (${sliceKey})` : ''
  if (kind.name === figures.name) await countUnsorted(connection)
  await connection.run(
    `INSERT INTO ${tables.rows} (${rowColumns}, since)
    SELECT ${rowColumns}, ${entry} FROM next_figures ${ofChanged}`,
  )
  await connection.run(
    `INSERT INTO ${tables.slices} (${versionColumns})
    SELECT ${versionColumns} FROM (${newVersions(entry, kind)})`,
  )
}

/** Counts the rows of each month that are not where they belong in its order. */
async function countUnsorted(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `MERGE INTO months USING (
      SELECT date_trunc('month', day) AS month, CAST(sum(row_count) AS BIGINT) AS row_count
      FROM slice_changes WHERE change IN ('added', 'restated') GROUP BY 1
    ) AS added ON months.month = added.month
    WHEN MATCHED THEN UPDATE SET unsorted_row_count = unsorted_row_count + added.row_count
    WHEN NOT MATCHED THEN INSERT VALUES (added.month, 0)`,
  )
}

/** Adds the ledger entry. */
export async function insertEntry(
  connection: DuckDBConnection,
  entry: number,
  record: NewLedgerEntry,
): Promise<void> {
  await connection.run(
    `INSERT INTO imports (id, kind, undoes, committed_at, source, day_zone, report, files, hashes,
      row_count, slice_count, subject, request, first_day, last_day)
    VALUES ($1, $2, $3, CAST($4 AS TIMESTAMP), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      entry,
      record.kind,
      record.undoes,
      new Date(record.committedAtMs).toISOString().slice(0, -1),
      record.source,
      record.dayZone,
      record.report,
      listValue([...record.files]),
      listValue([...record.hashes]),
      BigInt(record.rowCount),
      BigInt(record.sliceCount),
      record.subject && JSON.stringify(record.subject),
      record.request,
      ...[record.firstDay, record.lastDay].map((day) =>
        day === null ? null : new DuckDBDateValue(day),
      ),
    ],
    // Types are stated, because an empty list has none.
    [
      ...[UINTEGER, VARCHAR, UINTEGER, VARCHAR, VARCHAR, VARCHAR, VARCHAR],
      ...[LIST(VARCHAR), LIST(VARCHAR), UBIGINT, UBIGINT, VARCHAR, VARCHAR, DATE, DATE],
    ],
  )
}

/** Writes the names and secondary reports that an entry brings. */
export async function addNames(
  connection: DuckDBConnection,
  labels: readonly NewLabel[],
  reports: readonly SecondaryReport[],
): Promise<void> {
  if (labels.length > 0) {
    await appendRows(
      connection,
      'account_labels',
      [UINTEGER, VARCHAR, UINTEGER, VARCHAR],
      labels.map(({ accountId, kind, code, name }) => [accountId, kind, code, name]),
      { isStored: true },
    )
  }
  for (const { reportId, accountId, name } of reports) {
    await connection.run('INSERT INTO books VALUES ($1, $2, $3)', [reportId, accountId, name])
  }
}

/** Writes what was reported in other currencies. */
export async function writeOriginals(
  connection: DuckDBConnection,
  entry: number,
  { tables, rowKey, moneyNames }: FactKind,
): Promise<void> {
  await connection.run(`INSERT INTO ${tables.originals}
    SELECT ${rowKey}, ${entry}, currency, rate, ${moneyNames.join(', ')} FROM next_originals`)
}

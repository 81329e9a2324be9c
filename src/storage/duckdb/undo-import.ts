import type { DuckDBConnection } from '@duckdb/node-api'
import { refuse } from '../../ledger/refusals.ts'
import type { UndoneImport } from '../../staging/figure-writer.ts'
import type { DuckdbDatabase } from './database.ts'
import { loadCurrentSlices, replaceSlices } from './replace-slices.ts'
import { figureColumns, sliceColumns } from './schema.ts'

const key = 'day, account, app, network'

/**
 * Withdraws an import; see the port.
 *
 * @param bringFigures runs once `touched` and `returning_slices` list the slices whose figures
 *   are needed, where these do not lie in the database yet
 */
export async function undoImport(
  database: DuckdbDatabase,
  connection: DuckDBConnection,
  importId: number,
  now: Date,
  bringFigures: () => Promise<void> = async () => undefined,
): Promise<UndoneImport> {
  const line = await lineOf(connection, importId)
  const entry = database.nextEntry
  await connection.run(
    `CREATE TEMP TABLE touched AS SELECT ${key} FROM slices WHERE import_id = ${importId}`,
  )
  const touched = await loadCurrentSlices(connection)
  // Of each slice, the version of the last import before it that was not withdrawn itself.
  await connection.run(
    `CREATE TEMP TABLE returning_slices AS
    SELECT * FROM past_slices SEMI JOIN touched USING (${key})
    WHERE import_id < ${importId}
      AND import_id NOT IN (SELECT undoes FROM imports WHERE undoes IS NOT NULL)
    QUALIFY row_number() OVER (PARTITION BY ${key} ORDER BY import_id DESC, since DESC) = 1`,
  )
  await bringFigures()
  await connection.run(
    `CREATE TEMP TABLE next_slices AS SELECT ${sliceColumns} FROM returning_slices`,
  )
  await connection.run(
    `CREATE TEMP TABLE next_figures AS SELECT ${figureColumns}
    FROM past_figures SEMI JOIN returning_slices USING (${key}, since)
    ORDER BY date_trunc('month', day), account, app, day, network, format, country, ad_tag`,
  )
  const counts = await connection.runAndReadAll(
    'SELECT count(*), coalesce(sum(row_count), 0) FROM next_slices',
  )
  const [restored, rows] = counts.getRows()[0]!.map(Number)
  await database.commitEntry(connection, now, (committedAt) =>
    replaceSlices(connection, entry, committedAt, {
      kind: 'undo',
      undoes: importId,
      source: line.source,
      dayZone: line.dayZone,
      report: line.report,
      files: [],
      hashes: [],
      rows: rows!,
      slices: touched,
    }),
  )
  return {
    entry,
    restored: restored!,
    removed: touched - restored!,
    keptLater: line.slices - touched,
  }
}

/** @throws Refusal when there is no such import, or it is withdrawn already */
async function lineOf(connection: DuckDBConnection, importId: number) {
  const reader = await connection.runAndReadAll(
    `SELECT kind, source, day_zone, report, slice_count,
      (SELECT min(id) FROM imports WHERE undoes = ${importId})
    FROM imports WHERE id = ${importId}`,
  )
  const [kind, source, dayZone, report, slices, undoneBy] = reader.getRows()[0] ?? []
  if (kind === undefined) throw refuse('unknown_import', { id: importId })
  if (kind === 'undo') throw refuse('import_is_undo', { id: importId })
  if (undoneBy !== null) throw refuse('import_undone', { id: importId, undo: Number(undoneBy) })
  return {
    source: String(source),
    dayZone: String(dayZone),
    report: report as string | null,
    slices: Number(slices),
  }
}

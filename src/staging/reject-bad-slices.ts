import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import { listStagedApps } from './list-staged-apps.ts'
import { rowsOf } from './scratch-tables.ts'
import type { StagedApp } from './staged-slices.ts'

/** A row that was left out of an import together with its slice. */
export interface RejectedRow {
  readonly file: number
  readonly line: number
  /** In the order of the kind's columns. */
  readonly cells: readonly (string | null)[]
}

export interface RejectedSlices {
  readonly rows: readonly RejectedRow[]
  readonly slices: number
}

/** Removes every staged row whose slice has a bad cell. @returns the rows, by file and line */
export async function rejectBadSlices(
  connection: DuckDBConnection,
  { columns, sliceLabel }: FactKind,
  apps: readonly StagedApp[],
): Promise<RejectedSlices> {
  await listStagedApps(connection, apps)
  await connection.run(
    `CREATE TEMP TABLE rejected AS
    SELECT stage.rowid AS stage_row, date, ${sliceLabel},
      coalesce(CAST(apps.app AS VARCHAR), 'unknown ' || app_id) AS app
    FROM stage LEFT JOIN staged_apps AS apps ON apps.reference = app_id`,
  )
  await connection.run(
    `CREATE TEMP TABLE bad_slices AS
    SELECT DISTINCT date, app, ${sliceLabel} FROM rejected SEMI JOIN bad_cells USING (stage_row)`,
  )
  await connection.run(
    `DELETE FROM rejected WHERE (date, app, ${sliceLabel}) NOT IN (
      SELECT (date, app, ${sliceLabel}) FROM bad_slices)`,
  )
  const rows = await rowsOf(
    connection,
    `SELECT file, line, ${columns.join(', ')} FROM stage
    WHERE rowid IN (SELECT stage_row FROM rejected) ORDER BY file, line`,
  )
  const [slices] = await rowsOf(connection, 'SELECT count(*) FROM bad_slices')
  await connection.run('DELETE FROM stage WHERE rowid IN (SELECT stage_row FROM rejected)')
  return {
    rows: rows.map(([file, line, ...cells]) => ({
      file: Number(file),
      line: Number(line),
      cells: cells as (string | null)[],
    })),
    slices: Number(slices![0]),
  }
}

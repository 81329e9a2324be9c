import type { DuckDBConnection } from '@duckdb/node-api'
import { sliceColumns, sliceKey, sliceVersionColumns } from './columns.ts'
import { compareSlices } from './compare-slices.ts'

/** What an undo is planned from. */
export interface UndoSource {
  readonly importId: number
  /**
   * A relation with every version of each slice that the import changed, or more: the columns
   * `sliceVersionColumns` and `until`, the entry that ended it; null for the current ones.
   */
  readonly versions: string
  /** Every undo so far. */
  readonly undos: readonly { readonly id: number; readonly undoes: number }[]
}

/** What an undo does to slices. */
export interface UndoEffect {
  readonly rows: number
  readonly restored: number
  readonly removed: number
}

/**
 * Works out in the scratch what an undo changes: `current_slices`, the slices that the import was
 * the last to change; `next_slices`, the versions that they go back to, with the entry
 * `figures_since` that each of them is from; `slice_changes`.
 *
 * A slice goes back to the version of the last import before this one that was not withdrawn. If
 * that import ended the slice, because it spoke for it and had no rows of it, it stays ended.
 */
export async function planUndo(
  scratch: DuckDBConnection,
  { importId, versions, undos }: UndoSource,
): Promise<UndoEffect> {
  const list = (ids: readonly number[]) => [0, ...ids].join(', ')
  const withdrawn = list(undos.map(({ undoes }) => undoes))
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE versions AS SELECT ${sliceVersionColumns}, until FROM (${versions})`,
  )
  // Its own version is the current one, or it ended the slice and nothing came after.
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE touched AS
    SELECT ${sliceKey} FROM versions WHERE until IS NULL AND import_id = ${importId}
    UNION
    SELECT ${sliceKey} FROM versions GROUP BY ${sliceKey}
      HAVING count(*) FILTER (WHERE until IS NULL) = 0 AND max(until) = ${importId}`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${sliceVersionColumns} FROM versions SEMI JOIN touched USING (${sliceKey})
    WHERE until IS NULL`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE next_slices AS
    SELECT ${sliceColumns}, since AS figures_since FROM (
      SELECT ${sliceVersionColumns}, import_id AS stated_by, false AS is_end FROM versions
      UNION ALL
      SELECT ${sliceVersionColumns}, until AS stated_by, true AS is_end FROM versions AS ended
      WHERE until IS NOT NULL AND until NOT IN (${list(undos.map(({ id }) => id))})
        AND NOT EXISTS (FROM versions AS later WHERE later.since = ended.until
          AND ${sliceKey
            .split(', ')
            .map((column) => `later.${column} = ended.${column}`)
            .join(' AND ')})
    )
    SEMI JOIN touched USING (${sliceKey})
    WHERE stated_by < ${importId} AND stated_by NOT IN (${withdrawn})
    QUALIFY row_number() OVER (
      PARTITION BY ${sliceKey} ORDER BY stated_by DESC, is_end, since DESC) = 1 AND NOT is_end`,
  )
  await compareSlices(scratch, 'old.changed <= new.figures_since')
  const reader = await scratch.runAndReadAll(
    `SELECT coalesce(sum(row_count), 0), count(*), (SELECT count(*) FROM touched) FROM next_slices`,
  )
  const [rows, restored, touched] = reader.getRows()[0]!.map(Number)
  return { rows: rows!, restored: restored!, removed: touched! - restored! }
}

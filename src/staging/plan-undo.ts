import type { DuckDBConnection } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import { sliceColumns, sliceVersionColumns } from './columns.ts'
import { compareSlices } from './compare-slices.ts'

/** What an undo is planned from. */
export interface UndoSource {
  readonly importId: number
  /**
   * A relation with every version of each slice that the import stated or ended, or more: the
   * columns `sliceVersionColumns` and `until`, the entry that ended it; null for the current ones.
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
 * Works out in the scratch what an undo changes: `current_slices`, the slices whose last word the
 * import had; `next_slices`, the versions that they go back to, with the entry `figures_since` that
 * each of them is from; `slice_changes`.
 *
 * An import states a slice, or ends it when it spoke for it and had no rows of it. Imports that were
 * withdrawn do not count. A slice goes back to what the last import before this one said of it.
 */
export async function planUndo(
  scratch: DuckDBConnection,
  { importId, versions, undos }: UndoSource,
): Promise<UndoEffect> {
  const entries = (ids: readonly number[]) => [0, ...ids].join(', ')
  const withdrawn = entries(undos.map(({ undoes }) => undoes))
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE versions AS SELECT ${sliceVersionColumns}, until FROM (${versions})`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE statements AS
    SELECT *, dense_rank() OVER (PARTITION BY ${sliceKey} ORDER BY stated_by DESC) AS place FROM (
      SELECT ${sliceVersionColumns}, import_id AS stated_by, false AS is_end FROM versions
      UNION ALL
      SELECT ${sliceVersionColumns}, until AS stated_by, true AS is_end
      FROM versions AS ended ANTI JOIN versions AS next
        ON next.since = ended.until AND ${sameKey('next', 'ended')}
      WHERE until NOT IN (${entries(undos.map(({ id }) => id))})
    )
    WHERE stated_by NOT IN (${withdrawn})
    QUALIFY row_number() OVER (PARTITION BY ${sliceKey}, stated_by ORDER BY since DESC) = 1`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE touched AS
    SELECT ${sliceKey} FROM statements WHERE place = 1 AND stated_by = ${importId}`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${sliceVersionColumns} FROM versions SEMI JOIN touched USING (${sliceKey})
    WHERE until IS NULL`,
  )
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE next_slices AS
    SELECT ${sliceColumns}, since AS figures_since
    FROM statements SEMI JOIN touched USING (${sliceKey}) WHERE place = 2 AND NOT is_end`,
  )
  await compareSlices(scratch, 'old.changed <= new.figures_since')
  const reader = await scratch.runAndReadAll(
    'SELECT coalesce(sum(row_count), 0), count(*), (SELECT count(*) FROM touched) FROM next_slices',
  )
  const [rows, restored, touched] = reader.getRows()[0]!.map(Number)
  return { rows: rows!, restored: restored!, removed: touched! - restored! }
}

const sameKey = (one: string, other: string): string =>
  sliceKey
    .split(', ')
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(' AND ')

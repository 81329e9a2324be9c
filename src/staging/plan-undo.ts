import type { DuckDBConnection } from '@duckdb/node-api'
import { sliceKey } from '../ledger/figure-keys.ts'
import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import { refuse } from '../ledger/refusals.ts'
import { sameSlice, sliceColumns, sliceVersionColumns } from './columns.ts'
import { compareSlices } from './compare-slices.ts'
import { rowsOf } from './scratch-tables.ts'

/**
 * Checks that a ledger entry can be undone.
 *
 * @param entry undefined when there is none with this id
 * @returns the entry
 * @throws Refusal `unknown_import`, `import_is_undo`, `import_undone`
 */
export function assertUndoable(id: number, entry: LedgerEntry | undefined): LedgerEntry {
  if (!entry) throw refuse('unknown_import', { id })
  if (entry.kind === 'undo') throw refuse('import_is_undo', { id })
  if (entry.undoneBy !== null) throw refuse('import_undone', { id, undo: entry.undoneBy })
  return entry
}

/** An undo, and the entry that it withdrew. */
export interface UndoneEntry {
  readonly id: number
  readonly undoes: number
}

/**
 * What entries that are not withdrawn said of slices: they stated a version, or ended it (`is_end`). `place` counts
 * from the last entry that said something of the slice, which is the one that holds.
 *
 * @param versions a table of versions with `until`; see {@link UndoSource}
 * @param upTo only statements of entries up to this one; of all when absent
 */
export function statementsOf(
  versions: string,
  undos: readonly UndoneEntry[],
  upTo?: number,
): string {
  const entries = (ids: readonly number[]) => [0, ...ids].join(', ')
  const among = upTo === undefined ? '' : ` AND stated_by <= ${upTo}`
  return `SELECT *, dense_rank() OVER (PARTITION BY ${sliceKey} ORDER BY stated_by DESC) AS place FROM (
      SELECT ${sliceVersionColumns}, until, import_id AS stated_by, false AS is_end FROM ${versions}
      UNION ALL
      SELECT ${sliceVersionColumns}, until, until AS stated_by, true AS is_end
      FROM ${versions} AS ended ANTI JOIN ${versions} AS next
        ON next.since = ended.until AND ${sameSlice('next', 'ended')}
      WHERE until NOT IN (${entries(undos.map(({ id }) => id))})
    )
    WHERE stated_by NOT IN (${entries(undos.map(({ undoes }) => undoes))})${among}
    QUALIFY row_number() OVER (PARTITION BY ${sliceKey}, stated_by ORDER BY since DESC) = 1`
}

export interface UndoSource {
  readonly importId: number
  /** Whether it merged apps: then the slices of a day, account and network return together. */
  readonly isMerge: boolean
  /**
   * A relation with at least every version of each slice that the import stated or ended. Columns:
   * `sliceVersionColumns` and `until`, the entry that ended the version, null for current ones.
   */
  readonly versions: string
  /** Every undo so far. */
  readonly undos: readonly UndoneEntry[]
}

/** The effect of an undo. */
export interface UndoEffect {
  /** Rows of the restored slices. */
  readonly rows: number
  /** Slices that return to an earlier version. */
  readonly restored: number
  /** Current slices without an earlier version. */
  readonly removed: number
}

/**
 * Computes what an undo changes, as tables of the scratch:
 *
 * - `current_slices`: the slices that the import was the last to state or end;
 * - `next_slices`: the versions that return, with their entry `figures_since`;
 * - `slice_changes`: the change of each slice.
 *
 * An import states the slices of its rows, and ends those in its scope that have no rows. Each slice
 * returns to what the last import before this one stated. Withdrawn imports do not count.
 */
export async function planUndo(
  scratch: DuckDBConnection,
  { importId, isMerge, versions, undos }: UndoSource,
): Promise<UndoEffect> {
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE versions AS SELECT ${sliceVersionColumns}, until FROM (${versions})`,
  )
  await scratch.run(`CREATE OR REPLACE TEMP TABLE statements AS ${statementsOf('versions', undos)}`)
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE touched AS
    SELECT ${sliceKey} FROM statements WHERE place = 1 AND stated_by = ${importId}`,
  )
  if (isMerge) {
    // Figures of the merged app that a later import restated in the other app would count twice.
    await scratch.run(
      `DELETE FROM touched WHERE (day, account, network) IN (
        SELECT (day, account, network) FROM statements WHERE place > 1 AND stated_by = ${importId}
      )`,
    )
  }
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
  const [counts] = await rowsOf(
    scratch,
    `SELECT coalesce(sum(row_count), 0), count(*),
      (SELECT count(*) FROM slice_changes WHERE change = 'removed')
    FROM next_slices`,
  )
  const [rows, restored, removed] = counts!.map(Number)
  return { rows: rows!, restored: restored!, removed: removed! }
}

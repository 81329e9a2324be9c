import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import type {
  CompactionIo,
  DroppedVersions,
  HistoryStore,
  SupersededVersions,
} from '../../ledger/history.ts'
import { sameSlice } from '../../staging/columns.ts'
import { statementsOf } from '../../staging/plan-undo.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import type { DuckdbDatabase } from './database.ts'
import { findUndos } from './undo-import.ts'

/** Rows that are dropped in one transaction, about: imports wait for it. */
const usualRowsAtOnce = 500_000

const kinds: readonly FactKind[] = Object.values(factKinds)

/** The replaced rows and slices of a kind of fact, with what tells which of them the table {@link neededOf} leaves. */
function pastOf(kind: FactKind) {
  const { tables, sliceKey } = kind
  const [needed, rows, slices] = [neededOf(kind), `past_${tables.rows}`, `past_${tables.slices}`]
  const version = `${sliceKey}, since`
  return {
    rows,
    slices,
    rowsNotNeeded: `NOT EXISTS (
  SELECT 1 FROM ${needed} AS needed WHERE ${sameSlice('needed', rows, kind)}
    AND ${rows}.since <= needed.since AND ${rows}.until > needed.since)`,
    // Versions that merges ended, and later conversions of merged money, tell what merged slices are: see `putRoles`.
    slicesNotNeeded: `(${version}) NOT IN (SELECT (${version}) FROM ${needed})
  AND until NOT IN (SELECT id FROM imports WHERE kind = 'merge' OR (kind = 'revaluation' AND source = 'adtally'))`,
  }
}

const neededOf = ({ name }: FactKind): string => `needed_${name}`

/** Drops replaced versions from a DuckDB file. */
export class DuckdbHistoryStore implements HistoryStore {
  readonly #database: DuckdbDatabase
  readonly #rowsAtOnce: number

  constructor(database: DuckdbDatabase, rowsAtOnce = usualRowsAtOnce) {
    this.#database = database
    this.#rowsAtOnce = rowsAtOnce
  }

  count(horizonEntry: number): Promise<SupersededVersions> {
    return this.#database.withConnection(async (connection) => {
      const last = await lastDropped(connection, horizonEntry)
      await findNeeded(connection, horizonEntry)
      const superseded = kinds.map(pastOf).map(
        ({ rows, slices, rowsNotNeeded, slicesNotNeeded }) => `SELECT
          (SELECT count(*) FROM ${slices} WHERE until <= ${last} AND ${slicesNotNeeded}) AS slices,
          (SELECT count(*) FROM ${rows} WHERE until <= ${last} AND ${rowsNotNeeded}) AS rows`,
      )
      const [counts] = await rowsOf(
        connection,
        `SELECT sum(slices), sum(rows) FROM (${superseded.join(' UNION ALL ')})`,
      )
      const [slices, rows] = counts!.map(Number)
      return { slices: slices!, rows: rows! }
    })
  }

  drop(
    horizonEntry: number,
    { begin, onProgress, signal }: CompactionIo,
  ): Promise<DroppedVersions> {
    const database = this.#database
    return database.withConnection(async (connection) => {
      const usedBefore = await usedBytes(connection)
      // Undos of entries up to the horizon are refused from here on, so what is needed stays the same.
      const parts = await database.write(async () => {
        await begin()
        await findNeeded(connection, horizonEntry)
        const last = await lastDropped(connection, horizonEntry)
        return findParts(connection, last, this.#rowsAtOnce)
      })
      const all = parts.reduce((sum, part) => sum + part.rows, 0)
      let [slices, rows] = [0, 0]
      // The oldest first: a version that is needed is then never without the one that follows it.
      for (const { until } of parts) {
        signal.throwIfAborted()
        await database.write(() =>
          database.transaction(connection, async () => {
            for (const past of kinds.map(pastOf)) {
              rows += await remove(connection, past.rows, until, past.rowsNotNeeded)
              slices += await remove(connection, past.slices, until, past.slicesNotNeeded)
            }
          }),
        )
        onProgress(rows, all === 0 ? 1 : rows / all)
      }
      await database.checkpoint(connection)
      return { slices, rows, freedBytes: Math.max(0, usedBefore - (await usedBytes(connection))) }
    })
  }
}

/**
 * The last entry whose replaced versions are dropped. What the last entry with rows replaced stays: it tells a copy on
 * servers that the entry has rows.
 */
async function lastDropped(connection: DuckDBConnection, horizonEntry: number): Promise<number> {
  const [found] = await rowsOf(
    connection,
    'SELECT coalesce(max(id), 0) FROM imports WHERE slice_count > 0 AND first_day IS NOT NULL',
  )
  return Math.min(horizonEntry, Number(found![0]) - 1)
}

/**
 * Makes a table for each kind of fact: the versions that were replaced up to the horizon, and that an undo of a later
 * entry returns to, because whatever came after them up to the horizon was withdrawn.
 */
async function findNeeded(connection: DuckDBConnection, horizonEntry: number): Promise<void> {
  const undos = await findUndos(connection)
  const withdrawn = [0, ...undos.map(({ undoes }) => undoes)].join(', ')
  for (const kind of kinds) {
    const { sliceKey, versionColumns } = kind
    const { slices } = kind.tables
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE candidates AS
      SELECT DISTINCT ${sliceKey} FROM past_${slices}
      WHERE until <= ${horizonEntry} AND until IN (${withdrawn}) AND import_id NOT IN (${withdrawn})`,
    )
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE versions AS
      SELECT ${versionColumns}, NULL AS until FROM ${slices} SEMI JOIN candidates USING (${sliceKey})
      UNION ALL
      SELECT ${versionColumns}, until FROM past_${slices} SEMI JOIN candidates USING (${sliceKey})`,
    )
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE ${neededOf(kind)} AS
      SELECT ${sliceKey}, since FROM (${statementsOf('versions', undos, horizonEntry, kind)})
      WHERE place = 1 AND NOT is_end AND until <= ${horizonEntry}`,
    )
  }
}

/** Everything up to `until` that is left is a part. */
interface Part {
  readonly until: number
  readonly rows: number
}

async function findParts(
  connection: DuckDBConnection,
  last: number,
  rowsAtOnce: number,
): Promise<Part[]> {
  const replaced = kinds
    .map(pastOf)
    .flatMap(({ rows, slices }) => [
      `SELECT until, 1 AS is_row FROM ${rows} WHERE until <= ${last}`,
      `SELECT until, 0 FROM ${slices} WHERE until <= ${last}`,
    ])
  const counts = await rowsOf(
    connection,
    `SELECT until, sum(is_row) FROM (
      ${replaced.join(' UNION ALL ')}
    ) GROUP BY until ORDER BY until`,
  )
  const parts: Part[] = []
  let rows = 0
  for (const [place, [until, count]] of counts.entries()) {
    rows += Number(count)
    if (rows < rowsAtOnce && place < counts.length - 1) continue
    parts.push({ until: Number(until), rows })
    rows = 0
  }
  return parts
}

/** @returns how many rows were removed */
async function remove(
  connection: DuckDBConnection,
  table: string,
  until: number,
  condition: string,
): Promise<number> {
  const { rowsChanged } = await connection.run(
    `DELETE FROM ${table} WHERE until <= ${until} AND ${condition}`,
  )
  return rowsChanged
}

/** The bytes of the file that are in use; the rest of it is used again. */
async function usedBytes(connection: DuckDBConnection): Promise<number> {
  const [size] = await rowsOf(
    connection,
    'SELECT block_size, used_blocks FROM pragma_database_size() WHERE database_name = current_database()',
  )
  const [blockSize, usedBlocks] = (size ?? [0, 0]).map(Number)
  return blockSize! * usedBlocks!
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../staging/refusals.ts'
import type { Scratch } from '../../staging/scratch-database.ts'
import type { ClickhouseConnection } from './connection.ts'

/** Of 122,880 rows each: a node holds a file in memory while it takes it in. */
const rowGroupsPerFile = 16

/** A DuckDB connection, and a folder for files that lives as long. */
export interface RowSource {
  readonly connection: Scratch
  readonly folder: string
}

/**
 * Adds the rows of a query to a table of the journal. Nobody sees them before their entry is
 * committed.
 *
 * @param onRows is told how many more rows have arrived
 * @returns how many rows that were
 */
export async function shipRows(
  clickhouse: ClickhouseConnection,
  { connection, folder }: RowSource,
  table: string,
  query: string,
  onRows: (rows: number) => void = () => undefined,
): Promise<number> {
  const files = join(folder, `in-${table}`)
  const { rowsChanged } = await connection
    .run(
      `COPY (${query}) TO '${files.replaceAll("'", "''")}'
      (FORMAT parquet, ROW_GROUPS_PER_FILE ${rowGroupsPerFile})`,
    )
    .catch((error: Error) => {
      if (!/out of range|overflow/i.test(error.message)) throw error
      throw refuse('change_too_large', {}, { cause: error })
    })
  if (rowsChanged > 0) {
    const names = await readdir(files)
    for (const [index, name] of names.entries()) {
      await clickhouse.insertParquet(table, join(files, name))
      const arrived = (count: number) => Math.round((rowsChanged * count) / names.length)
      onRows(arrived(index + 1) - arrived(index))
    }
  }
  await rm(files, { recursive: true })
  return rowsChanged
}

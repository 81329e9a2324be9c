import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../staging/refusals.ts'
import type { Scratch } from '../../staging/scratch-database.ts'
import type { ClickhouseConnection } from './connection.ts'

/** A row group has 122,880 rows. A node reads a whole file into memory. */
const rowGroupsPerFile = 16

/** A DuckDB connection, and a folder for its files. */
export interface ScratchWithFolder {
  readonly connection: Scratch
  readonly folder: string
}

/**
 * Adds the rows of a query to a table of the journal. They become visible when their entry is
 * committed.
 *
 * @param onRows called after each file with its number of rows
 * @returns the number of rows
 */
export async function shipRows(
  clickhouse: ClickhouseConnection,
  { connection, folder }: ScratchWithFolder,
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

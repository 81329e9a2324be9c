import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { WarehouseColumn } from '../../../warehouse/tables.ts'
import { DuckdbSession } from '../duckdb/duckdb-session.ts'
import type { SqlSession } from '../sql-session.ts'

/** Works with a database file of its own in a folder, which ends with the work. */
export async function withScratch<Result>(
  workDirectory: string,
  signal: AbortSignal,
  work: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  const path = join(workDirectory, `${randomUUID()}.duckdb`)
  const session = await DuckdbSession.open(path, signal)
  try {
    // Nothing is kept, so nothing has to reach the disk.
    await session.run('BEGIN')
    return await work(session)
  } finally {
    await session.close()
    for (const part of ['', '.wal', '.tmp']) {
      await rm(`${path}${part}`, { recursive: true, force: true })
    }
  }
}

/** The rows of a Parquet file in the columns of a table. A file of an earlier release may lack some, which are null. */
export function rowsIn(
  session: SqlSession,
  path: string,
  columns: readonly WarehouseColumn[],
): string {
  const names = columns.map(({ name }) => name).join(', ')
  const types = columns.map(({ name, type }) => `NULL::${session.typeOf(type)} AS ${name}`)
  return `(SELECT ${names} FROM (SELECT * FROM read_parquet(${quotePath(path)})
    UNION ALL BY NAME SELECT ${types.join(', ')} WHERE false))`
}

/** Writes rows as a Parquet file. @param rows a query */
export function writeRows(session: SqlSession, rows: string, path: string): Promise<void> {
  return session.run(`COPY (${rows}) TO ${quotePath(path)} (FORMAT parquet, COMPRESSION zstd)`)
}

/** How many rows a Parquet file has. */
export async function countRows(session: SqlSession, path: string): Promise<number> {
  const [row] = await session.rows(`SELECT count(*) FROM read_parquet(${quotePath(path)})`)
  return Number(row![0])
}

const quotePath = (path: string): string => `'${path.replaceAll("'", "''")}'`

import { DuckDBInstance } from '@duckdb/node-api'
import type { Day } from '../src/values/day.ts'
import { figuresQuery } from './figures-shape.ts'

/** Writes the figures of some days to a CSV or Parquet file; the name decides which. */
export const writeFigures = (
  path: string,
  appCount: number,
  from: Day,
  days: number,
): Promise<void> => writeRows(path, figuresQuery(appCount, from, days))

/** Writes the rows of a DuckDB query to a CSV or Parquet file; the name decides which. */
export async function writeRows(path: string, query: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const format = path.endsWith('.csv') ? 'csv, HEADER' : 'parquet'
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT ${format})`)
  connection.closeSync()
  instance.closeSync()
}

import { DuckDBInstance } from '@duckdb/node-api'
import type { Day } from '../src/values/day.ts'
import { figuresQuery } from './figures-shape.ts'

/** Writes the figures of some days to a CSV or Parquet file; the name decides which. */
export async function writeFigures(
  path: string,
  appCount: number,
  from: Day,
  days: number,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const format = path.endsWith('.csv') ? 'csv, HEADER' : 'parquet'
  await connection.run(
    `COPY (${figuresQuery(appCount, from, days)}) TO '${path}' (FORMAT ${format})`,
  )
  connection.closeSync()
  instance.closeSync()
}

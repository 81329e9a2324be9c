import type { DuckDBConnection } from '@duckdb/node-api'
import { figureOrder, sliceOrder } from '../../ledger/figure-keys.ts'
import type { DuckdbDatabase } from './database.ts'

/** Fewer rows are in one or two row groups anyway, which the engine reads as a whole. */
const minUnsortedRows = 10_000

/**
 * Sorts months in which at least a quarter of the rows were written since the last sorting. So one
 * app's month stays in a few row groups, and each row is moved only a few times. Readers see the same
 * rows throughout.
 */
export async function tidyMonths(
  database: DuckdbDatabase,
  connection: DuckDBConnection,
): Promise<void> {
  const many = await connection.runAndReadAll(
    `SELECT month FROM months WHERE unsorted_row_count >= ${minUnsortedRows} LIMIT 1`,
  )
  if (many.currentRowCount === 0) return
  const reader = await connection.runAndReadAll(
    `SELECT CAST(months.month AS VARCHAR)
    FROM months JOIN slices ON date_trunc('month', slices.day) = months.month
    WHERE unsorted_row_count >= ${minUnsortedRows}
    GROUP BY months.month, unsorted_row_count
    HAVING unsorted_row_count * 4 >= sum(slices.row_count)`,
  )
  for (const [month] of reader.getRows()) await sortMonth(database, connection, String(month))
}

async function sortMonth(
  database: DuckdbDatabase,
  connection: DuckDBConnection,
  month: string,
): Promise<void> {
  const inMonth = `day >= DATE '${month}' AND day < DATE '${month}' + INTERVAL 1 MONTH`
  const order = { figures: figureOrder, slices: sliceOrder }
  for (const [table, columns] of Object.entries(order)) {
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE sorted_${table} AS
      SELECT * FROM ${table} WHERE ${inMonth} ORDER BY ${columns}`,
    )
  }
  await database.transaction(connection, async () => {
    for (const table of Object.keys(order)) {
      await connection.run(`DELETE FROM ${table} WHERE ${inMonth}`)
      await connection.run(`INSERT INTO ${table} SELECT * FROM sorted_${table}`)
    }
    await connection.run(`UPDATE months SET unsorted_row_count = 0 WHERE month = DATE '${month}'`)
  })
}

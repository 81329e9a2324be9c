import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { figures } from '../../src/facts/figures.ts'
import { sliceOrder } from '../../src/ledger/figure-keys.ts'
import { figuresByMonth, placedFiguresByMonth, slicesByMonth } from '../../src/staging/columns.ts'
import { rowsOf } from '../../src/staging/scratch-tables.ts'

/** The first value that a column can have, the last one, and some between. */
const values = {
  day: ["DATE '0001-01-01'", "DATE '2025-12-31'", "DATE '2026-01-01'", "DATE '9999-12-31'"],
  account: ['1', '7', '4294967295'],
  app: ['1', '4294967295'],
  network: ['0', '65535'],
  format: ['0', '65535'],
  country: ['0', '675'],
  ad_tag: ['0', '4294967295'],
}

const types = {
  day: 'DATE',
  account: 'UINTEGER',
  app: 'UINTEGER',
  network: 'USMALLINT',
  format: 'USMALLINT',
  country: 'USMALLINT',
  ad_tag: 'UINTEGER',
} as const

test('two packed numbers sort rows as their columns do', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const columns = Object.entries(values).map(
    ([name, list]) =>
      `(SELECT CAST(unnest([${list.join(', ')}]) AS ${types[name as keyof typeof types]}) AS ${name})`,
  )
  await connection.run(`CREATE TABLE drawn AS
    SELECT *, CAST(dense_rank() OVER (ORDER BY account, app) - 1 AS UINTEGER) AS place
    FROM ${columns.join(', ')}`)
  const [row] = await rowsOf(
    connection,
    `SELECT count(*), count(*) FILTER (figures = packed_figures), count(*) FILTER (slices = packed_slices)
    FROM (
      SELECT row_number() OVER (ORDER BY ${figuresByMonth}) AS figures,
        row_number() OVER (ORDER BY ${placedFiguresByMonth}) AS packed_figures,
        dense_rank() OVER (ORDER BY date_trunc('month', day), ${sliceOrder}) AS slices,
        dense_rank() OVER (ORDER BY ${slicesByMonth(figures)}) AS packed_slices
      FROM drawn
    )`,
  )
  // 4 days, 3 accounts, and two values of each other column.
  expect(row).toEqual([384n, 384n, 384n])
  connection.closeSync()
  instance.closeSync()
})

test('the highest place of an app fits between the month and the day', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const row = (day: string, place: number) =>
    `SELECT DATE '${day}' AS day, CAST(${place} AS UINTEGER) AS place, CAST(0 AS USMALLINT) AS network,
      CAST(0 AS USMALLINT) AS format, CAST(0 AS USMALLINT) AS country, CAST(0 AS UINTEGER) AS ad_tag`
  const rows = await rowsOf(
    connection,
    `SELECT place, CAST(day AS VARCHAR) FROM (
      ${row('2026-02-01', 0)} UNION ALL ${row('2026-01-01', 2 ** 26 - 1)}
      UNION ALL ${row('2026-01-31', 2 ** 26 - 2)}
    ) ORDER BY ${placedFiguresByMonth}`,
  )
  expect(rows).toEqual([
    [2 ** 26 - 2, '2026-01-31'],
    [2 ** 26 - 1, '2026-01-01'],
    [0, '2026-02-01'],
  ])
  connection.closeSync()
  instance.closeSync()
})

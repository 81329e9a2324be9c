import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { killTimeoutMs, killWhileFilling } from './kill-while-filling.ts'

test(
  'kill -9 at any moment leaves a DuckDB file with the copy of one entry, which the next turn continues',
  { timeout: killTimeoutMs },
  () =>
    killWhileFilling(
      'duckdb',
      () => 'copy.duckdb',
      async ({ root }) => {
        const path = join(root, 'warehouses/copy.duckdb')
        if (!existsSync(path)) return
        const instance = await DuckDBInstance.create(path)
        const connection = await instance.connect()
        const rowsOf = async (sql: string) =>
          (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][]
        try {
          const tables = await rowsOf(
            "SELECT 1 FROM duckdb_tables() WHERE table_name = 'adtally_state'",
          )
          if (tables.length === 0) return
          const [state] = await rowsOf('SELECT entry FROM adtally_state')
          const sums = await rowsOf(
            'SELECT count(*), coalesce(sum(impressions), 0)::BIGINT FROM figures',
          )
          // All rows of an entry have its number as impressions.
          const rows = 28 * 6 * 10
          const entry = Number(state?.[0] ?? 0)
          expect(sums).toEqual([state ? [String(rows), String(rows * entry)] : ['0', '0']])
        } finally {
          connection.closeSync()
          instance.closeSync()
        }
      },
    ),
)

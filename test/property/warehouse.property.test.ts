import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, test } from 'vitest'
import { factNames } from '../../src/facts/kinds.ts'
import { DuckdbSession } from '../../src/storage/warehouses/duckdb/duckdb-session.ts'
import { SqlWarehouse } from '../../src/storage/warehouses/sql-warehouse.ts'
import { shareSite } from '../import/import-site.ts'
import { isNight } from '../night.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'
import { checkCopies, type TestWarehouse } from './warehouse-cases.ts'

const shared = shareSite()
let warehouse: TestWarehouse

beforeAll(() => {
  const { root } = shared()
  const path = join(root, 'copy.duckdb')
  const { signal } = new AbortController()
  warehouse = {
    open: async () => new SqlWarehouse(await DuckdbSession.open(path, signal)),
    rows: async (sql) => {
      const instance = await DuckDBInstance.create(path)
      const connection = await instance.connect()
      try {
        return (await connection.runAndReadAll(sql)).getRows()
      } finally {
        connection.closeSync()
        instance.closeSync()
      }
    },
  }
})

test.each(isNight ? factNames : (['figures', 'cohorts'] as const))(
  `${caseCount} drawn histories of %s are in a DuckDB file, cell by cell, after each entry`,
  { timeout: propertyTimeoutMs },
  (kind) => checkCopies(shared(), warehouse, kind),
)

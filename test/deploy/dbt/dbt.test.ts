import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { DuckdbSession } from '../../../src/storage/warehouses/duckdb/duckdb-session.ts'
import { SqlWarehouse } from '../../../src/storage/warehouses/sql-warehouse.ts'
import { openSite } from '../../import/import-site.ts'
import { shipTo } from '../../property/warehouse-cases.ts'
import { checkProject } from './check-project.ts'
import { ofAccount, sourcesFile, sourcesYaml } from './project.ts'

test('sources name every table and column', () =>
  expect(sourcesYaml()).toMatchFileSnapshot(sourcesFile))

test('models can be of one account', () => {
  expect(ofAccount('studio')).toBe("where account = 'studio'")
})

test('models and tests run on DuckDB, and find what others changed', async () => {
  const site = await openSite()
  const path = join(site.root, 'copy.duckdb')
  const { signal } = new AbortController()
  await checkProject(site, {
    fill: async () => {
      const warehouse = new SqlWarehouse(await DuckdbSession.open(path, signal))
      await warehouse.prepare()
      await shipTo(site, warehouse, 'studio')
      await warehouse.close()
    },
    rows: async (sql) => {
      const instance = await DuckDBInstance.create(path)
      const connection = await instance.connect()
      try {
        return (await connection.runAndReadAll(sql)).getRowsJson()
      } finally {
        connection.closeSync()
        instance.closeSync()
      }
    },
  })
})

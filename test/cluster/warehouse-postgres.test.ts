import { Client } from 'pg'
import { beforeAll, test } from 'vitest'
import { factNames } from '../../src/facts/kinds.ts'
import { PostgresSession } from '../../src/storage/warehouses/postgres-session.ts'
import { SqlWarehouse } from '../../src/storage/warehouses/sql-warehouse.ts'
import { shareSite } from '../import/import-site.ts'
import { caseCount, propertyTimeoutMs } from '../property/batches.ts'
import { checkCopies, type TestWarehouse } from '../property/warehouse-cases.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()
const shared = shareSite()
let warehouse: TestWarehouse

beforeAll(async () => {
  const url = await postgres().createDatabase()
  const { signal } = new AbortController()
  warehouse = {
    open: async () => new SqlWarehouse(await PostgresSession.open(url, null, signal)),
    rows: async (sql) => {
      const client = new Client(url)
      await client.connect()
      try {
        return (await client.query({ text: sql, rowMode: 'array' })).rows
      } finally {
        await client.end()
      }
    },
  }
})

test.each(factNames)(
  `${caseCount} drawn histories of %s are in PostgreSQL, cell by cell, after each entry`,
  { timeout: propertyTimeoutMs },
  (kind) => checkCopies(shared(), warehouse, kind),
)

import { Client } from 'pg'
import { expect, test } from 'vitest'
import { factNames } from '../../src/facts/kinds.ts'
import { PostgresSession } from '../../src/storage/warehouses/postgres/postgres-session.ts'
import { SqlWarehouse } from '../../src/storage/warehouses/sql-warehouse.ts'
import { checkProject } from '../deploy/dbt/check-project.ts'
import { openSite, shareSite } from '../import/import-site.ts'
import { isNight } from '../night.ts'
import { caseCount, propertyTimeoutMs } from '../property/batches.ts'
import { checkCopies, shipTo } from '../property/warehouse-cases.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()
const shared = shareSite()
const { signal } = new AbortController()

const open = async (url: string) => new SqlWarehouse(await PostgresSession.open(url, null, signal))

async function ask(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

test.each(isNight ? factNames : (['figures', 'cohorts'] as const))(
  `${caseCount} drawn histories of %s are in PostgreSQL, cell by cell, after each entry`,
  { timeout: propertyTimeoutMs },
  async (kind) => {
    const url = await postgres().createDatabase()
    await checkCopies(shared(), { open: () => open(url), rows: (sql) => ask(url, sql) }, kind)
  },
)

test("the dbt project's models and tests run on it", async () => {
  const site = await openSite()
  const url = await postgres().createDatabase()
  await checkProject(site, {
    fill: async () => {
      const warehouse = await open(url)
      await warehouse.prepare()
      await shipTo(site, warehouse, 'studio')
      await warehouse.close()
    },
    rows: (sql) => ask(url, sql),
  })
})

test('a database that is read-only keeps its copy and says so', async () => {
  const site = await openSite()
  await site.importLines(['2026-03-01,zap-ios,admob,banner,US,1,0.5'])
  const url = await postgres().createDatabase()
  const warehouse = await open(url)
  await warehouse.prepare()
  await shipTo(site, warehouse, 'studio')
  await site.importLines(['2026-03-01,zap-ios,admob,banner,US,2,0.5'])
  const limited = await open(
    `${url}${url.includes('?') ? '&' : '?'}options=-c%20default_transaction_read_only%3Don`,
  )
  await expect(limited.prepare()).rejects.toThrow(/^PostgreSQL: .*read-only/)
  expect(await ask(url, 'SELECT sum(impressions) FROM figures')).toEqual([['1']])
  expect((await shipTo(site, warehouse, 'studio')).entry).toBe(2)
  await Promise.all([warehouse.close(), limited.close()])
})

test('a copy has an index once rows of it end, or once it is filled', async () => {
  const site = await openSite()
  const url = await postgres().createDatabase()
  const hasIndex = async () => {
    const [row] = await ask(url, "SELECT to_regclass('adtally_figures_rows_current') IS NOT NULL")
    return row![0]
  }
  await site.importLines(['2026-03-01,zap-ios,admob,banner,US,1,0.5'])
  const filled = await open(url)
  await filled.prepare()
  await shipTo(site, filled, 'studio')
  expect(await hasIndex()).toBe(false)
  await filled.close()
  expect(await hasIndex()).toBe(true)

  const warehouse = await open(url)
  await ask(url, 'DROP INDEX adtally_figures_rows_current')
  await warehouse.prepare()
  await site.importLines(['2026-03-01,zap-ios,admob,banner,US,2,0.5'])
  await shipTo(site, warehouse, 'studio')
  expect(await hasIndex()).toBe(true)
  await warehouse.close()
})

test('two processes that fill the same copy at once leave one of them without effect', async () => {
  const site = await openSite()
  await site.importLines(['2026-03-01,zap-ios,admob,banner,US,1,0.5'])
  const url = await postgres().createDatabase()
  const both = [await open(url), await open(url)]
  await both[0]!.prepare()
  await both[1]!.prepare()
  const turns = await Promise.allSettled(both.map((one) => shipTo(site, one, 'studio')))
  const failed = turns.filter((turn) => turn.status === 'rejected')
  expect(failed.length).toBeLessThan(2)
  for (const turn of failed) expect(turn.reason.message).toContain('Another process')
  expect(await ask(url, 'SELECT count(*) FROM figures_history')).toEqual([['1']])
  await Promise.all(both.map((one) => one.close()))
})

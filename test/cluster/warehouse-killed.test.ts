import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { figures } from '../../src/facts/figures.ts'
import { PostgresSession } from '../../src/storage/warehouses/postgres-session.ts'
import { SqlWarehouse } from '../../src/storage/warehouses/sql-warehouse.ts'
import { findMismatch } from '../../src/use-cases/destinations/proof.ts'
import { openSite } from '../import/import-site.ts'
import { isNight } from '../night.ts'
import { shipTo } from '../property/warehouse-cases.ts'
import { killWhileFilling } from '../warehouse/kill-while-filling.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()
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

test('kill -9 at any moment leaves PostgreSQL with the copy of one entry, which the next turn continues', async () => {
  const url = await postgres().createDatabase()
  await killWhileFilling(
    'postgresql',
    () => url,
    async () => {
      const [exists] = await ask(url, "SELECT to_regclass('adtally_state') IS NOT NULL")
      if (exists?.[0] === false) return
      const [state] = await ask(url, 'SELECT entry FROM adtally_state')
      const sums = await ask(url, 'SELECT count(*), coalesce(sum(impressions), 0) FROM figures')
      const rows = 28 * 6 * 10
      const entry = Number(state?.[0] ?? 0)
      expect(sums).toEqual([state ? [String(rows), String(rows * entry)] : ['0', '0']])
    },
  )
})

test('a server that is killed while it is filled has the copy of one entry, and is filled when it is back', async () => {
  const site = await openSite()
  for (let nth = 1; nth <= 6; nth++) {
    const lines = Array.from(
      { length: 5_000 },
      (_, row) => `2026-03-01,zap-ios,admob,banner,US,${nth},0.5,tag-${row}`,
    )
    await site.importLines(lines, {
      columns: 'date,app_id,network,format,country,impressions,revenue,ad_tag',
    })
  }
  const url = await postgres().createDatabase()
  for (let moment = 0; moment < (isNight ? 100 : 4); moment++) {
    const warehouse = await open(url)
    const filled = (async () => {
      await warehouse.prepare()
      await shipTo(site, warehouse, 'studio', { isRefilled: true })
    })()
    filled.catch(() => undefined)
    await delay(40 * moment)
    await postgres().kill()
    await filled.catch((error: Error) => expect(error.message).toMatch(/^PostgreSQL: /))
    await warehouse.close()
    await postgres().restart()
  }
  const warehouse = await open(url)
  await warehouse.prepare()
  const { entry } = await shipTo(site, warehouse, 'studio')
  expect(entry).toBe(6)
  expect(await findMismatch(warehouse, 'studio', [figures])).toBeNull()
  await warehouse.close()
  expect(await ask(url, 'SELECT count(*), sum(impressions) FROM figures')).toEqual([
    ['5000', '30000'],
  ])
})

import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { figures } from '../../src/facts/figures.ts'
import { PostgresSession } from '../../src/storage/warehouses/postgres/postgres-session.ts'
import { SqlWarehouse } from '../../src/storage/warehouses/sql-warehouse.ts'
import { findMismatch } from '../../src/use-cases/destinations/proof.ts'
import type { Warehouse } from '../../src/warehouse/warehouse.ts'
import { openSite } from '../import/import-site.ts'
import { shipTo } from '../property/warehouse-cases.ts'
import { killTimeoutMs, killWhileFilling, moments } from '../warehouse/kill-while-filling.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'
import { askClickhouse, createClickhouseDatabase, openClickhouse } from './warehouse-clickhouse.ts'

const postgres = sharePostgres()
const clickhouse = shareClickhouse()
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

/** All rows of an entry have its number as impressions. In one query, because a server may still end the last step. */
const sums = `SELECT count(*), coalesce(sum(impressions), 0), (SELECT coalesce(max(entry), 0) FROM adtally_state)
  FROM figures`
function expectOneEntry([found]: unknown[][]): void {
  const rows = 28 * 6 * 10
  const [count, sum, entry] = found!.map(Number)
  expect([count, sum]).toEqual(entry === 0 ? [0, 0] : [rows, rows * entry!])
}

test('kill -9 at any moment leaves PostgreSQL with the copy of one entry, which the next turn continues', {
  timeout: killTimeoutMs,
}, async () => {
  const url = await postgres().createDatabase()
  await killWhileFilling(
    'postgresql',
    () => url,
    async () => {
      const [exists] = await ask(url, "SELECT to_regclass('adtally_state') IS NOT NULL")
      if (exists?.[0] === false) return
      expectOneEntry(await ask(url, sums))
    },
  )
})

test('kill -9 at any moment leaves ClickHouse with the copy of one entry, which the next turn continues', {
  timeout: killTimeoutMs,
}, async () => {
  const address = await createClickhouseDatabase(clickhouse.servers().urls[0]!, 'filled')
  await killWhileFilling(
    'clickhouse',
    () => address,
    async () => {
      const [views] = await askClickhouse(
        address,
        "SELECT count() FROM system.tables WHERE database = 'filled' AND name IN ('adtally_state', 'figures')",
      )
      if (views?.[0] !== '2') return
      expectOneEntry(await askClickhouse(address, sums))
    },
  )
})

/** A server whose warehouse is filled while it is killed. */
interface KilledServer {
  readonly open: () => Promise<Warehouse>
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
  /** What its failures begin with. */
  readonly failure: RegExp
  readonly ask: (sql: string) => Promise<unknown[][]>
}

/** Kills a server at some moments of filling its copy, and expects the whole copy in the end. */
async function killServerWhileFilling({ open, kill, restart, failure, ask }: KilledServer) {
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
  for (let moment = 0; moment < moments; moment++) {
    const warehouse = await open()
    const filled = (async () => {
      await warehouse.prepare()
      await shipTo(site, warehouse, 'studio', { isRefilled: true })
    })()
    filled.catch(() => undefined)
    await delay(40 * moment)
    await kill()
    await filled.catch((error: Error) => expect(error.message).toMatch(failure))
    await warehouse.close()
    await restart()
  }
  const warehouse = await open()
  await warehouse.prepare()
  const { entry } = await shipTo(site, warehouse, 'studio')
  expect(entry).toBe(6)
  expect(await findMismatch(warehouse, 'studio', [figures])).toBeNull()
  await warehouse.close()
  expect(await ask('SELECT count(*), sum(impressions) FROM figures')).toEqual([['5000', '30000']])
}

test('PostgreSQL that is killed while it is filled has the copy of one entry, and is filled when it is back', {
  timeout: killTimeoutMs,
}, async () => {
  const url = await postgres().createDatabase()
  await killServerWhileFilling({
    open: () => open(url),
    kill: postgres().kill,
    restart: postgres().restart,
    failure: /^PostgreSQL: /,
    ask: (sql) => ask(url, sql),
  })
})

test('ClickHouse that is killed while it is filled has the copy of one entry, and is filled when it is back', {
  timeout: killTimeoutMs,
}, async () => {
  const servers = clickhouse.servers()
  const address = await createClickhouseDatabase(servers.urls[0]!, 'killed')
  await killServerWhileFilling({
    open: async () => openClickhouse(address),
    kill: () => servers.kill(0),
    restart: () => servers.restart(0),
    failure: /^ClickHouse: /,
    ask: (sql) => askClickhouse(address, sql),
  })
})

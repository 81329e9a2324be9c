import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { noServers, type Servers } from '../../src/config/servers.ts'
import { startClickhouse } from '../cluster/clickhouse.ts'
import { startPostgres } from '../cluster/postgres.ts'
import { ImportSite } from '../import/import-site.ts'
import { CrashSoak } from './crash/crash-soak.ts'
import { Draw } from './draw.ts'
import { printFigures, sized } from './size.ts'

const rounds = sized(12, 200)
const timeout = 60_000 + rounds * 30_000

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'adtally-soak-'))
  return () => rm(root, { recursive: true, force: true })
})

async function soak(stores: string, servers: Servers): Promise<void> {
  const soaked = new CrashSoak(new ImportSite(root, undefined, servers), new Draw(stores))
  await soaked.begin()
  for (let round = 0; round < rounds; round++) await soaked.round()
  printFigures(`kill -9 on ${stores}`, { ...soaked.counted })
  expect(soaked.counted.kills).toBeGreaterThan(rounds / 2)
}

test(
  `${rounds} rounds of kill -9 lose nothing that was acknowledged, on DuckDB and SQLite`,
  {
    timeout,
  },
  () => soak('DuckDB and SQLite', noServers),
)

test(`${rounds} rounds of kill -9 lose nothing that was acknowledged, on ClickHouse and PostgreSQL`, {
  timeout,
}, async () => {
  const clickhouse = await startClickhouse()
  onTestFinished(() => clickhouse.stop())
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  await soak('ClickHouse and PostgreSQL', {
    clickhouse: { urls: clickhouse.urls, database: 'soak', cluster: null, replicated: false },
    databaseUrl: await postgres.createDatabase(),
    valkeyUrl: null,
  })
})

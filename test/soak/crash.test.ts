import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { noServers } from '../../src/config/servers.ts'
import { usualLimits } from '../../src/config/storage-limits.ts'
import { startClickhouse } from '../cluster/clickhouse.ts'
import { startPostgres } from '../cluster/postgres.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { ImportSite } from '../import/import-site.ts'
import { CrashSoak } from './crash/crash-soak.ts'
import { PowerSupply } from './crash/power-supply.ts'
import { Draw } from './draw.ts'
import { printFigures, sized } from './size.ts'

const rounds = sized(12, 200)
const timeout = 60_000 + rounds * 30_000

let root: string
beforeEach(async () => {
  root = await newFolder()
})

async function soak(title: string, site: ImportSite, afterKill?: () => void): Promise<void> {
  const soaked = new CrashSoak(site, new Draw(title), afterKill)
  await soaked.begin()
  for (let round = 0; round < rounds; round++) await soaked.round()
  const { killedDuring, ...counted } = soaked.counted
  printFigures(title, { ...counted, ...killedDuring })
  expect(soaked.counted.kills).toBeGreaterThan(rounds / 2)
}

test(
  `${rounds} rounds of kill -9 lose nothing that was acknowledged, on DuckDB and SQLite`,
  {
    timeout,
  },
  () => soak('kill -9 on DuckDB and SQLite', new ImportSite(root, undefined, noServers)),
)

test(`${rounds} power cuts lose nothing that was acknowledged, on DuckDB and SQLite`, {
  timeout,
}, async ({ skip }) => {
  const supply = PowerSupply.start(root)
  if (!supply) return skip('mounting a file system takes root')
  const site = new ImportSite(supply.root, undefined, noServers)
  // The file system is small.
  site.directory = { ...site.directory, limits: { ...usualLimits, freeSpaceBytes: 1_000_000 } }
  try {
    await soak('power cuts on DuckDB and SQLite', site, () => supply.cut())
  } finally {
    supply.stop()
  }
})

test(`${rounds} rounds of kill -9 lose nothing that was acknowledged, on ClickHouse and PostgreSQL`, {
  timeout,
}, async () => {
  const clickhouse = await startClickhouse()
  onTestFinished(() => clickhouse.stop())
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const servers = {
    clickhouse: { urls: clickhouse.urls, database: 'soak', cluster: null, replicated: false },
    databaseUrl: await postgres.createDatabase(),
    valkeyUrl: null,
  }
  await soak('kill -9 on ClickHouse and PostgreSQL', new ImportSite(root, undefined, servers))
})

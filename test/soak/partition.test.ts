import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Servers } from '../../src/config/servers.ts'
import { openPostgres } from '../../src/records/database.ts'
import type { PostgresOptions } from '../../src/records/node-postgres.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { startServing } from '../cli/spawn-adtally.ts'
import { clusterName, startClickhouse } from '../cluster/clickhouse.ts'
import { startPostgres } from '../cluster/postgres.ts'
import { startRedis } from '../cluster/redis.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { commandOn } from '../fixtures/test-host.ts'
import { ImportSite, studioKey } from '../import/import-site.ts'
import { apps } from './crash/operations.ts'
import { Draw } from './draw.ts'
import { drawDisturbance } from './partition/disturbances.ts'
import { Observer } from './partition/observer.ts'
import { Operator } from './partition/operator.ts'
import { PartitionSoak } from './partition/partition-soak.ts'
import { TestNetwork, whyNoNetwork, whyNoTrouble } from './partition/test-network.ts'
import { printFigures, sized } from './size.ts'

const shards = sized(1, 2) as 1 | 2
const rounds = sized(2, 15)
const disturbances = sized(3, 5)
const longestMs = sized(3_000, 15_000)

const noNetwork = whyNoNetwork()
if (noNetwork) console.log(`soak: partition: skipped, there are no test hosts here: ${noNetwork}`)

test.skipIf(noNetwork)(
  `${rounds} rounds of cut links lose and double nothing, and everything recovers by itself`,
  { timeout: 120_000 + rounds * (disturbances + 4) * (longestMs + 30_000) },
  async () => {
    const stores = ['postgres', 'clickhouse-0', 'clickhouse-1', 'redis'].filter(
      (name) => shards > 1 || name !== 'clickhouse-1',
    )
    const network = new TestNetwork(['app', ...stores])
    onTestFinished(() => network.destroy())
    const noTrouble = whyNoTrouble(network, 'app')
    if (noTrouble) console.log(`soak: partition: no delay, no duplicates: ${noTrouble}`)
    const soaked = await openStores(network)
    const draw = new Draw('partition')
    const soak = new PartitionSoak(
      {
        ...soaked,
        drawDisturbance: () =>
          drawDisturbance(network, draw, stores, noTrouble === null, longestMs),
      },
      draw,
    )
    try {
      for (let round = 0; round < rounds; round++) await soak.round(disturbances)
    } finally {
      const { statuses, slowestMs } = soaked.observer
      printFigures('partition', { ...soak.counted, ...statuses, slowestAnswerMs: slowestMs })
      for (const line of soak.failures) console.log(`soak: partition: a command said: ${line}`)
    }
  },
)

test.skipIf(noNetwork)('a host that vanishes during an import releases the lock', async () => {
  const network = new TestNetwork(['gone', 'postgres'])
  onTestFinished(() => network.destroy())
  const postgres = await startPostgres(network.host('postgres'))
  onTestFinished(() => postgres.stop())
  const url = await postgres.createDatabase()
  const options: PostgresOptions = { vanishedAfterMs: 4_000 }
  const script = join(import.meta.dirname, 'partition', 'hold-writer-lock.ts')
  const [command, args] = commandOn(network.host('gone'), process.execPath, [
    ...[script, url, JSON.stringify(options)],
  ])
  const gone = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void gone.kill('SIGKILL'))
  await once(gone.stdout, 'data')
  // Its kernel closes the connection, but no packet arrives.
  network.cut('gone')
  gone.kill('SIGKILL')
  const database = await openPostgres(url)
  onTestFinished(() => database.close())
  expect(await database.withWriterLock({ wait: false }, async () => 'taken')).toBe(null)
  expect(await database.withWriterLock({ wait: true }, async () => 'taken')).toBe('taken')
})

/** Starts each server on its own host, and Adtally on another. */
async function openStores(network: TestNetwork) {
  const folder = await newFolder()
  const postgres = await startPostgres(network.host('postgres'))
  onTestFinished(() => postgres.stop())
  const hosts = Array.from({ length: shards }, (_, shard) => network.host(`clickhouse-${shard}`))
  const clickhouse = await startClickhouse({ shards, hosts })
  onTestFinished(() => clickhouse.stop())
  const redis = await startRedis(network.host('redis'))
  onTestFinished(() => redis.stop())
  const servers: Servers = {
    clickhouse: {
      urls: clickhouse.urls,
      database: 'partition',
      replicated: false,
      cluster: shards > 1 ? clusterName : null,
    },
    databaseUrl: await postgres.createDatabase(),
    valkeyUrl: redis.url,
  }
  const site = new ImportSite(folder, undefined, servers)
  await site.open()
  await site.call(createAccount, { username: 'studio', key: studioKey })
  const lines = apps.map((app) => `${app},studio,${app},ios\n`)
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  await site.close()
  const host = network.host('app')
  const env = {
    ADTALLY_CLICKHOUSE_URL: clickhouse.urls.map((url) => `${url}/partition`).join(),
    ...(shards > 1 && { ADTALLY_CLICKHOUSE_CLUSTER: clusterName }),
    ADTALLY_DATABASE_URL: servers.databaseUrl!,
    ADTALLY_VALKEY_URL: redis.url,
    ADTALLY_SECRET_FILE: site.directory.secret,
    ADTALLY_RATE_LIMIT: '1000000',
  }
  const serving = await startServing(['--host', host.address], {
    env: { ...env, ADTALLY_DATA_DIR: join(folder, 'serve') },
    host,
  })
  onTestFinished(async () => void (await serving.stop('SIGKILL')))
  const files = join(folder, 'files')
  await mkdir(files)
  const options = { env: { ...env, ADTALLY_DATA_DIR: join(folder, 'commands') }, host }
  return {
    site,
    operator: new Operator(options, files),
    observer: new Observer(serving.baseUrl, studioKey),
  }
}

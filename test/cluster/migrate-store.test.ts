import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type MigrationProgress, migrateStore } from '../../src/compose/migration.ts'
import { type DataDirectory, dataDirectory } from '../../src/config/data-directory.ts'
import type { TargetServers } from '../../src/config/target.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import { showConnection } from '../../src/use-cases/connections/list-connections.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import { adtally, adtallyJson, adtallyWorks } from '../cli/run-adtally.ts'
import { spawnAdtally } from '../cli/spawn-adtally.ts'
import { killHanging } from '../fixtures/kill-hanging.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { serveReports } from '../fixtures/report-server.ts'
import { duckdbRequests, journalRequests, requestLines } from '../fixtures/stored-requests.ts'
import { shareSite } from '../import/import-site.ts'
import { withDataFile } from '../import/past-versions.ts'
import { shardCounts } from '../night.ts'
import {
  answersOf,
  fillSite,
  hashesOf,
  hook,
  opened,
  password,
  rowsOf,
  toArguments,
  warehouse,
} from './moved-site.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const silent = { onProgress: () => undefined }

describe.each(shardCounts)(
  'an embedded installation that moves to ClickHouse in %i shards',
  (shards) => {
    const shared = shareSite()
    const clickhouse = shareClickhouse(shards)
    const postgres = sharePostgres()
    let source: DataDirectory
    let token: string
    let answers: Record<string, unknown>

    beforeAll(async () => {
      token = await fillSite(shared())
      source = shared().directory
      answers = await opened(source, answersOf)
    })

    /** Empty stores, and a directory for a server on them. */
    async function newTarget(): Promise<{ servers: TargetServers; directory: DataDirectory }> {
      const servers = {
        clickhouse: clickhouse.newDatabase(),
        databaseUrl: await postgres().createDatabase(),
        valkeyUrl: null,
      }
      const root = await newFolder()
      await copyFile(source.secret, join(root, 'secret.key'))
      const directory = { ...dataDirectory(root, servers), relational: servers.databaseUrl }
      return { servers, directory }
    }

    test('gives the same answers byte for byte, and the source is unchanged', async () => {
      const before = await hashesOf(source)
      const files = await readdir(source.root)
      const { servers, directory } = await newTarget()
      const summary = await migrateStore(source, servers, silent)
      expect(summary).toMatchObject({ entries: 13, copiedEntries: 13, differences: [] })
      expect(await hashesOf(source)).toEqual(before)
      expect(await readdir(source.root)).toEqual(files)
      expect(await opened(directory, answersOf)).toEqual(answers)
      const connection = new ClickhouseConnection(servers.clickhouse)
      const moved = await journalRequests(connection, 'true')
      await connection.close()
      const [kept] = await withDataFile(shared(), [duckdbRequests])
      for (const account of [1, 2]) {
        expect(requestLines(moved, account)).toEqual(requestLines(kept!, account))
      }
      expect(requestLines(moved, 1)).toContain('2026-02-27 1 US 1000 4000 null')
    })

    test('accepts the same passwords, keys and sessions, and opens the secrets of connections, channels and destinations', async () => {
      const { servers, directory } = await newTarget()
      await migrateStore(source, servers, silent)
      await opened(directory, async ({ users, keys, puller, call, channels, destinations }) => {
        // A connection whose secrets do not open is refused. No day is due, so no network is asked.
        expect(await puller.pull(1, new AbortController().signal)).toBe(true)
        const pulled = await call(showConnection, { username: 'studio', name: 'mintegral' })
        expect(pulled).toMatchObject({ state: 'active', days: { held: 1, done: 1 } })
        const { id } = await channels.get('studio', 'ops')
        expect(await channels.secretsOf(id)).toMatchObject({ url: hook })
        const copy = await destinations.get('studio', 'copy')
        expect(await destinations.addressOf(copy.id)).toBe(warehouse)
        const known = await users.byPassword('studio', password)
        expect(known?.memberships).toMatchObject([
          { account: { username: 'studio' }, role: 'owner' },
        ])
        expect(await users.byPassword('studio', 'another password')).toBe(null)
        expect(await keys.reveal('studio')).toEqual(
          await opened(source, (installation) => installation.keys.reveal('studio')),
        )
      })
      const inside = { cookie: `adtally_session=${token}` }
      const meOf = (at: DataDirectory) =>
        opened(
          at,
          async (installation) => {
            const server = serveReports(installation)
            const { statusCode, body } = await server.get('/dashboard/api/account', {}, inside)
            await server.close()
            return { statusCode, body }
          },
          '2026-03-10T13:00:00Z',
        )
      expect(await meOf(directory)).toEqual(await meOf(source))
    })

    test('continues in the target as it would have in the source', async () => {
      const { servers, directory } = await newTarget()
      await migrateStore(source, servers, silent)
      const root = await newFolder()
      const copy = dataDirectory(root)
      for (const name of ['figures', 'relational', 'secret'] as const) {
        await copyFile(source[name], copy[name])
      }
      const file = await shared().file(
        'more.csv',
        [
          'date,app_id,network,format,country,impressions,revenue',
          '2026-03-01,zap-ios,ownnet,video,US,1,0.01',
          '2026-03-01,zap-android,brand_new,rewarded,FR,3,0.5',
          '',
        ].join('\n'),
      )
      const continueOn = (at: DataDirectory) =>
        opened(at, async (installation) => {
          const { call } = installation
          await call(importFigures, {}, { files: [file] })
          await call(undoImport, { id: 4 })
          await call(importFigures, { as: 'second' }, { files: [file] })
          const created = await call(createAccount, {
            username: 'newcomer',
            key: 'k'.repeat(30),
          })
          const connection = {
            username: 'studio',
            connector: 'vungle',
            values: { apiKey: 'a key' },
          }
          await call(addConnection, connection)
          const accounts = await installation.accounts.list()
          return [created, accounts.map(({ id }) => id), await answersOf(installation)]
        })
      const there = await continueOn(directory)
      expect(there).toEqual(await continueOn(copy))
      await expect(migrateStore(source, servers, silent)).rejects.toThrow(
        'figures were imported into the target',
      )
    })

    test('a second run changes nothing', async () => {
      const { servers } = await newTarget()
      await migrateStore(source, servers, silent)
      const before = await rowsOf(servers)
      const again = await migrateStore(source, servers, silent)
      expect(again).toMatchObject({ copiedEntries: 0, copiedRows: 0, differences: [] })
      expect(Object.values(again.records).every((rows) => rows === 0)).toBe(true)
      expect(await rowsOf(servers)).toEqual(before)
    })

    test.each<[string, Pick<MigrationProgress, 'phase' | 'at'> & { readonly rows?: number }]>([
      ['while copying the users', { phase: 'records', at: 'users, 120 in all', rows: 80 }],
      ['while copying the plays', { phase: 'records', at: 'plays, 90 in all', rows: 40 }],
      ['while copying the first entry', { phase: 'figures', at: 'entry 1 of 13', rows: 0 }],
      ['while copying an undo', { phase: 'figures', at: 'entry 6 of 13' }],
      ['before the comparison', { phase: 'comparing', at: 'totals per day and app' }],
    ])('succeeds when it is killed %s and repeated', async (_when, stop) => {
      const { servers, directory } = await newTarget()
      const args = [source, servers, stop].map((value) => JSON.stringify(value))
      await killHanging(join(import.meta.dirname, 'hang-in-migration.ts'), ...args)
      // A server that is started too early does not change the target.
      if (stop.phase === 'figures') await opened(directory, async () => undefined)
      expect(await migrateStore(source, servers, silent)).toMatchObject({ differences: [] })
      expect(await opened(directory, answersOf)).toEqual(answers)
    })

    test('is refused by stores with other data, which do not change', async () => {
      const other = await newTarget()
      await opened(other.directory, ({ call }) => call(createAccount, { username: 'somebody' }))
      const before = await rowsOf(other.servers)
      const refusal = migrateStore(source, other.servers, silent)
      await expect(refusal).rejects.toThrow(UnusableStoreError)
      await expect(refusal).rejects.toThrow('another installation')
      const { servers } = await newTarget()
      const journalOfOthers = { ...servers, clickhouse: other.servers.clickhouse }
      await expect(migrateStore(source, journalOfOthers, silent)).rejects.toThrow(
        'contains the figures of another installation',
      )
      expect(await rowsOf(other.servers)).toEqual(before)
    })

    test('is accepted by stores on which a server was started but nothing was imported', async () => {
      const { servers, directory } = await newTarget()
      await opened(directory, async () => undefined)
      expect(await migrateStore(source, servers, silent)).toMatchObject({ differences: [] })
      expect(await opened(directory, answersOf)).toEqual(answers)
    })

    test('names the days, apps and records that differ', async () => {
      const { servers } = await newTarget()
      await migrateStore(source, servers, silent)
      const [url] = servers.clickhouse.urls
      const connection = new ClickhouseConnection({ ...servers.clickhouse, urls: [url!] })
      await connection.commandEverywhere(
        `INSERT INTO figures SELECT * REPLACE (4 AS impressions, 0 AS sign, 8 AS since)
      FROM (SELECT * FROM figures WHERE since = 1 AND day = '2026-02-27')
      SETTINGS distributed_foreground_insert = 1`,
      )
      await connection.close()
      const client = new Client({ connectionString: servers.databaseUrl })
      await client.connect()
      await client.query("UPDATE apps SET name = 'Block' WHERE app_id = 'brick'")
      await client.end()
      const { differences } = await migrateStore(source, servers, silent)
      expect(differences).toEqual([
        'apps: rows differ',
        'requests: 1000000000003999 in the source, 1000000000007999 in the target',
        'rows with known requests: 2 in the source, 3 in the target',
        '2026-02-27 zap-ios (figures): 1000 impressions, 12 clicks, 3 installs, 10500000 micros in the source, 1004 impressions, 24 clicks, 6 installs, 21000000 micros in the target',
        '2026-02-27 zap-ios as of 2026-03-10T12:00:23.000Z (figures): 1000 impressions, 12 clicks, 3 installs, 10500000 micros in the source, 1004 impressions, 24 clicks, 6 installs, 21000000 micros in the target',
      ])
    })

    test('is refused while a server has it open', async () => {
      const { servers } = await newTarget()
      await opened(source, async () => {
        const child = await spawnAdtally(toArguments(source, servers))
        expect(child).toMatchObject({ code: 1, stdout: '' })
        expect(child.stderr).toMatch(/^adtally: Another process is using .*figures\.duckdb; end it/)
      })
    })

    test('the command copies the installation, and prints the next steps without a password', async () => {
      const { servers } = await newTarget()
      const args = toArguments(source, servers)
      const said = await adtallyWorks(args)
      expect(said).toMatch(
        /^Copied: \d+ records, and 13 of 13 ledger entries with \d+ rows of figures/,
      )
      expect(said).toContain(`ADTALLY_DATABASE_URL='${servers.databaseUrl}'`)
      expect(said).toContain(`Copy ${source.secret}`)
      expect(await adtallyWorks(args)).toMatch(/^All data was copied before; nothing was changed\./)
      expect(await adtallyJson(args)).toMatchObject({
        entries: 13,
        copied_entries: 0,
        differences: [],
      })
      const secret = servers.databaseUrl
        .replace('adtally@', 'adtally:hunter2@')
        .replace('test_', 'no_')
      const failed = await adtally([...args.slice(0, -2), '--to', secret])
      expect(failed.code).toBe(1)
      expect(failed.stderr.trimEnd().split('\n')).toHaveLength(1)
      expect(failed.stdout + failed.stderr).not.toContain('hunter2')
    })
  },
)

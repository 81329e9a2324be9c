import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { noServers, type Servers } from '../../src/config/servers.ts'
import { AppStore } from '../../src/records/app-store.ts'
import { openRelational } from '../../src/records/database.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { DatabaseInUseError } from '../../src/values/database-in-use-error.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { base } from '../contracts/contract-plans.ts'
import { readPlan } from '../contracts/stored-figures.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()

/** Opens an installation in its own directory; others may share its servers. */
async function open(servers: Servers, secretFile: string | null = null) {
  const directory = dataDirectory(await newFolder(), servers, secretFile)
  const installation = await openInstallation(directory, { use: 'serve' })
  onTestFinished(() => installation.close())
  return installation
}

const stats = async (installation: Installation, impressions: number) => {
  const path = join(await newFolder(), 'figures.csv')
  const row = `2026-03-01,hop,ownnet,video,US,${impressions},1`
  await writeFile(path, `date,app_id,network,format,country,impressions,revenue\n${row}\n`)
  return installation.call(importFigures, {}, { files: [{ name: 'figures.csv', path }] })
}

test("two installations on the same servers share one state: each sees the other's imports", async () => {
  const servers = {
    ...noServers,
    clickhouse: clickhouse.newDatabase(),
    databaseUrl: await postgres().createDatabase(),
  }
  const secret = join(await newFolder(), 'secret.key')
  const [first, second] = [await open(servers, secret), await open(servers, secret)]
  const { username } = await first.call(createAccount, { username: 'studio' })
  const account = (await second.accounts.get(username)).id
  const path = join(await newFolder(), 'apps.csv')
  await writeFile(path, 'app_id,publisher,app_name,platform\nhop,studio,Hop,ios\n')
  await first.call(importApps, {}, { files: [{ name: 'apps.csv', path }] })

  await stats(first, 5)
  const plan = { ...base, account }
  const read = async ({ figures }: Installation) =>
    Number((await readPlan(figures, plan)).rows[0]!.sums.impressions)
  expect([await read(first), await read(second)]).toEqual([5, 5])
  const seen = await second.figures.states.version()
  await Promise.all([stats(first, 6), stats(second, 6)])
  expect([await read(first), await read(second)]).toEqual([6, 6])
  expect(await second.figures.states.version()).toBe(await first.figures.states.version())
  expect(await second.figures.states.version()).not.toBe(seen)
  expect((await second.ledger.entries(null, 9)).map(({ id }) => id)).toEqual([3, 2, 1])
})

test('apps that an interrupted import created are removed when the stores are opened again', async () => {
  const servers = { ...noServers, clickhouse: clickhouse.newDatabase() }
  const directory = dataDirectory(await newFolder(), servers)
  const first = await openInstallation(directory, { use: 'command' })
  await first.call(createAccount, { username: 'studio' })
  const account = (await first.accounts.get('studio')).id
  await first.close()

  // The state that a process killed while writing leaves behind.
  const relational = await openRelational(directory.relational)
  await relational.writes
    .insertInto('unfinishedEntries')
    .values({ id: 1, state: 'writing' })
    .execute()
  const apps = new AppStore(relational)
  const app = { network: 'admob', networkAppId: '7', name: 'New', platform: 'ios' } as const
  await apps.createLinked(account, [app], 1)
  expect(await relational.reads.selectFrom('apps').selectAll().execute()).toHaveLength(1)
  await relational.close()

  const second = await openInstallation(directory, { use: 'command' })
  onTestFinished(() => second.close())
  expect(await second.apps.ofAccount(account)).toEqual([])
  const after = await openRelational(directory.relational)
  onTestFinished(() => after.close())
  expect(await after.reads.selectFrom('apps').selectAll().execute()).toEqual([])
})

test('unavailable servers are reported without waiting', async () => {
  const nowhere = { ...clickhouse.newDatabase(), urls: ['http://127.0.0.1:9'] }
  const directory = dataDirectory(await newFolder(), { ...noServers, clickhouse: nowhere })
  const opening = openInstallation(directory, { use: 'serve' })
  await expect(opening).rejects.toThrow(StoreUnavailableError)
})

test('only one process at a time can use a directory with its own ledger', async () => {
  const servers = { ...noServers, clickhouse: clickhouse.newDatabase() }
  const directory = dataDirectory(await newFolder(), servers)
  const first = await openInstallation(directory, { use: 'command' })
  await expect(openInstallation(directory, { use: 'command' })).rejects.toThrow(DatabaseInUseError)
  await first.close()
  await (await openInstallation(directory, { use: 'command' })).close()
})

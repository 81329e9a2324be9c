import { once } from 'node:events'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppStore } from '../../src/records/app-store.ts'
import { openPostgres, openRelational } from '../../src/records/database.ts'
import { KeyStore } from '../../src/records/key-store.ts'
import type { PostgresOptions } from '../../src/records/node-postgres.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { addAccounts } from '../contracts/add-accounts.ts'
import { sharePostgres } from './share-postgres.ts'
import { startStallingProxy } from './stalling-proxy.ts'

const postgres = sharePostgres()

const impatient = { connectTimeoutMs: 1_000, readTimeoutMs: 300, writeTimeoutMs: 300 }

async function open(url: string, options?: PostgresOptions): Promise<RelationalDatabase> {
  const database = await openPostgres(url, options)
  onTestFinished(() => database.close())
  return database
}

const apps = ({ reads }: RelationalDatabase) => reads.selectFrom('apps').selectAll().execute()

const countChange = ({ withLock }: RelationalDatabase) =>
  withLock(['catalogue'], (transaction) =>
    transaction
      .updateTable('catalogueState')
      .set((e) => ({ version: e('version', '+', 1) }))
      .execute(),
  )

test('a URL selects the engine', async () => {
  const database = await openRelational(await postgres().createDatabase())
  onTestFinished(() => database.close())
  const { rows } = await sql<{ version: string }>`SELECT version()`.execute(database.reads)
  expect(rows[0]!.version).toMatch(/^PostgreSQL/)
})

describe('values', () => {
  test('are numbers up to 2^53, and bytes are unchanged', async () => {
    const database = await open(await postgres().createDatabase())
    await addAccounts(database)
    const most = Number.MAX_SAFE_INTEGER
    const key = { accountId: 1, appId: 'a', name: 'A', platform: 'ios', appStoreId: most }
    await database.writes.insertInto('apps').values(key).execute()
    expect(await apps(database)).toEqual([expect.objectContaining(key)])
    const hash = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const keys = new KeyStore(database)
    const scope = { permissions: ['read'], apps: null, expiresAtMs: null } as const
    const created = { accountId: 1, name: 'bytes', createdAtMs: most, ...scope }
    const { id } = (await keys.insert(created, { hash, sealed: hash }))!
    expect(await keys.byHash(hash)).toMatchObject({ account: { id: 1 }, key: { id, ...created } })
    const stored = (await keys.stored(id))!
    expect([stored.hash, stored.sealed].map((bytes) => Uint8Array.from(bytes))).toEqual([
      hash,
      hash,
    ])
  })

  test('of text have U+0000 replaced by another character', async () => {
    const database = await open(await postgres().createDatabase())
    await addAccounts(database)
    const store = new AppStore(database)
    await store.upsert([{ accountId: 1, appId: 'a', name: 'One\0Two', platform: 'ios' }])
    expect(await store.byIds(['a'])).toMatchObject([{ name: 'One\uFFFDTwo' }])
  })
})

describe('a server that cannot be reached', () => {
  test('is an error when its port is closed', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as { port: number }
    probe.close()
    await once(probe, 'close')
    for (const host of ['127.0.0.1', 'localhost']) {
      await expect(openPostgres(`postgres://nobody@${host}:${port}/none`)).rejects.toThrow(
        `${host}:${port}/none cannot be used: connect ECONNREFUSED`,
      )
    }
  })

  test('is an error when nothing answers', async () => {
    const proxy = await startStallingProxy(postgres().url())
    onTestFinished(() => proxy.close())
    proxy.stall()
    await expect(openPostgres(proxy.url, impatient)).rejects.toThrow(/timeout/)
  })

  test('is an error when the database does not exist, naming it without the password', async () => {
    const url = postgres().url('none')
    const { host } = new URL(url)
    const error: Error = await openPostgres(url.replace('@', ':secret-word@')).catch((e) => e)
    expect(error.message).toBe(
      `The PostgreSQL database ${host}/none cannot be used: database "none" does not exist`,
    )
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret-word')
  })

  test('is an error without a database name, and the URL is not shown', async () => {
    const error = await openPostgres('postgres://a:secret-word@host:port/x').catch((e) => e)
    expect(error.message).toMatch(/postgres:\/\/user@host:port\/database/)
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret-word')
  })
})

test('a hanging server is an error, and is used again when it answers', async () => {
  const proxy = await startStallingProxy(await postgres().createDatabase())
  onTestFinished(() => proxy.close())
  const database = await open(proxy.url, { ...impatient, readConnections: 3 })
  await Promise.all([apps(database), apps(database), apps(database)])
  await countChange(database)
  proxy.stall()
  const failing = [...Array.from({ length: 6 }, () => apps(database)), countChange(database)]
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.map(({ status }) => status)).toEqual(failing.map(() => 'rejected'))
  await expect(countChange(database)).rejects.toThrow()
  proxy.recover()
  // Earlier connections are not used, because they still hang.
  for (const _ of [1, 2, 3, 4]) expect(await apps(database)).toEqual([])
  await countChange(database)
  expect(await new AppStore(database).version()).toMatch(/\.2$/)
})

describe('a server that is killed', () => {
  test('is an error only for the current requests, and is used again when it is back', async () => {
    const lost: Error[] = []
    const url = await postgres().createDatabase()
    const database = await open(url, { onConnectionLost: (error) => lost.push(error) })
    await Promise.all([apps(database), apps(database)])
    await postgres().kill()
    await expect(apps(database)).rejects.toThrow()
    await expect(countChange(database)).rejects.toThrow()
    expect(lost.length).toBeGreaterThan(0)
    await postgres().restart()
    await countChange(database)
    expect(await new AppStore(database).version()).toMatch(/\.1$/)
  })

  test('in the middle of a transaction stores nothing of it', async () => {
    const database = await open(await postgres().createDatabase())
    const work = database.withLock(['catalogue'], async (transaction) => {
      await transaction.updateTable('catalogueState').set({ version: 99 }).execute()
      await postgres().kill()
      await transaction.updateTable('catalogueState').set({ version: 100 }).execute()
    })
    await expect(work).rejects.toThrow()
    await postgres().restart()
    expect(await new AppStore(database).version()).toMatch(/\.0$/)
  })
})

/** Matches the error that the database is unavailable for this reason. */
const unavailableBecause = (reason: RegExp) => ({
  name: 'StoreUnavailableError',
  cause: expect.objectContaining({ message: expect.stringMatching(reason) }),
})

describe('waiting ends', () => {
  test('for a statement that takes too long, and its connection is used again', async () => {
    const database = await open(await postgres().createDatabase(), {
      ...impatient,
      readConnections: 1,
    })
    const pid = async () =>
      (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database.reads)).rows[0]!
    const before = await pid()
    const slow = sql`SELECT pg_sleep(60)`.execute(database.reads)
    await expect(slow).rejects.toMatchObject(unavailableBecause(/statement timeout/))
    expect(await pid()).toEqual(before)
  })

  test('for a connection, when all are in use', async () => {
    const url = await postgres().createDatabase()
    const database = await open(url, { readConnections: 1, connectTimeoutMs: 200 })
    const slow = sql`SELECT pg_sleep(1)`.execute(database.reads)
    await expect(apps(database)).rejects.toMatchObject(unavailableBecause(/timeout/))
    await slow
    expect(await apps(database)).toEqual([])
  })
})

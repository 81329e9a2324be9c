import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openInstallation } from '../../src/compose/installation.ts'
import { rotateSecret } from '../../src/compose/rotate-secret.ts'
import { type DataDirectory, dataDirectory } from '../../src/config/data-directory.ts'
import { noServers } from '../../src/config/servers.ts'
import { createKey } from '../../src/use-cases/create-key.ts'
import { listKeys } from '../../src/use-cases/list-keys.ts'
import { DatabaseInUseError } from '../../src/values/database-in-use-error.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import { startFakeNetworks } from '../fake-networks/start.ts'
import { addSealedValues, withInstallation } from '../fixtures/sealed-values.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()
const warn = (message: string) => expect.fail(message)

const fake = shareSite(() => startFakeNetworks({ rateScale: 1e6 }))

/** Of processes that share their servers, and each have a copy of the secret. */
let directory: DataDirectory
let next: string
beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'adtally-rotate-'))
  const servers = {
    ...noServers,
    clickhouse: clickhouse.newDatabase(),
    databaseUrl: await postgres().createDatabase(),
  }
  directory = dataDirectory(root, servers)
  next = join(root, 'next')
  await writeFile(next, randomBytes(32).toString('base64'))
  return () => rm(root, { recursive: true })
})

async function openServer(onLost?: (error: Error) => void) {
  const server = await openInstallation(directory, { use: 'serve', ...(onLost && { onLost }) })
  onTestFinished(() => server.close())
  return server
}

test('a rotation waits for all processes to be stopped; then everything opens with the new secret', async () => {
  const sealed = await withInstallation(directory, fake, (one) => addSealedValues(one, fake))
  const before = await readFile(directory.secret, 'utf8')
  const server = await openServer()
  const refused = await rotateSecret(directory, { newSecretFile: null, warn }).catch((e) => e)
  expect(refused).toBeInstanceOf(DatabaseInUseError)
  expect(refused.message).toMatch(/^Another process is using PostgreSQL database 127.0.0.1:/)
  expect(await readFile(directory.secret, 'utf8')).toBe(before)
  await server.close()

  const counts = {
    apiKeys: 1,
    secondFactors: 1,
    credentials: 1,
    channels: 1,
    destinations: 1,
    signingKeys: 1,
    unopened: [],
  }
  expect(await rotateSecret(directory, { newSecretFile: null, warn })).toEqual(counts)
  expect(await readFile(directory.secret, 'utf8')).not.toBe(before)
  await withInstallation(directory, fake, sealed.expectOpen)

  expect(await rotateSecret(directory, { newSecretFile: next, warn })).toEqual(counts)
  await expect(openServer()).rejects.toThrow(UnusableStoreError)
  await expect(openServer()).rejects.toThrow('is from before its secret was rotated')
  directory = { ...directory, secret: next }
  await withInstallation(directory, fake, sealed.expectOpen)
})

test('a process whose connections were lost during a rotation writes no more, and is told', async () => {
  const { key, username } = await withInstallation(directory, fake, (one) =>
    addSealedValues(one, fake),
  )
  const lost: string[] = []
  const server = await openServer(({ message }) => lost.push(message))
  const client = new Client({ connectionString: directory.servers.databaseUrl! })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'adtally %'",
  )
  await rotateSecret(directory, { newSecretFile: next, warn })
  await expect(server.call(createKey, { username, name: 'late' })).rejects.toMatchObject({
    name: 'StoreUnavailableError',
    cause: { message: expect.stringContaining('The secret was replaced') },
  })
  expect(lost).toEqual([expect.stringContaining('Start it again with the new one')])
  directory = { ...directory, secret: next }
  await withInstallation(directory, fake, async ({ call, keys }) => {
    expect(await call(listKeys, { username })).toHaveLength(1)
    expect((await keys.reveal(username, 'default')).key).toBe(key)
  })
})

import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { expectOneClearLine } from '../cli/run-adtally.ts'
import { newFolder } from '../cli/studio.ts'
import { secretWord, shareFleet } from './fleet.ts'
import { freePorts } from './free-ports.ts'
import { hangMs } from './load.ts'
import { startStallingProxy } from './stalling-proxy.ts'
import { createEmptyStudio, studio } from './studio.ts'

const fleet = shareFleet()

const addresses = [
  ['ADTALLY_DATABASE_URL', `mysql://adtally:${secretWord}@127.0.0.1/adtally`],
  ['ADTALLY_DATABASE_URL', `postgres://adtally:${secretWord}@127.0.0.1:none/adtally`],
  ['ADTALLY_DATABASE_URL', secretWord],
  ['ADTALLY_VALKEY_URL', `http://:${secretWord}@127.0.0.1`],
  ['ADTALLY_VALKEY_URL', `redis://:${secretWord}@127.0.0.1:65536`],
  ['ADTALLY_CLICKHOUSE_URL', `clickhouse://adtally:${secretWord}@127.0.0.1`],
  ['ADTALLY_CLICKHOUSE_URL', `http://adtally:${secretWord}@127.0.0.1/a b`],
  [
    'ADTALLY_CLICKHOUSE_URL',
    `http://a:${secretWord}@127.0.0.1/one,http://a:${secretWord}@127.0.0.1/two`,
  ],
] as const

test.each(addresses)(
  'an invalid %s is refused by name, without showing its value: %#',
  async (variable, value) => {
    for (const args of [
      ['serve', '--port', '0'],
      ['accounts', 'list'],
    ]) {
      const line = expectOneClearLine(await fleet().command(args, { env: { [variable]: value } }))
      expect(line).toContain(variable)
      expect(line).not.toContain(secretWord)
    }
  },
)

/** Runs commands that cannot reach a server. @returns the line that each of them fails with */
async function failing(env: Readonly<Record<string, string>>): Promise<string[]> {
  const lines = []
  for (const args of [
    ['serve', '--port', '0'],
    ['accounts', 'list'],
  ]) {
    const startMs = performance.now()
    const outcome = await fleet().command(args, { env })
    expect(performance.now() - startMs).toBeLessThan(hangMs)
    expect(outcome.stdout + outcome.stderr).not.toContain(secretWord)
    lines.push(expectOneClearLine(outcome))
  }
  return lines
}

test('unreachable PostgreSQL gives one clear line', async () => {
  const [port] = await freePorts(1)
  const place = `127.0.0.1:${port}/adtally`
  const env = { ADTALLY_DATABASE_URL: `postgres://adtally:${secretWord}@${place}` }
  for (const line of await failing(env)) expect(line).toContain(place)
})

test('a PostgreSQL database that does not exist gives one clear line', async () => {
  const url = Object.assign(new URL(fleet().env.ADTALLY_DATABASE_URL!), { pathname: '/none' })
  for (const line of await failing({ ADTALLY_DATABASE_URL: url.href })) {
    expect(line).toContain('database "none" does not exist')
  }
})

test('unreachable ClickHouse gives one clear line', async () => {
  const [port] = await freePorts(1)
  const env = { ADTALLY_CLICKHOUSE_URL: `http://adtally:${secretWord}@127.0.0.1:${port}/adtally` }
  for (const line of await failing(env)) expect(line).toMatch(/figures|ClickHouse/)
})

test.each([
  ['PostgreSQL', 'ADTALLY_DATABASE_URL', /PostgreSQL/],
  ['ClickHouse', 'ADTALLY_CLICKHOUSE_URL', /figures|ClickHouse/],
])('hanging %s gives one clear line, in time', async (_, variable, named) => {
  const proxy = await startStallingProxy(fleet().env[variable]!)
  onTestFinished(() => proxy.close())
  proxy.stall()
  for (const line of await failing({ [variable]: proxy.url })) expect(line).toMatch(named)
})

test('ClickHouse that refuses the password gives one clear line without it', async () => {
  const url = Object.assign(new URL(fleet().env.ADTALLY_CLICKHOUSE_URL!), {
    username: 'default',
    password: secretWord,
  })
  for (const line of await failing({ ADTALLY_CLICKHOUSE_URL: url.href })) {
    expect(line).toMatch(/[Aa]uthentication/)
  }
})

test('a cluster that the nodes do not know gives one clear line', async () => {
  const stores = await fleet().freshStores()
  for (const line of await failing({ ...stores, ADTALLY_CLICKHOUSE_CLUSTER: 'nowhere' })) {
    expect(line).toContain('nowhere')
  }
})

test('the figures of another ledger are refused', async () => {
  const one = await fleet().freshStores()
  await createEmptyStudio(fleet(), one)
  const other = await fleet().freshStores()
  const mixed = { ...one, ADTALLY_DATABASE_URL: other.ADTALLY_DATABASE_URL! }
  for (const line of await failing(mixed)) expect(line).toContain('another ledger')
})

test('a PostgreSQL database of a newer Adtally gives one clear line', async () => {
  const stores = await fleet().freshStores()
  await createEmptyStudio(fleet(), stores)
  const client = new Client({ connectionString: stores.ADTALLY_DATABASE_URL })
  await client.connect()
  await client.query("INSERT INTO kysely_migration VALUES ('9999-later', '2100-01-01T00:00:00Z')")
  await client.end()
  for (const line of await failing(stores)) expect(line).toMatch(/newer Adtally.*9999-later/)
})

test('a ClickHouse database of a newer Adtally gives one clear line', async () => {
  const stores = await fleet().freshStores()
  await createEmptyStudio(fleet(), stores)
  const { origin, pathname } = new URL(stores.ADTALLY_CLICKHOUSE_URL!.split(',')[0]!)
  const query = 'INSERT INTO adtally_schema SELECT 9999, ledger FROM adtally_schema LIMIT 1'
  const added = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
    method: 'POST',
    body: query,
  })
  expect(added.status).toBe(200)
  for (const line of await failing(stores)) expect(line).toMatch(/version 9999/)
})

test('an invalid secret is named', async () => {
  const path = await fleet().file('no-secret.key', 'short')
  const { code, stderr } = await fleet().command(['accounts', 'list'], {
    env: { ADTALLY_SECRET_FILE: path },
  })
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(stderr).toContain(path)
})

test('commands work while Valkey is unavailable', async () => {
  const [port] = await freePorts(1)
  const env = { ADTALLY_VALKEY_URL: `redis://:${secretWord}@127.0.0.1:${port}` }
  const outcome = await fleet().command(['accounts', 'list'], { env })
  expect([outcome.code, outcome.stderr]).toEqual([0, ''])
})

test('the password of Valkey is never logged, right or wrong', async () => {
  const url = Object.assign(new URL(fleet().redis.url), { password: secretWord })
  const process = await fleet().serve({ ADTALLY_VALKEY_URL: url.href })
  expect((await fetch(`${process.origin}/api/v1/games`)).status).toBe(200)
  expect(process.log()).not.toContain(secretWord)
})

test('no message of a process contains a password', async () => {
  const folder = await newFolder()
  const env = { ADTALLY_LOG_LEVEL: 'debug', ADTALLY_DATA_DIR: join(folder, 'data') }
  await createEmptyStudio(fleet(), fleet().env)
  const process = await fleet().serve(env)
  await fleet().postgres.kill()
  const query = `developer=studio&key=${studio.key}`
  const answer = await fetch(`${process.origin}/api/v2/publisher/applications?${query}`)
  expect(answer.status).toBe(503)
  const outcome = await fleet().command(['accounts', 'list'], { env })
  await fleet().postgres.restart()
  expect(outcome.code).toBe(1)
  for (const secret of [secretWord, studio.key]) {
    expect(await answer.clone().text()).not.toContain(secret)
    expect(process.log()).not.toContain(secret)
    expect(outcome.stdout + outcome.stderr).not.toContain(secret)
  }
})

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AccountStore } from '../../src/records/account-store.ts'
import { AppStore } from '../../src/records/app-store.ts'
import { type CommunitySession, CommunityWriter } from '../../src/records/community-writer.ts'
import { openPostgres } from '../../src/records/database.ts'
import type { PostgresOptions } from '../../src/records/node-postgres.ts'
import { RelationalCommunityStore } from '../../src/records/relational-community-store.ts'
import { addAccounts } from '../contracts/add-accounts.ts'
import { checkin, game, user } from '../contracts/community-store.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()

async function openServer(url: string, options: PostgresOptions = {}) {
  const database = await openPostgres(url, options)
  onTestFinished(() => database.close())
  return {
    database,
    accounts: new AccountStore(database),
    apps: new AppStore(database),
    reader: new RelationalCommunityStore(database),
    writer: new CommunityWriter(database, () => new Date('2026-03-10T12:00:00Z')),
  }
}

/** Two servers on one database, with the accounts 1 and 2. */
async function openTwo(options: PostgresOptions = {}) {
  const url = await postgres().createDatabase()
  const [one, other] = [await openServer(url, options), await openServer(url, options)]
  await addAccounts(one.database)
  return { one, other }
}

/** A session that writes something, stays open until released, and may then write more. */
function openSession(
  { writer }: { writer: CommunityWriter },
  put: (session: CommunitySession) => Promise<unknown>,
  putMore: (session: CommunitySession) => Promise<unknown> = async () => undefined,
) {
  const started = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const ended = writer.write(async (session) => {
    await put(session)
    started.resolve()
    await ending.promise
    await putMore(session)
  })
  ended.catch(started.reject)
  const end = () => {
    ending.resolve()
    return ended
  }
  return { started: started.promise, end }
}

const app = (appId: string, androidPackage = `com.example.${appId}`) => ({
  accountId: 1,
  appId,
  name: appId,
  platform: 'android' as const,
  androidPackage,
})

const networkApp = (networkAppId: string) => ({
  network: 'admob',
  networkAppId,
  platform: 'android' as const,
  name: 'New',
})

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

test('servers that start together create the tables once', async () => {
  const url = await postgres().createDatabase()
  const servers = await Promise.all(numbers(6).map(() => openServer(url)))
  const versions = await Promise.all(servers.map(({ apps }) => apps.version()))
  expect(new Set(versions).size).toBe(1)
})

test('when two accounts with one name or key are created at once, one succeeds', async () => {
  const { one, other } = await openTwo()
  const create = (server: typeof one, username: string, byte: number) =>
    server.accounts.insert(
      { username, currency: 'USD', createdAt: '2026-03-10', disabledAt: null },
      {
        name: 'default',
        permissions: ['read'],
        apps: null,
        expiresAtMs: null,
        createdAtMs: 0,
        stored: { hash: new Uint8Array([7, byte]), sealed: new Uint8Array([7]) },
      },
    )
  const names = await Promise.all(numbers(8).map((n) => create(n % 2 ? one : other, 'same', n)))
  expect(names.filter((account) => account !== null)).toHaveLength(1)
  const keys = await Promise.all(numbers(8).map((n) => create(n % 2 ? one : other, `n${n}`, 99)))
  expect(keys.filter((account) => account !== null)).toHaveLength(1)
})

describe('apps that are written by two servers at once', () => {
  test('get different ids, and every change counts', async () => {
    const { one, other } = await openTwo()
    const before = Number((await one.apps.version()).split('.')[1])
    const created = await Promise.all(
      numbers(20).map((n) => (n % 2 ? one : other).apps.createLinked(1, [networkApp(`${n}`)], 7)),
    )
    expect(new Set(created.flat().map(({ appId }) => appId)).size).toBe(20)
    expect(Number((await other.apps.version()).split('.')[1])).toBe(before + 20)
  })

  test('are added by one and updated by the other', async () => {
    const { one, other } = await openTwo()
    const apps = numbers(30).map((n) => app(`app-${n}`))
    const outcomes = await Promise.all([one.apps.upsert(apps), other.apps.upsert(apps.reverse())])
    expect(outcomes.map(({ added }) => added).sort()).toEqual([0, 30])
  })

  test('cannot share an identifier, and the refusal names its app', async () => {
    const { one, other } = await openTwo()
    const outcomes = await Promise.allSettled([
      one.apps.upsert([app('a', 'com.example.same')]),
      other.apps.upsert([app('b', 'com.example.same')]),
    ])
    const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(refused!.reason).toMatchObject({
      code: 'app_identifier_taken',
      facts: { otherAppId: expect.stringMatching(/^[ab]$/) },
    })
  })

  test('can exchange identifiers repeatedly', async () => {
    const { one, other } = await openTwo()
    await one.apps.upsert([app('a', 'p.a'), app('b', 'p.b')])
    await Promise.all(
      numbers(10).flatMap(() => [
        one.apps.upsert([app('a', 'p.b'), app('b', 'p.a')]),
        other.apps.upsert([app('b', 'p.b'), app('a', 'p.a')]),
      ]),
    )
    const packages = (await one.apps.byIds(['a', 'b'])).map(({ androidPackage }) => androidPackage)
    expect(packages.sort()).toEqual(['p.a', 'p.b'])
  })
})

describe('while an import of games is under way', () => {
  test('another server can update its apps and add apps', async () => {
    const { one, other } = await openTwo()
    await one.apps.upsert([app('a', 'p.a'), app('b', 'p.b')])
    const held = openSession(one, (session) => session.putGames([game('g', { appId: 'a' })]))
    await held.started
    await other.apps.upsert([app('b', 'p.a'), app('a', 'p.b'), app('c')])
    await one.apps.createLinked(1, [networkApp('1')], 1)
    await held.end()
    expect(await other.reader.gameById('g')).toMatchObject({ androidPackage: 'p.b' })
  })

  test('apps of an uncommitted import are removed after it, including the one it uses', async () => {
    const { one, other } = await openTwo()
    const wanted = [networkApp('1'), networkApp('2')]
    const [first, second] = await other.apps.createLinked(1, wanted, 7)
    const held = openSession(
      one,
      (session) => session.putGames([game('g', { appId: second!.appId })]),
      (session) => session.putGames([game('h', { appId: first!.appId })]),
    )
    await held.started
    const settled = other.apps.confirmPendingApps(6)
    // Long enough to remove the first app and wait for the second, if it did begin.
    await setTimeout(300)
    await Promise.all([held.end(), settled])
    expect(await one.apps.byIds([first!.appId, second!.appId])).toEqual([])
    expect((await one.reader.games(0, 10)).map(({ id }) => id)).toEqual(['g', 'h'])
  })

  test('readers see the earlier state, and accounts can be written', async () => {
    const { one } = await openTwo()
    const held = openSession(one, (session) => session.putGames([game('g')]))
    await held.started
    expect(await one.reader.games(0, 10)).toEqual([])
    await one.accounts.disable(1, '2026-04-01T00:00:00.000Z')
    expect((await one.accounts.byUsername('account-1'))!.disabledAt).not.toBe(null)
    await held.end()
    expect(await one.reader.games(0, 10)).toHaveLength(1)
  })
})

describe('records that are imported by two servers at once', () => {
  test('have correct counts', async () => {
    const { one, other } = await openTwo()
    await one.writer.write(async (session) => {
      await session.putGames(numbers(3).map((n) => game(`g${n}`)))
      await session.putUsers(numbers(5).map((n) => user(`u${n}`)))
    })
    const put = (server: typeof one, from: number) =>
      server.writer.write((session) =>
        session.putActivity(
          numbers(60).map((n) =>
            checkin(`a${from + n}`, { userId: `u${n % 5}`, gameId: `g${n % 3}` }),
          ),
        ),
      )
    // Six imports of 60 records; every second one shares half of another's.
    const outcomes = await Promise.all(
      numbers(6).map((n) => put(n % 2 ? one : other, Math.floor(n / 2) * 60 + (n % 2) * 30)),
    )
    // Records 0 to 209 exist in the end.
    expect(outcomes.reduce((sum, { added }) => sum + added, 0)).toBe(210)
    const games = await one.reader.games(0, 10)
    const users = await one.reader.users(0, 10)
    expect(games.map(({ playersCount }) => playersCount)).toEqual([5, 5, 5])
    expect(games.map(({ checkinsCount }) => checkinsCount)).toEqual([70, 70, 70])
    expect(users.map(({ gamesCount }) => gamesCount)).toEqual([3, 3, 3, 3, 3])
    expect(users.map(({ checkinsCount }) => checkinsCount)).toEqual([42, 42, 42, 42, 42])
  })

  test('of a user who closes the account meanwhile are in no stream', async () => {
    const { one, other } = await openTwo()
    await one.writer.write(async (session) => {
      await session.putGames([game('g')])
      await session.putUsers([user('u')])
    })
    const records = numbers(20).map((n) => checkin(`a${n}`))
    await Promise.all([
      one.writer.write((session) => session.putActivity(records)),
      other.writer.write((session) => session.putUsers([user('u', { closedAtMs: 5 })])),
    ])
    expect(await one.reader.activity({ of: 'all' }, null, 100)).toEqual([])
    expect(await one.reader.gameById('g')).toMatchObject({ playersCount: 0, checkinsCount: 0 })
  })

  test('are refused a username or slug that the other import took', async () => {
    const { one, other } = await openTwo()
    const put = (server: typeof one, id: string) =>
      server.writer.write(async (session) => [
        await session.putUsers([user(id, { username: 'wanted' })]),
        await session.putGames([game(id, { slug: 'wanted' }), game(`${id}-2`, { name: 'Hop' })]),
      ])
    const outcomes = await Promise.all([put(one, 'x'), put(other, 'y')])
    const refused = outcomes.flat().flatMap((outcome) => outcome.refused)
    expect(refused.map(({ member }) => member)).toEqual(['username', 'slug'])
    const slugs = (await one.reader.games(0, 10)).map(({ slug }) => slug)
    expect(slugs.sort()).toEqual(['hop', 'hop-2', 'wanted'])
  })

  test('can exchange usernames repeatedly', async () => {
    const { one, other } = await openTwo()
    const put = (server: typeof one, ...names: string[]) =>
      server.writer.write((session) =>
        session.putUsers(names.map((username, n) => user(`u${n}`, { username }))),
      )
    await put(one, 'a', 'b', 'c')
    await Promise.all(
      numbers(5).flatMap(() => [put(one, 'b', 'c', 'a'), put(other, 'c', 'a', 'b')]),
    )
    const names = (await one.reader.users(0, 10)).map(({ username }) => username)
    expect(names.sort()).toEqual(['a', 'b', 'c'])
  })

  test('come after those of a page that was already read, never before them', async () => {
    const { one, other } = await openTwo()
    await one.writer.write((session) => session.putGames([game('g0')]))
    const held = openSession(one, (session) => session.putGames([game('g1')]))
    await held.started
    // If it got its key before the first import commits, a reader would miss it.
    const second = other.writer.write((session) => session.putGames([game('g2')]))
    await held.end()
    await second
    expect((await one.reader.games(0, 10)).map(({ id }) => id)).toEqual(['g0', 'g1', 'g2'])
  })
})

test('an import whose connection is lost stores nothing and releases the lock', async () => {
  const { one, other } = await openTwo()
  const held = openSession(one, (session) => session.putGames([game('g')]))
  await held.started
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'
  `.execute(other.database.reads)
  await other.writer.write((session) => session.putGames([game('h')]))
  await expect(held.end()).rejects.toThrow()
  expect((await one.reader.games(0, 10)).map(({ id }) => id)).toEqual(['h'])
  await one.writer.write((session) => session.putGames([game('i')]))
})

test('an import that hangs loses the lock', async () => {
  const { one, other } = await openTwo({ idleTransactionTimeoutMs: 200 })
  const held = openSession(one, (session) => session.putGames([game('g')]))
  await held.started
  await other.writer.write((session) => session.putGames([game('h')]))
  await expect(held.end()).rejects.toThrow()
  expect((await one.reader.games(0, 10)).map(({ id }) => id)).toEqual(['h'])
})

test('users change while figures are written', async () => {
  const { one, other } = await openTwo()
  const written = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const writing = one.database.withWriterLock({ wait: true }, async () => {
    started.resolve()
    await written.promise
  })
  await started.promise
  expect(await other.database.withLock(['users'], async () => 'changed')).toBe('changed')
  written.resolve()
  await writing
})

test('more imports than connections wait for the lock', async () => {
  const { one, other } = await openTwo({ writeConnections: 2, connectTimeoutMs: 1_000 })
  const held = openSession(one, (session) => session.putGames([game('g')]))
  await held.started
  const waiting = numbers(12).map((n) =>
    (n % 2 ? one : other).writer.write((session) => session.putGames([game(`g${n}`)])),
  )
  // A waiting import takes no connection that others need.
  for (const n of numbers(5)) {
    await one.accounts.disable(1, `2026-03-${10 + n}`)
    await other.apps.upsert([app('a')])
  }
  await held.end()
  await Promise.all(waiting)
  expect(await one.reader.games(0, 100)).toHaveLength(13)
})

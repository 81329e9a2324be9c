import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import { createLink } from '../../src/use-cases/create-link.ts'
import { listAuditEvents } from '../../src/use-cases/list-audit-events.ts'
import { setPasswords, signedIn } from '../fixtures/dashboard-visitor.ts'
import { watchQueries } from '../fixtures/engine-queries.ts'
import { getText, listen, rawClient } from '../fixtures/raw-client.ts'
import { reportPath, withKey } from '../fixtures/report-endpoint.ts'
import {
  type Headers,
  nothingKept,
  type Query,
  type Response,
  serveReports,
  type TestServer,
  withQuery,
} from '../fixtures/report-server.ts'
import { shareSite } from '../fixtures/share-site.ts'
import {
  acme,
  figureOf,
  openV2Publisher,
  rival,
  rocket,
  statsPath,
  twoDays,
  zoo,
} from '../fixtures/v2-publisher.ts'
import { isNight } from '../night.ts'

const earlier = '/api/publisher/acme'
const stats = { ...acme, ...twoDays }
/** The questions that the store received, and a hook that runs before it answers. */
const asked = { begun: 0, aborted: 0 }
let before: () => Promise<void>

const publisher = shareSite(openV2Publisher)
let server: TestServer
let memory: MemoryBudget

beforeEach(() => {
  const { figures } = publisher.installation
  before = async () => undefined
  Object.assign(asked, { begun: 0, aborted: 0 })
  const watched = watchQueries(figures, async (signal) => {
    asked.begun++
    signal.addEventListener('abort', () => asked.aborted++, { once: true })
    await before()
    signal.throwIfAborted()
  })
  memory = new MemoryBudget(10_000_000)
  server = serveReports({ ...publisher.installation, figures: watched, answerMemory: memory })
})
afterEach(() => server.close())

/** Everything that a client sees of an answer, except the parts that depend on the request. */
const seen = ({ statusCode, headers, rawPayload }: Response) => ({
  statusCode,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name)),
  ),
  body: rawPayload.toString('latin1'),
})

const bearer = withKey(acme.key)
const questions: readonly (readonly [string, string, Query])[] = [
  ['all apps', statsPath, stats],
  ['an app', statsPath, { ...stats, app_id: rocket.ios }],
  ['groups', statsPath, { ...stats, group_by: 'country', geo: 'us,de' }],
  ['the applications', '/api/v2/publisher/applications', { developer: 'acme' }],
  ['a report', reportPath, { ...twoDays, dimensions: 'date,network', metrics: 'revenue,ecpm' }],
  ['a report as CSV', reportPath, { ...twoDays, dimensions: 'app_id', format: 'csv' }],
  ['a page of lines', reportPath, { ...twoDays, dimensions: 'date', limit: '1', format: 'ndjson' }],
  ['a report as Arrow', reportPath, { ...twoDays, dimensions: 'network', format: 'arrow' }],
  ['games', earlier, twoDays],
  ['games as CSV', earlier, { ...twoDays, format: 'csv' }],
  ['a game', `${earlier}/ios/400123456`, { ...twoDays, network: 'ownnet_exchange,ownnet' }],
]

describe.each(questions)('%s', (_what, path, query) => {
  test('is asked of the store once, and is the same to the byte with nothing kept', async () => {
    const bare = serveReports({ ...publisher.installation, ...nothingKept })
    for (const encoding of ['identity', 'gzip']) {
      const headers = { ...bearer, 'accept-encoding': encoding }
      const expected = await bare.get(path, query, headers)
      expect(expected.statusCode).toBe(200)
      const first = await server.get(path, query, headers)
      const { begun } = asked
      const again = await server.get(path, query, headers)
      expect(asked.begun).toBe(begun)
      expect([seen(first), seen(again)]).toEqual([seen(expected), seen(expected)])
      const head = await server.send('HEAD', path, query, headers)
      expect(seen(head)).toEqual({ ...seen(expected), body: '' })
      const known = { ...headers, 'if-none-match': expected.headers.etag as string }
      expect((await server.get(path, query, known)).statusCode).toBe(304)
    }
    expect(memory.bytes).toBeGreaterThan(0)
    await bare.close()
  })
})

test('two ways to write a question are one, with and without gzip', async () => {
  const one = { ...stats, app_id: `${zoo},${rocket.ios}`, geo: 'us,de', network: 'admob,ownnet' }
  const other = { ...one, app_id: [rocket.ios, zoo, zoo], geo: 'DE,US', network: 'ownnet,ADMOB' }
  const first = await server.get(statsPath, one)
  const { key: _, ...withoutKey } = other
  const again = await server.get(statsPath, withoutKey as Query, bearer)
  expect([asked.begun, again.body]).toEqual([1, first.body])
  const gzip = await server.get(statsPath, other, { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(first.body)
})

test('what an answer repeats is part of its question', async () => {
  const lists = ['ownnet,ownnet_exchange', 'ownnet_exchange,ownnet']
  for (const network of lists) {
    const { body } = await server.get(earlier, { ...twoDays, network }, bearer)
    expect(body).toContain(`network=${encodeURIComponent(network)}`)
  }
})

test('answers with a key in them are not kept', async () => {
  const asks = [
    [earlier, twoDays],
    ['/api/v2/publisher/applications', { developer: 'acme' }],
  ] as const
  for (const [path, query] of asks) {
    const answer = await server.get(path, { ...query, key: acme.key })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain(acme.key)
    const other = await server.get(path, query, bearer)
    expect(other.body).not.toContain(acme.key)
  }
})

test('an unknown app is refused, also when any answer would do', async () => {
  const unknown = { ...stats, app_id: 'none' }
  for (const headers of [{}, { 'if-none-match': '*' }] as Headers[]) {
    expect((await server.get(statsPath, unknown, headers)).statusCode).toBe(404)
    const game = await server.get(`${earlier}/ios/1`, twoDays, { ...bearer, ...headers })
    expect(game.statusCode).toBe(404)
  }
})

test('a change of an app and an import make new answers', async () => {
  const { installation } = publisher
  const bodies = [(await server.get(statsPath, stats)).body]
  await installation.importFigures([figureOf(rocket.ios, 12_345)])
  bodies.push((await server.get(statsPath, stats)).body)
  await installation.importApps([
    { app_id: zoo, publisher: 'acme', app_name: 'Zoo Quiz 2', platform: 'ios' },
  ])
  bodies.push((await server.get(statsPath, stats)).body)
  expect(new Set(bodies).size).toBe(3)
})

test('a key that is revoked or limited sees nothing of what is kept', async () => {
  const { keys, apps } = publisher.installation
  const scope = { permissions: ['read'], apps: null, expiresAtMs: null } as const
  const narrowed = await keys.create('acme', 'narrowed', scope)
  const revoked = await keys.create('acme', 'revoked', scope)
  const ask = (key: string) => server.get(statsPath, { ...twoDays, developer: 'acme', key })
  const whole = (await ask(narrowed.key)).body
  expect([(await ask(revoked.key)).body, asked.begun]).toEqual([whole, 1])
  const [app] = await apps.byIds([zoo])
  await keys.narrow('acme', 'narrowed', { apps: [app!.key] })
  await keys.revoke('acme', 'revoked')
  expect(JSON.parse((await ask(narrowed.key)).body).data).toHaveLength(1)
  expect((await ask(revoked.key)).statusCode).toBe(401)
  expect((await ask(acme.key)).body).toBe(whole)
})

describe('what the dashboard shows', () => {
  /** The questions to the store: rows, and totals. */
  const perReport = 2
  const asks = { ...twoDays, dimensions: 'app_id', metrics: 'revenue' }
  const passwords = { acme: 'a password of acme', rival: 'a password of rival' }
  beforeAll(() => setPasswords(publisher.installation, passwords))
  const signIn = (username: keyof typeof passwords) =>
    signedIn(server, username, passwords[username])

  test('is asked of the store once, by all who see the account', async () => {
    const [one, other] = [await signIn('acme'), await signIn('acme')]
    const first = await one.get('/report', asks)
    const { begun } = asked
    const again = await other.get('/report', asks)
    expect([first.statusCode, asked.begun, again.body]).toEqual([200, begun, first.body])
    expect(again.headers).toMatchObject({ 'cache-control': 'private' })
    await one.get('/report', { ...asks, app_id: rocket.ios })
    expect(asked.begun).toBe(begun + perReport)
  })

  test('is nothing to other accounts, and to those who signed out', async () => {
    const [ours, theirs] = [await signIn('acme'), await signIn('rival')]
    const shown = await ours.get('/report', asks)
    const { begun } = asked
    const others = await theirs.get('/report', asks)
    expect([others.statusCode, asked.begun]).toEqual([200, begun + perReport])
    expect(others.json().data).not.toEqual(shown.json().data)
    await ours.post('/sign-out')
    expect((await ours.get('/report', asks)).statusCode).toBe(401)
  })

  test('is made again after a change of an app and after an import', async () => {
    const { installation } = publisher
    const visitor = await signIn('acme')
    const made = async () => {
      const { begun } = asked
      await visitor.get('/report', asks)
      return asked.begun - begun
    }
    const counts = [await made(), await made()]
    await installation.importApps([
      { app_id: zoo, publisher: 'acme', app_name: 'Zoo Quiz 3', platform: 'ios' },
    ])
    counts.push(await made(), await made())
    await installation.importFigures([figureOf(rocket.ios, 54_321)])
    counts.push(await made(), await made())
    expect(counts).toEqual([perReport, 0, perReport, 0, perReport, 0])
  })
})

test('an error is not kept', async () => {
  before = async () => {
    throw new Error('The store failed.')
  }
  const failed = await Promise.all([1, 2, 3].map(() => server.get(statsPath, stats)))
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
  before = async () => undefined
  expect((await server.get(statsPath, stats)).statusCode).toBe(200)
})

test('an answer that a change of an app overtakes is not kept', async () => {
  before = () =>
    publisher.installation.importApps([
      { app_id: zoo, publisher: 'acme', app_name: `Zoo ${asked.begun}`, platform: 'ios' },
    ])
  const overtaken = await server.get(reportPath, { ...twoDays, dimensions: 'app_name' }, bearer)
  expect([overtaken.statusCode, overtaken.headers.etag]).toEqual([200, undefined])
  before = async () => undefined
  const { begun } = asked
  await server.get(reportPath, { ...twoDays, dimensions: 'app_name' }, bearer)
  expect(asked.begun).toBeGreaterThan(begun)
})

test('equal questions at the same time are asked once, and every export is recorded', async () => {
  // The audit log counts an account's repeated exports together, of which other tests have many.
  const own = await openV2Publisher()
  const { installation } = own
  let begun = 0
  const figures = watchQueries(installation.figures, () => {
    begun++
  })
  const exporting = serveReports({ ...installation, figures })
  const link = await installation.call(createLink, {
    username: 'acme',
    name: 'csv',
    startDate: '2026-03-01',
    endDate: '2026-03-02',
    format: 'csv',
  } as never)
  const exports = async () => {
    const asked = { account: 'acme', action: 'figures_exported', limit: 1_000 } as const
    return (await installation.call(listAuditEvents, asked)).length
  }
  const paths = [link.path, withQuery(earlier, { ...twoDays, format: 'csv' })]
  paths.push(withQuery(reportPath, { ...twoDays, format: 'csv' }))
  for (const path of paths) {
    begun = 0
    const same = Array.from({ length: 5 }, () => exporting.get(path, {}, bearer))
    const bodies = (await Promise.all(same)).map(({ statusCode, body }) => `${statusCode} ${body}`)
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toMatch(/^200 /)
    expect(begun).toBe(1)
    await exporting.get(path, {}, bearer)
  }
  expect(await exports()).toBe(18)
  await exporting.close()
  await own.close()
})

describe('clients that ask the same', () => {
  /** Holds the store until `release`; `reached` is when it was asked. */
  const hold = () => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    before = () => {
      reached.resolve()
      return released.promise
    }
    return { reached: reached.promise, release: released.resolve }
  }
  const text = getText(withQuery(statsPath, stats))

  test('get their answer when the first of them disconnects', async () => {
    const port = await listen(server.app)
    const { reached, release } = hold()
    const first = await rawClient(port)
    first.send(text)
    await reached
    const others = [await rawClient(port), await rawClient(port)]
    for (const other of others) other.send(text)
    const asking = server.get(statsPath, stats)
    await new Promise((resolve) => setImmediate(resolve))
    first.socket.destroy()
    await first.closed
    release()
    expect((await asking).statusCode).toBe(200)
    for (const other of others) await expect.poll(() => other.statuses()).toEqual([200])
    expect(asked).toMatchObject({ begun: 1, aborted: 0 })
  })

  test('stop the work when all have gone, and the next one is answered', async () => {
    const port = await listen(server.app)
    const { reached, release } = hold()
    const clients = [await rawClient(port), await rawClient(port)]
    for (const client of clients) client.send(text)
    await reached
    for (const { socket } of clients) socket.destroy()
    await expect.poll(() => asked.aborted).toBe(1)
    before = async () => undefined
    expect((await server.get(statsPath, stats)).statusCode).toBe(200)
    expect(asked.begun).toBe(2)
    release()
    await expect.poll(() => server.app.answerQueues.load.running).toBe(0)
  })
})

describe('pairs of questions of two accounts and their limited keys and links', () => {
  const credentials: { name: string; username: string; key: string }[] = []
  let bare: TestServer

  beforeAll(async () => {
    const { installation } = publisher
    const { keys, apps } = installation
    for (const { developer, key } of [acme, rival]) {
      credentials.push({ name: `all of ${developer}`, username: developer, key })
      const own = (await apps.ofAccount((await installation.accounts.get(developer)).id)).slice(
        0,
        2,
      )
      for (const app of own) {
        const scope = { permissions: ['read'], apps: [app.key], expiresAtMs: null } as const
        const { key: limited } = await keys.create(developer, `only ${app.appId}`, scope)
        credentials.push({
          name: `${app.appId} of ${developer}`,
          username: developer,
          key: limited,
        })
      }
    }
    bare = serveReports({ ...installation, ...nothingKept })
  })
  afterAll(() => bare.close())

  const days = [twoDays, { start_date: '2026-03-01', end_date: '2026-03-01' }]
  const drawn: readonly ((username: string) => readonly [string, Query])[] = days.flatMap(
    (span) => [
      () => [statsPath, span],
      ...['network', 'format', 'country'].map((group_by) => () => [
        statsPath,
        { ...span, group_by },
      ]),
      () => [statsPath, { ...span, app_store_id: '400123456' }],
      () => [statsPath, { ...span, app_bundle_id: 'com.acme.rocket', geo: 'us' }],
      () => [reportPath, { ...span, dimensions: 'app_name,date', metrics: 'revenue,clicks' }],
      () => [reportPath, { ...span, dimensions: 'network', format: 'csv' }],
      (username: string) => [`/api/publisher/${username}`, span],
      (username: string) => [`/api/publisher/${username}/ios/400123456`, span],
      () => ['/api/v2/publisher/applications', {}],
    ],
  ) as never

  test.each([
    ['room for all', 10_000_000, isNight ? 10_000 : 2_000],
    ['a few kilobytes', 30_000, isNight ? 1_000 : 400],
  ])(
    'are answered as without kept bodies: %s',
    async (_, maxBytes, pairs) => {
      const { installation } = publisher
      const tight = serveReports({ ...installation, answerMemory: new MemoryBudget(maxBytes) })
      const links = await Promise.all(
        credentials
          .filter(({ name }) => name.startsWith('all'))
          .map(async ({ username }) => {
            const link = {
              username,
              name: `link ${maxBytes}`,
              startDate: '2026-03-01',
              endDate: '2026-03-02',
            }
            return (await installation.call(createLink, link as never)).path
          }),
      )
      const asks = [
        ...links.map((path) => [path, {}, {}] as const),
        ...credentials.flatMap(({ username, key }) =>
          drawn.flatMap((draw) => {
            const [path, query] = draw(username)
            const given = path.startsWith(reportPath) ? query : { ...query, developer: username }
            return ['identity', 'gzip'].map(
              (encoding) =>
                [path, given, { ...withKey(key), 'accept-encoding': encoding }] as const,
            )
          }),
        ),
      ]
      const expected: { readonly statusCode: number; readonly text: string }[] = []
      for (const one of asks) {
        const answer = seen(await bare.get(...one))
        // The report endpoint and applications take `developer`; the earlier interface has it in its path.
        expect([200, 400, 404]).toContain(answer.statusCode)
        expected.push({ statusCode: answer.statusCode, text: JSON.stringify(answer) })
      }
      let drawnNumber = 1
      const draw = (below: number) => {
        drawnNumber = (drawnNumber * 48_271) % 2_147_483_647
        return drawnNumber % below
      }
      const isPlain = (index: number) => expected[index]!.statusCode === 200
      let wrong = 0
      for (let pair = 0; pair < pairs; pair++) {
        const both = [draw(asks.length), draw(asks.length)]
        const answers = await Promise.all(both.map((index) => tight.get(...asks[index]!)))
        for (const [place, answer] of answers.entries()) {
          const index = both[place]!
          if (!isPlain(index)) {
            if (answer.statusCode !== expected[index]!.statusCode) wrong++
          } else if (JSON.stringify(seen(answer)) !== expected[index]!.text) wrong++
        }
      }
      expect(wrong).toBe(0)
      await tight.close()
    },
    600_000,
  )
})

import { describe, expect, test } from 'vitest'
import { changesPath, freshnessPath } from '../../fixtures/history-site.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shared } from '../../fixtures/shared.ts'
import { acme, openV2Publisher } from '../../fixtures/v2-publisher.ts'
import { refusedCredentials } from './refused-credentials.ts'

const publisher = shared(openV2Publisher)

const days = { start_date: '2026-03-01', end_date: '2026-03-02' }
const good: [path: string, query: Query][] = [
  [changesPath, {}],
  [freshnessPath, days],
]

describe('a bad parameter of the list of changes is refused, naming it', () => {
  const bad = (query: Query) => publisher.server.get(changesPath, { ...acme, ...query })
  const cursor = (text: string) => Buffer.from(text).toString('base64url')

  test.each([
    'x',
    '0',
    '2026-03-10T12:00:00Z',
    'null',
    '*',
    `${cursor('c1.2.3.4')}=`,
    ` ${cursor('c1.2.3.4')}`,
    cursor('c1.2.3'),
    cursor('c1.2.3.4.5'),
    cursor('c-1.2.3.4'),
    cursor('c4294967296.2.3.4'),
    cursor('c1.2.3.65536'),
    cursor("c1.2.3.4' OR 1=1"),
  ])('since=%j', async (since) => {
    expectProblem(await bad({ since }), 400, 'bad_parameters', { since: /next_cursor/ })
  })

  test.each(['0', '-1', '1.5', '1001', '10000', '1e2', '٣', 'all', ' 5', '05'])(
    'limit=%j',
    async (limit) => {
      expectProblem(await bad({ limit }), 400, 'bad_parameters', { limit: /1 to 1000/ })
    },
  )

  test('that is repeated, and two at once', async () => {
    const twice = { since: [cursor('c0.0.0.0'), cursor('c0.0.0.0')], limit: ['1', '1'] }
    const errors = { since: /once/, limit: /once/ }
    expectProblem(await bad(twice), 400, 'bad_parameters', errors)
    const both = { since: 'x', limit: '0' }
    const named = { since: /next_cursor/, limit: /1 to 1000/ }
    expectProblem(await bad(both), 400, 'bad_parameters', named)
  })

  test('also when they are empty', async () => {
    expectProblem(await bad({ limit: '' }), 400, 'bad_parameters', {
      limit: /^is empty; leave it out/,
    })
  })
})

describe.each(good)('%s', (path, query) => {
  test('is refused with the same answer for every kind of bad credentials', async () => {
    const bodies = new Set<string>()
    for (const [, credentials, headers] of refusedCredentials) {
      for (const given of [query, { since: 'x', limit: '0', start_date: 'x' }]) {
        const answer = await publisher.server.get(path, { ...given, ...credentials }, headers)
        expectProblem(answer, 401, 'unauthorized')
        bodies.add(bodyButForRequestId(answer))
      }
    }
    expect(bodies.size).toBe(1)
  })

  test('accepts the key as a bearer token', async () => {
    const { developer, key } = acme
    const bearer = { authorization: `Bearer ${key}` }
    const answer = await publisher.server.get(path, { developer, ...query }, bearer)
    const usual = await publisher.server.get(path, { ...acme, ...query })
    expect([answer.statusCode, answer.body]).toEqual([200, usual.body])
  })

  test('answers HEAD as GET without the body', async () => {
    const get = await publisher.server.get(path, { ...acme, ...query })
    const head = await publisher.server.send('HEAD', path, { ...acme, ...query })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'cache-control']) {
      expect(head.headers[name]).toBe(get.headers[name])
    }
    expect(get.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private',
    })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    for (const address of [path, `${path}/`]) {
      const answer = await publisher.server.send(method, address, { ...acme, ...query })
      expectProblem(answer, 405, 'method_not_allowed')
      expect(answer.headers.allow).toBe('GET, HEAD')
    }
  })

  test('answers the same with a trailing slash', async () => {
    const [plain, slash] = await Promise.all(
      [path, `${path}/`].map((address) => publisher.server.get(address, { ...acme, ...query })),
    )
    expect([slash!.statusCode, slash!.body]).toEqual([200, plain!.body])
  })

  test('answers 304 when nothing changed, and an import changes the tag', async () => {
    const given = { ...acme, ...query }
    const { etag } = (await publisher.server.get(path, given)).headers
    const seen = { 'if-none-match': String(etag) }
    expect((await publisher.server.get(path, given, seen)).statusCode).toBe(304)
    await publisher.installation.importFigures([
      {
        date: '2026-03-02',
        app_id: 'zq',
        network: 'ownnet',
        format: 'video',
        country: 'US',
        impressions: path.length,
        revenue: '1',
      },
    ])
    expect((await publisher.server.get(path, given, seen)).statusCode).toBe(200)
  })
})

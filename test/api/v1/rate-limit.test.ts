import { describe, expect, onTestFinished, test } from 'vitest'
import { acmeKey, openSmallNetwork } from '../../fixtures/community.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { type Response, type ServeOptions, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openSmallNetwork)

interface Asked {
  readonly from?: string
  readonly forwarded?: string
  readonly path?: string
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'
}

/** A server with its own counters. */
function limitedTo(rateLimit: number, options: ServeOptions = {}) {
  const { app, close } = serveReports(site.installation, { rateLimit, ...options })
  onTestFinished(close)
  return ({
    from = '203.0.113.1',
    forwarded,
    path = '/api/v1/games/hop',
    method = 'GET',
  }: Asked = {}): Promise<Response> =>
    app.inject({
      method,
      url: path,
      remoteAddress: from,
      ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
    })
}

const leftOf = ({ headers }: Response) => Number(headers['x-ratelimit-remaining'])

describe('the limit', () => {
  test('is exact under parallel requests', async () => {
    const ask = limitedTo(50)
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask()))
    const passed = answers.filter(({ statusCode }) => statusCode === 200)
    expect(passed).toHaveLength(50)
    const left = passed.map(leftOf).sort((a, b) => a - b)
    expect(left).toEqual(Array.from({ length: 50 }, (_, index) => index))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(30)
    expect(new Set(refused.map(leftOf))).toEqual(new Set([0]))
  })

  test('is stated in every answer and, above it, how long to wait', async () => {
    const ask = limitedTo(2)
    expect([leftOf(await ask()), leftOf(await ask())]).toEqual([1, 0])
    const refused = await ask()
    expectProblem(refused, 429, 'rate_limited')
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
    })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3_600)
    expect(refused.json().detail).toContain(`${wait} seconds`)
    const resets = Number(refused.headers['x-ratelimit-reset']) - Date.now() / 1_000
    // Whole seconds, rounded at two different times.
    expect(Math.abs(resets - wait)).toBeLessThan(3)
  })

  test('counts HEAD, errors and other methods', async () => {
    const ask = limitedTo(10)
    expect(leftOf(await ask({ method: 'HEAD' }))).toBe(9)
    expect(leftOf(await ask({ path: '/api/v1/games/nothing' }))).toBe(8)
    expect(leftOf(await ask({ path: '/api/v1/games?limit=0' }))).toBe(7)
    expect(leftOf(await ask({ path: '/api/v1/nothing' }))).toBe(6)
    expect(leftOf(await ask({ method: 'POST' }))).toBe(5)
  })

  test('does not count or refuse preflights', async () => {
    const ask = limitedTo(1)
    const before = await ask({ method: 'OPTIONS' })
    expect([before.statusCode, leftOf(before)]).toEqual([204, 1])
    expect((await ask()).statusCode).toBe(200)
    const after = await ask({ method: 'OPTIONS' })
    expect([after.statusCode, leftOf(after)]).toEqual([204, 0])
  })

  test('is shared by all paths of the interface', async () => {
    const ask = limitedTo(3)
    for (const path of ['/api/v1/', '/api/v1/users', '/api/v1/activity/a1']) await ask({ path })
    for (const path of ['/api/v1', '/api/v1/games?limit=0', '/api/v1/users/gone', '/api/v1/no']) {
      expectProblem(await ask({ path }), 429, 'rate_limited')
    }
    expect((await ask({ method: 'HEAD' })).statusCode).toBe(429)
  })

  test('with a callback, answers status 200 with 429 in the body', async () => {
    const ask = limitedTo(1)
    const path = '/api/v1/games?callback=show'
    await ask({ path })
    const answer = await ask({ path })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    const json = answer.body.slice('/**/show('.length, -2)
    expect(JSON.parse(json)).toMatchObject({ status: 429, code: 'rate_limited' })
  })

  test('does not apply to reporting interfaces, pages or health checks', async () => {
    const ask = limitedTo(1)
    await ask()
    await ask()
    const v2 = `/api/v2/publisher/applications?developer=acme&key=${acmeKey}`
    for (const path of [v2, '/api/publisher/', '/games/hop']) {
      const answer = await ask({ path })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['x-ratelimit-limit']).toBe(undefined)
    }
    expect((await ask()).statusCode).toBe(429)
  })
})

describe('requests are counted', () => {
  test.each([
    ['203.0.113.1', '203.0.113.2', false],
    ['203.0.113.1', '::ffff:203.0.113.1', true],
    ['203.0.113.1', '::ffff:cb00:7101', true],
    ['203.0.113.1', '::ffff:203.0.113.2', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:1::', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['::1', '127.0.0.1', false],
  ])('from %s and %s together: %s', async (one, other, together) => {
    const ask = limitedTo(5)
    expect(leftOf(await ask({ from: one }))).toBe(4)
    expect(leftOf(await ask({ from: other }))).toBe(together ? 3 : 4)
  })
})

describe('X-Forwarded-For', () => {
  const proxy = '10.1.2.3'

  test.each([undefined, [], ['192.0.2.0/24']])(
    'is ignored from a client when %j is trusted',
    async (trustedProxies) => {
      const ask = limitedTo(5, trustedProxies && { trustedProxies })
      const left: number[] = []
      for (const forwarded of ['198.51.100.1', '198.51.100.2', '127.0.0.1, 192.0.2.1', 'x']) {
        left.push(leftOf(await ask({ forwarded })))
      }
      expect(left).toEqual([4, 3, 2, 1])
    },
  )

  test.each([[proxy], ['10.0.0.0/8'], ['192.0.2.1', '10.1.0.0/16']])(
    'names the client when %s is trusted',
    async (...trustedProxies) => {
      const ask = limitedTo(5, { trustedProxies })
      const left: number[] = []
      for (const forwarded of ['198.51.100.1', '198.51.100.2', '198.51.100.1']) {
        left.push(leftOf(await ask({ from: proxy, forwarded })))
      }
      expect(left).toEqual([4, 4, 3])
    },
  )

  test("of a trusted proxy: the address that the proxy added counts, not the client's claim", async () => {
    const ask = limitedTo(5, { trustedProxies: ['10.0.0.0/8'] })
    const left: number[] = []
    for (const claim of ['1.1.1.1', '2.2.2.2, 3.3.3.3', 'garbage', '10.9.9.9, 4.4.4.4']) {
      left.push(leftOf(await ask({ from: proxy, forwarded: `${claim}, 198.51.100.1` })))
    }
    expect(left).toEqual([4, 3, 2, 1])
  })

  test('of IPv6 behind a proxy is counted by its first 64 bits', async () => {
    const ask = limitedTo(5, { trustedProxies: ['10.0.0.0/8'] })
    const left: number[] = []
    for (const forwarded of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']) {
      left.push(leftOf(await ask({ from: proxy, forwarded })))
    }
    expect(left).toEqual([4, 3, 4])
  })

  test.each(['garbage', 'a'.repeat(5_000), '999.1.1.1', '<script>', '__proto__', ' , ,'])(
    "%.20s is ignored, and the proxy's own address counts",
    async (forwarded) => {
      const ask = limitedTo(5, { trustedProxies: ['10.0.0.0/8'] })
      expect(leftOf(await ask({ from: proxy, forwarded }))).toBe(4)
      expect(leftOf(await ask({ from: proxy }))).toBe(3)
      expect(leftOf(await ask({ from: proxy, forwarded: 'otherwise' }))).toBe(2)
    },
  )
})

describe('a proxy that adds ports', () => {
  test.each([
    ['198.51.100.7:1234', '198.51.100.7:4321', '198.51.100.8:1234'],
    ['[2001:db8::1]:1234', '[2001:db8::2]:4321', '[2001:db8:0:1::1]:1234'],
  ])('%s counts together with %s, but not with %s', async (first, same, other) => {
    const ask = limitedTo(10, { trustedProxies: ['10.0.0.7'] })
    const remaining = async (forwarded: string) =>
      leftOf(await ask({ from: '10.0.0.7', forwarded }))
    expect(await remaining(first)).toBe(9)
    expect(await remaining(same)).toBe(8)
    expect(await remaining(other)).toBe(9)
  })
})

import { RateLimiterMemory } from 'rate-limiter-flexible'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acmeKey, openSmallNetwork } from '../fixtures/community.ts'
import { expectProblem } from '../fixtures/problem-body.ts'
import { type Response, type ServeOptions, serveReports } from '../fixtures/report-server.ts'
import { shareSite } from '../fixtures/share-site.ts'

const site = shareSite(openSmallNetwork)

const limit = (points: number) => new RateLimiterMemory({ points, duration: 900 })

/** Asks a server with limits of its own. */
function asking(limiters: ServeOptions['limiters']) {
  const { app, close } = serveReports(site.installation, { limiters })
  onTestFinished(close)
  return (url: string, from = '203.0.113.1', headers = {}): Promise<Response> =>
    app.inject({ url, remoteAddress: from, headers })
}

function expectWait({ headers }: Response): void {
  const seconds = Number(headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
}

describe('pages', () => {
  const pages = ['/users/mira', '/games/hop', '/users/nobody', '/documentation', '/dashboard', '/']

  test.each(pages)('%s is refused with a page beyond the limit of its address', async (page) => {
    const ask = asking({ pageLimiter: limit(2) })
    for (let load = 0; load < 2; load++) expect((await ask(page)).statusCode).not.toBe(429)
    const refused = await ask(page)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    expect(refused.body).toContain('Too many requests')
    expectWait(refused)
    expect((await ask(page, '203.0.113.2')).statusCode).not.toBe(429)
  })

  test('share one allowance, in which the interface has no part', async () => {
    const ask = asking({ pageLimiter: limit(2) })
    await ask('/users/mira')
    await ask('/games/hop')
    expect((await ask('/users/mira')).statusCode).toBe(429)
    const { statusCode, headers } = await ask('/api/v1/games/hop')
    expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, '999999'])
  })

  test('do not limit what a person who is signed in asks', async () => {
    const ask = asking({ pageLimiter: limit(1) })
    await ask('/dashboard')
    expect((await ask('/dashboard')).statusCode).toBe(429)
    expectProblem(await ask('/dashboard/api/account'), 401, 'signed_out')
  })
})

test('a body that is sent to an unknown path is not parsed', async () => {
  const { app, close } = serveReports(site.installation)
  onTestFinished(close)
  const headers = { 'content-type': 'application/json' }
  const sent = await app.inject({ method: 'POST', url: '/api/nothing', headers, body: '{' })
  expectProblem(sent, 404, 'not_found')
})

describe('requests without credentials that are accepted', () => {
  const applications = '/api/v2/publisher/applications?developer=acme&key='
  const refusing = [
    `${applications}wrong`,
    '/api/v2/publisher/changes?developer=acme&key=wrong',
    '/api/v2/publisher/money?key=wrong',
    '/api/publisher/acme?key=wrong',
    '/dashboard/api/account',
    '/dashboard/api/report',
  ]

  test.each(refusing)('%s is answered 429 beyond the limit of its address', async (path) => {
    const ask = asking({ refusedLimiter: limit(3) })
    for (let nth = 0; nth < 3; nth++) expect((await ask(path)).statusCode).toBe(401)
    const refused = await ask(path)
    expectProblem(refused, 429, 'rate_limited')
    expectWait(refused)
    expect((await ask(path, '203.0.113.2')).statusCode).toBe(401)
  })

  test('do not lock out a key that is accepted behind the same address', async () => {
    const ask = asking({ refusedLimiter: limit(1) })
    await ask(`${applications}wrong`)
    expect((await ask(`${applications}wrong`)).statusCode).toBe(429)
    expect((await ask(applications + acmeKey)).statusCode).toBe(200)
    expect((await ask(`${applications}wrong`)).statusCode).toBe(429)
  })
})

import { RateLimiterMemory } from 'rate-limiter-flexible'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SignInLimits } from '../../../src/http/services.ts'
import { BoundedLimiter } from '../../../src/limits/bounded-limiter.ts'
import { setPassword } from '../../../src/use-cases/set-password.ts'
import { api, openAccounts, passwords } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { fewSignIns, type Response, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const { acme } = passwords
const wrong = 'not the password'
const cookieName = 'adtally_browser'

const accounts = shareSite(() => openAccounts({ acme, rival: passwords.rival }))

/** A server of few attempts, and how to sign in to it. */
function serve(limits: Partial<SignInLimits> = {}) {
  const server = serveReports(accounts.installation, {
    signInLimits: { ...fewSignIns(), ...limits },
  })
  onTestFinished(() => server.close())
  return (
    username: string,
    password: string,
    { from = '203.0.113.1', browser }: { from?: string; browser?: string } = {},
  ): Promise<Response> =>
    server.app.inject({
      method: 'POST',
      url: `${api}/sign-in`,
      remoteAddress: from,
      payload: { username, password },
      ...(browser !== undefined && { cookies: { [cookieName]: browser } }),
    })
}

const proofIn = (response: Response): string =>
  response.cookies.find(({ name }) => name === cookieName)!.value

/** An address of its own for every attempt. */
const address = (nth: number) => `198.51.${Math.floor(nth / 250)}.${1 + (nth % 250)}`
const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)

describe('counters', () => {
  test('of an address that is limited grow no more, whatever usernames it tries', async () => {
    const byUsername = new BoundedLimiter({ points: 5, duration: 900 }, 1_000)
    const signIn = serve({ byUsername })
    for (let nth = 0; nth < 20; nth++) await signIn(`user-${nth}`, wrong)
    expect(byUsername.size).toBe(20)
    for (let nth = 20; nth < 300; nth++) {
      expect((await signIn(`user-${nth}`, wrong)).statusCode).toBe(429)
    }
    expect(byUsername.size).toBe(20)
  })

  test('of a /48 limit its networks together', async () => {
    const signIn = serve({ bySite: new RateLimiterMemory({ points: 6, duration: 900 }) })
    const from = (nth: number) => `2001:db8:7:${nth.toString(16)}::1`
    for (let nth = 0; nth < 6; nth++) {
      expect((await signIn(`user-${nth}`, wrong, { from: from(nth) })).statusCode).toBe(401)
    }
    expectProblem(await signIn('acme', acme, { from: from(6) }), 429, 'rate_limited')
    const elsewhere = await signIn('acme', acme, { from: '2001:db8:8::1' })
    expect(elsewhere.statusCode).toBe(204)
  })
})

describe('guesses of many addresses at one account', () => {
  const guess = async (signIn: ReturnType<typeof serve>, count: number) => {
    const answers = Array.from({ length: count }, (_, nth) =>
      signIn('acme', wrong, { from: address(nth) }),
    )
    return statusesOf(answers)
  }

  test('are let through 30 times, and once more in the time of the slow lane', async () => {
    const statuses = await guess(serve(), 60)
    expect(statuses.filter((status) => status === 401)).toHaveLength(31)
    expect(statuses.filter((status) => status === 429)).toHaveLength(29)
  })

  test('do not lock out a browser that signed in before', async () => {
    const signIn = serve()
    const browser = proofIn(await signIn('acme', acme))
    await guess(signIn, 60)
    expectProblem(await signIn('acme', acme, { from: '192.0.2.9' }), 429, 'rate_limited')
    expect((await signIn('acme', acme, { from: '192.0.2.9', browser })).statusCode).toBe(204)
    expect((await signIn('rival', passwords.rival)).statusCode).toBe(204)
  })

  test('nor one behind an address that is limited', async () => {
    const signIn = serve()
    const browser = proofIn(await signIn('acme', acme))
    for (let nth = 0; nth < 21; nth++) await signIn(`user-${nth}`, wrong)
    expectProblem(await signIn('acme', acme), 429, 'rate_limited')
    expect((await signIn('acme', acme, { browser })).statusCode).toBe(204)
  })
})

describe('a known browser', () => {
  test('has a limit of its own', async () => {
    const signIn = serve()
    const browser = proofIn(await signIn('acme', acme))
    for (let nth = 0; nth < 5; nth++) {
      expect((await signIn('acme', wrong, { from: address(nth), browser })).statusCode).toBe(401)
    }
    expectProblem(await signIn('acme', acme, { browser }), 429, 'rate_limited')
    // Without the cookie it is like any other.
    expect((await signIn('acme', acme)).statusCode).toBe(204)
  })

  test('is known for its own account alone, and not with a proof that was changed', async () => {
    const signIn = serve({ byAccount: new RateLimiterMemory({ points: 1, duration: 900 }) })
    const browser = proofIn(await signIn('acme', acme))
    for (const username of ['acme', 'rival']) {
      for (let nth = 0; nth < 3; nth++) await signIn(username, wrong, { from: address(nth) })
    }
    const { rival } = passwords
    expectProblem(await signIn('rival', rival, { browser }), 429, 'rate_limited')
    for (const proof of [`x${browser}`, `${browser}x`, browser.split('.')[0]!, '.', '']) {
      expectProblem(await signIn('acme', acme, { browser: proof }), 429, 'rate_limited')
    }
    expect((await signIn('acme', acme, { browser })).statusCode).toBe(204)
  })

  test('is known no more once the password was set anew', async () => {
    const signIn = serve({ byAccount: new RateLimiterMemory({ points: 1, duration: 900 }) })
    const browser = proofIn(await signIn('acme', acme))
    await accounts.installation.call(setPassword, { username: 'acme', password: acme })
    for (let nth = 0; nth < 3; nth++) await signIn('acme', wrong, { from: address(nth) })
    expectProblem(await signIn('acme', acme, { browser }), 429, 'rate_limited')
  })

  test('shows its proof where it signs in and nowhere else', async () => {
    const signIn = serve()
    const cookie = (await signIn('acme', acme)).cookies.find(({ name }) => name === cookieName)
    expect(cookie).toMatchObject({ path: `${api}/sign-in`, httpOnly: true, sameSite: 'Strict' })
  })
})

test('guesses beyond what may wait are answered 503, and a known browser does not wait for them', async () => {
  const many = () => new RateLimiterMemory({ points: 1_000, duration: 900 })
  const signIn = serve({ byAccount: many() })
  const browser = proofIn(await signIn('acme', acme))
  let settled = 0
  const answers = Array.from({ length: 400 }, async (_, nth) => {
    const response = await signIn('acme', wrong, { from: address(nth) })
    if (response.statusCode === 401) settled++
    return response
  })
  const own = await signIn('acme', acme, { browser })
  expect(own.statusCode).toBe(204)
  // Most of those that were there before it still wait.
  expect(settled).toBeLessThan(64)
  const all = await Promise.all(answers)
  const busy = all.filter(({ statusCode }) => statusCode === 503)
  expect(busy).toHaveLength(400 - 129)
  expectProblem(busy[0]!, 503, 'overloaded')
  expect(busy[0]!.headers['retry-after']).toBe('1')
  expect(all.filter(({ statusCode }) => statusCode === 401)).toHaveLength(129)
})

import { beforeEach, describe, expect, test } from 'vitest'
import { openAccounts, passwords, Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { type Response, serveReports, type TestServer } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

// An address may fail five times for one username, and twenty times in all.
const { acme, rival } = passwords
const wrong = 'not the password'

const accounts = shareSite(() => openAccounts({ acme, rival }))
let server: TestServer
beforeEach(() => {
  server = serveReports(accounts.installation)
  return () => server.close()
})

const signIn = (username: string, password: string, address?: string) =>
  new Visitor(server, address).signIn(username, password)

async function failTimes(count: number, username: string, address?: string): Promise<void> {
  for (let attempt = 0; attempt < count; attempt++) {
    expectProblem(await signIn(username, wrong, address), 401, 'wrong_password')
  }
}

function expectLimited(response: Response): void {
  expectProblem(response, 429, 'rate_limited')
  const seconds = Number(response.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
  expect(Number.isInteger(seconds)).toBe(true)
  expect(response.headers['set-cookie']).toBeUndefined()
}

describe('after five failures at a username', () => {
  test('its attempts are refused there; other users, addresses and open sessions go on', async () => {
    const visitor = new Visitor(server)
    await visitor.signIn('acme', acme)
    await failTimes(5, 'acme')
    expectLimited(await signIn('acme', wrong))
    expectLimited(await signIn('acme', acme))
    expect((await signIn('rival', rival)).statusCode).toBe(204)
    expectLimited(await signIn('acme', acme))
    expect((await visitor.get('/account')).statusCode).toBe(200)
    expect((await signIn('acme', acme, '198.51.100.2')).statusCode).toBe(204)
  })

  test('unknown usernames are limited like known ones', async () => {
    await failTimes(5, 'nobody')
    expectLimited(await signIn('nobody', wrong))
  })
})

describe('a sign-in that succeeds', () => {
  test('resets the count of its username', async () => {
    await failTimes(4, 'acme')
    expect((await signIn('acme', acme)).statusCode).toBe(204)
    await failTimes(5, 'acme')
    expectLimited(await signIn('acme', acme))
  })

  test('does not count, however often it succeeds', async () => {
    for (let attempt = 0; attempt < 25; attempt++) {
      expect((await signIn('acme', acme)).statusCode).toBe(204)
    }
  })

  test('takes back only its own attempt', async () => {
    for (let nth = 0; nth < 19; nth++) await failTimes(1, `user-${nth}`)
    for (let nth = 0; nth < 3; nth++) expect((await signIn('acme', acme)).statusCode).toBe(204)
    await failTimes(1, 'user-19')
    expectLimited(await signIn('acme', acme))
  })
})

describe('after twenty failures of an address', () => {
  test('every username is refused there, and none elsewhere', async () => {
    for (let nth = 0; nth < 20; nth++) await failTimes(1, `user-${nth}`)
    expectLimited(await signIn('acme', acme))
    expectLimited(await signIn('user-20', wrong))
    expect((await signIn('acme', acme, '198.51.100.7')).statusCode).toBe(204)
  })

  test('the addresses of an IPv6 household share a limit', async () => {
    for (let nth = 0; nth < 20; nth++) await failTimes(1, `user-${nth}`, `2001:db8::${nth + 1}`)
    expectLimited(await signIn('acme', acme, '2001:db8::ffff'))
    expect((await signIn('acme', acme, '2001:db8:0:1::1')).statusCode).toBe(204)
  })
})

test('parallel attempts cannot pass the limit of a username', async () => {
  const answers = await Promise.all(Array.from({ length: 18 }, () => signIn('acme', wrong)))
  const codes = answers.map(({ statusCode }) => statusCode).sort()
  expect(codes).toEqual([...Array(5).fill(401), ...Array(13).fill(429)])
})

test('parallel attempts for many usernames cannot pass the limit of their address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, nth) => signIn(`user-${nth}`, wrong)),
  )
  const failed = answers.filter(({ statusCode }) => statusCode === 401)
  expect(failed).toHaveLength(20)
  for (const answer of answers) if (!failed.includes(answer)) expectLimited(answer)
})

import { describe, expect, test } from 'vitest'
import {
  openDashboard,
  passwords,
  sessionCookie,
  Visitor,
} from '../../fixtures/dashboard-visitor.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import { type Headers, type Response, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openDashboard)

const attributesOf = (response: Response) => {
  const cookies = [response.headers['set-cookie'] ?? []].flat()
  const [cookie, ...more] = cookies.filter((one) => !one.startsWith('adtally_browser='))
  expect(more).toEqual([])
  const [pair, ...attributes] = cookie!.split('; ')
  expect(pair!.split('=')[0]).toBe(sessionCookie)
  return attributes.sort()
}

const overHttp = ['HttpOnly', 'Max-Age=604800', 'Path=/dashboard', 'SameSite=Lax']
const overHttps = [...overHttp, 'Secure'].sort()
const httpBase = 'http://reports.example'

describe('the right password', () => {
  test('signs in for seven days, with a cookie that no script reads', async () => {
    const visitor = new Visitor(site.server)
    const response = await visitor.signIn('acme', passwords.acme)
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(attributesOf(response)).toEqual(overHttps)
    expect(visitor.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await visitor.get('/account')).json()).toMatchObject({ username: 'acme' })
  })

  test('gives a new token every time', async () => {
    const [one, other] = [await site.signIn('acme'), await site.signIn('acme')]
    expect(one.token).not.toBe(other.token)
  })
})

describe('the cookie', () => {
  const signInWith = async (trustedProxies: string[], headers: Headers, base = httpBase) => {
    const server = serveReports(site.installation, { trustedProxies, base })
    try {
      return attributesOf(await new Visitor(server).signIn('acme', passwords.acme, headers))
    } finally {
      await server.close()
    }
  }

  test('is secure behind a trusted proxy with https', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    expect(await signInWith(['127.0.0.1'], headers)).toEqual(overHttps)
  })

  test('is not secure behind a trusted proxy with http', async () => {
    const headers = { 'x-forwarded-proto': 'http' }
    expect(await signInWith(['127.0.0.1'], headers)).toEqual(overHttp)
  })

  test('ignores X-Forwarded-Proto of other clients', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    expect(await signInWith([], headers)).toEqual(overHttp)
    expect(await signInWith(['10.0.0.0/8'], headers)).toEqual(overHttp)
  })

  test('is secure at a base URL with https, whatever a proxy passes on', async () => {
    const base = 'https://reports.example'
    for (const host of ['reports.example', '10.0.0.7:8080', 'other.example']) {
      expect(await signInWith([], { host }, base)).toEqual(overHttps)
      const headers = { host, 'x-forwarded-proto': 'http' }
      expect(await signInWith(['127.0.0.1'], headers, base)).toEqual(overHttps)
    }
  })
})

describe('a sign-in is refused with the same answer', () => {
  let addresses = 0
  const attempts: [what: string, username: string, password: string][] = [
    ['with a wrong password', 'acme', 'acme opens at dusk'],
    ['with the password of another account', 'acme', passwords.rival],
    ['with an API key as the password', 'acme', 'acmekey-7f3d09c1'],
    ['with an empty password', 'acme', ''],
    ['for an unknown user', 'nobody', passwords.acme],
    ['for a username in another case', 'ACME', passwords.acme],
    ['for an empty username', '', passwords.acme],
    ['for an account without a password', 'odd.one', passwords.acme],
    ['for an account without a password, with an empty one', 'odd.one', ''],
    ['for a disabled account', 'closed', passwords.closed],
  ]

  test.each(attempts)('%s', async (_what, username, password) => {
    // Each has its own address, because failures are counted.
    const visitor = () => new Visitor(site.server, `192.0.2.${++addresses}`)
    const known = await visitor().signIn('nobody', 'whatever it is')
    const response = await visitor().signIn(username, password)
    expectProblem(response, 401, 'wrong_password')
    expect(bodyButForRequestId(response)).toBe(bodyButForRequestId(known))
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(Object.keys(response.headers)).toEqual(Object.keys(known.headers))
  })
})

test('a wrong password does not end the current session', async () => {
  const visitor = await site.signIn('rival')
  expectProblem(await visitor.signIn('rival', 'not the password'), 401, 'wrong_password')
  expect((await visitor.get('/account')).json()).toMatchObject({ username: 'rival' })
})

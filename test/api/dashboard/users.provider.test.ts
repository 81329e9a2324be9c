import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { OidcProvider } from '../../../src/oidc/oidc-provider.ts'
import { disableAccount } from '../../../src/use-cases/disable-account.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { setUserPassword } from '../../../src/use-cases/set-user-password.ts'
import { api, Visitor } from '../../fixtures/dashboard-visitor.ts'
import { openProvider, type Person, type TestProvider } from '../../fixtures/identity-provider.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import {
  baseUrl,
  type Response,
  serveReports,
  type TestServer,
} from '../../fixtures/report-server.ts'
import { openTeam, type Team, teamPassword } from '../../fixtures/team.ts'

const callback = `${baseUrl}${api}/provider/callback`
const cookieName = 'adtally_provider'

let team: Team
let provider: TestProvider
let server: TestServer
beforeAll(async () => {
  team = await openTeam()
  provider = await openProvider(callback)
  server = serveReports(team.installation, { provider: new OidcProvider(provider.settings) })
})
afterAll(async () => {
  await server.close()
  await provider.close()
  await team.close()
})

let addresses = 0

/** A browser that is about to sign in with the provider. */
async function begin(to = '/dashboard', { token }: { token?: string } = {}) {
  const remoteAddress = `198.51.100.${++addresses % 250}`
  const request = { method: 'POST', remoteAddress, payload: { to } } as const
  const begun = await server.app.inject({ ...request, url: `${api}/provider/begin` })
  expect(begun.statusCode).toBe(200)
  const cookie = begun.cookies.find(({ name }) => name === cookieName)!
  return {
    url: begun.json().url as string,
    cookie,
    /** Comes back from the provider. */
    finish: (url: string, kept: string | null = cookie.value): Promise<Response> =>
      server.app.inject({
        url: url.slice(baseUrl.length),
        remoteAddress,
        cookies: {
          ...(kept !== null && { [cookieName]: kept }),
          ...(token !== undefined && { adtally_session: token }),
        },
      }),
  }
}

/** Signs in as someone at the provider. */
async function signIn(subject: string, person: Person, to?: string, session = {}) {
  provider.people.set(subject, person)
  const browser = await begin(to, session)
  return browser.finish(await provider.signIn(browser.url, subject))
}

const verified = (email: string): Person => ({ email, email_verified: true })

const tokenIn = (response: Response): string | undefined =>
  response.cookies.find(({ name }) => name === 'adtally_session')?.value

function visitorOf(response: Response): Visitor {
  const visitor = new Visitor(server)
  visitor.token = tokenIn(response)!
  return visitor
}

function expectFault(response: Response, fault: string): void {
  expect(response.statusCode).toBe(303)
  expect(response.headers.location).toBe(`/dashboard#sign-in=${fault}`)
  expect(tokenIn(response)).toBeUndefined()
}

test('the sign-in page is told which provider there is', async () => {
  const options = await server.app.inject({ url: `${api}/sign-in/options` })
  expect(options.json()).toEqual({ provider: '127.0.0.1' })
  const without = await team.server.app.inject({ url: `${api}/sign-in/options` })
  expect(without.json()).toEqual({ provider: null })
  const visitor = new Visitor(team.server)
  expectProblem(await visitor.post('/provider/begin', { to: '/dashboard' }), 404, 'not_found')
})

describe('someone who was invited', () => {
  test('joins with the verified address, and is known by the subject from then on', async () => {
    await team.invite('studio', 'ada@example.com', 'editor')
    await team.invite('hop', 'ada@example.com', 'viewer')
    const first = await signIn('ada', verified('Ada@Example.com'), '/dashboard/imports?x=1')
    expect([first.statusCode, first.headers.location]).toEqual([303, '/dashboard'])
    expect((await visitorOf(first).get('/account')).json()).toMatchObject({
      user: 'ada@example.com',
      accounts: ['hop', 'studio'],
    })
    const again = await signIn('ada', { email: 'other@example.com' }, '/dashboard/imports?x=1')
    expect(again.headers.location).toBe('/dashboard/imports?x=1')
    expect((await visitorOf(again).get('/profile')).json()).toMatchObject({
      user: 'ada@example.com',
    })
    const owner = await team.signIn('studio')
    const { users } = (await owner.get('/users')).json()
    expect(users[0]).toMatchObject({
      user: 'ada@example.com',
      role: 'editor',
      has_password: false,
      providers: [provider.settings.issuer],
    })
    const password = await new Visitor(server).signIn('ada@example.com', '')
    expectProblem(password, 401, 'wrong_password')
    const events = await team.installation.call(listAuditEvents, { account: 'studio', limit: 9 })
    expect(events.map(({ action, name }) => `${action} ${name}`)).toContain(
      'user_joined ada@example.com',
    )
  })
})

describe('a user with a password', () => {
  test('is matched once by the verified address; whoever chose the password is out', async () => {
    const before = await team.join('studio', 'bob@example.com', 'editor')
    const response = await signIn('bob', verified('bob@example.com'))
    expect((await visitorOf(response).get('/account')).json()).toMatchObject({
      user: 'bob@example.com',
      username: 'studio',
    })
    expectProblem(await before.get('/account'), 401, 'signed_out')
    const password = await new Visitor(server).signIn('bob@example.com', teamPassword)
    expectProblem(password, 401, 'wrong_password')
    const renewed = { user: 'bob@example.com', password: teamPassword }
    await team.installation.call(setUserPassword, renewed)
    expect((await signIn('bob', verified('bob@example.com'))).statusCode).toBe(303)
    expect((await new Visitor(server).signIn('bob@example.com', teamPassword)).statusCode).toBe(204)
    // The address was given to someone else.
    expectFault(await signIn('bob-2', verified('bob@example.com')), 'not_invited')
  })

  test('gets a new token, and the earlier session of the browser ends', async () => {
    await team.invite('studio', 'fay@example.com', 'viewer')
    await signIn('fay', verified('fay@example.com'))
    const earlier = await team.signIn('hop')
    const response = await signIn('fay', {}, undefined, { token: earlier.token! })
    expect(tokenIn(response)).not.toBe(earlier.token)
    expectProblem(await earlier.get('/account'), 401, 'signed_out')
  })
})

test('a user of the provider has no password to change, until an operator sets one', async () => {
  const gus = 'gus@example.com'
  await team.invite('studio', gus, 'viewer')
  const visitor = visitorOf(await signIn('gus', verified(gus)))
  const hasPassword = async () => (await visitor.get('/profile')).json().has_password
  const change = () =>
    visitor.post('/password', { current_password: teamPassword, new_password: 'one of my own' })
  expect(await hasPassword()).toBe(false)
  const response = await change()
  expectProblem(response, 422, 'refused')
  expect(response.json().detail).toMatch(/^"gus@example\.com" signs in with a provider/)
  await team.installation.call(setUserPassword, { user: gus, password: teamPassword })
  visitor.token = tokenIn(await signIn('gus', verified(gus)))!
  expect(await hasPassword()).toBe(true)
  expect((await change()).statusCode).toBe(204)
})

describe('nobody is signed in', () => {
  test.each<[what: string, person: Person, fault: string]>([
    ['who was not invited', verified('eve@example.com'), 'not_invited'],
    ['whose name is that of an account', verified('studio'), 'not_invited'],
    ['whose address begins with a Kelvin sign', verified('\u212aate@example.com'), 'not_invited'],
    [
      'whose address is not verified',
      { email: 'cat@example.com', email_verified: false },
      'email_not_verified',
    ],
    ['whose address may be verified', { email: 'cat@example.com' }, 'email_not_verified'],
    ['without an address', { email_verified: true }, 'email_not_verified'],
  ])('%s', async (what, person, fault) => {
    await team.invite('studio', 'cat@example.com', 'owner')
    await team.invite('studio', 'kate@example.com', 'owner')
    expectFault(await signIn(`subject ${what}`, person), fault)
  })

  test('whose only account is disabled, or who was removed', async () => {
    const { call } = team.installation
    await team.installation.accounts.create({ username: 'closing' })
    await team.invite('closing', 'dan@example.com', 'owner')
    expect(tokenIn(await signIn('dan', verified('dan@example.com')))).toBeDefined()
    await call(disableAccount, { username: 'closing' })
    expectFault(await signIn('dan', verified('dan@example.com')), 'not_invited')
  })

  test('who declines at the provider', async () => {
    const browser = await begin()
    expectFault(await browser.finish(await provider.signIn(browser.url, null)), 'provider_refused')
  })

  test('without the cookie, or with one of another sign-in, that was changed or has expired', async () => {
    provider.people.set('ada', {})
    const [browser, other] = [await begin(), await begin()]
    const { vault } = team.installation
    const place = ['sign-in']
    const keptOf = (value: string) => JSON.parse(vault.open(Buffer.from(value, 'base64url'), place))
    const sealed = (kept: object) =>
      Buffer.from(vault.seal(JSON.stringify(kept), place)).toString('base64url')
    const kept = keptOf(browser.cookie.value)
    const changed = (change: object) =>
      sealed({ ...kept, state: JSON.stringify({ ...JSON.parse(kept.state), ...change }) })
    const bytes = Buffer.from(browser.cookie.value, 'base64url')
    bytes[40]! ^= 1
    const url = await provider.signIn(browser.url, 'ada')
    for (const value of [
      ...[null, '', 'x', bytes.toString('base64url'), other.cookie.value],
      ...[sealed({ ...kept, expiresAtMs: Date.now() - 1 }), changed({ state: 'another' })],
    ]) {
      expectFault(await browser.finish(url, value), 'sign_in_expired')
    }
    expectFault(await browser.finish(url, changed({ nonce: 'another' })), 'provider_refused')
    const again = await provider.signIn(browser.url, 'ada')
    expectFault(
      await browser.finish(again, changed({ verifier: 'x'.repeat(43) })),
      'provider_refused',
    )
  })

  test('with an address that was used before', async () => {
    const browser = await begin()
    const url = await provider.signIn(browser.url, 'ada')
    expect(tokenIn(await browser.finish(url))).toBeDefined()
    expectFault(await browser.finish(url), 'provider_refused')
  })

  test('after too many failures of an address', async () => {
    const browser = await begin()
    const answers: Response[] = []
    for (let nth = 0; nth < 21; nth++) answers.push(await browser.finish(callback, null))
    expectFault(answers.at(-2)!, 'sign_in_expired')
    expectFault(answers.at(-1)!, 'rate_limited')
  })
})

test('the cookie is for the sign-in alone, and gone after it', async () => {
  const { cookie, finish } = await begin()
  expect(cookie).toMatchObject({
    path: `${api}/provider`,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    maxAge: 600,
  })
  const response = await finish(callback)
  expect(response.cookies).toMatchObject([{ name: cookieName, value: '' }])
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/dashboard//evil.example\n',
  '/dashboardx',
  '/',
  '',
  '/dashboard#x',
  '/dashboard?ü',
])('nobody is sent to "%s" afterwards', async (to) => {
  const { statusCode } = await new Visitor(server).post('/provider/begin', { to })
  expect(statusCode).toBe(400)
})

describe('a provider', () => {
  async function serveWith(own: TestProvider) {
    const other = serveReports(team.installation, { provider: new OidcProvider(own.settings, 1) })
    onTestFinished(() => other.close())
    return new Visitor(other)
  }

  test('that is away or hangs is told in plain words, and can be back later', async () => {
    const own = await openProvider(callback)
    onTestFinished(() => own.close())
    const visitor = await serveWith(own)
    own.hangs = true
    const response = await visitor.post('/provider/begin', { to: '/dashboard' })
    expectProblem(response, 503, 'provider_unavailable')
    expect(response.json().detail).toBe(
      '127.0.0.1 does not answer. Try again in a minute, or sign in with a password.',
    )
    own.hangs = false
    const begun = await visitor.post('/provider/begin', { to: '/dashboard' })
    expect(begun.statusCode).toBe(200)
    const url = await own.signIn(begun.json().url, 'ada')
    const finish = () =>
      visitor.send({
        url: url.slice(baseUrl.length),
        cookies: { [cookieName]: begun.cookies[0]!.value },
      })
    own.hangs = true
    expectFault(await finish(), 'provider_unavailable')
    await own.close()
    expectFault(await finish(), 'provider_unavailable')
  })
})

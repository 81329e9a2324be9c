import { beforeAll, expect, test } from 'vitest'
import { signedIn, type Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { openPulledDashboard, studioPassword } from '../../fixtures/pulled-dashboard.ts'
import { baseUrl, type Response } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const callback = `${baseUrl}/dashboard/connections/consent`

const site = shareSite(openPulledDashboard)
let owner: Visitor
beforeAll(async () => {
  owner = await signedIn(site.server, 'studio', studioPassword)
  const { refreshToken: _, ...values } = given()
  for (const name of ['admob', 'other']) {
    const body = { connector: 'admob', name, values, start_date: '2026-03-07', consent_later: true }
    expect((await owner.post('/connections/add', body)).statusCode).toBe(200)
  }
})

const given = () => site.fake.networks.get('admob')!.given as Readonly<Record<string, string>>
const one = async (name: string) =>
  (await owner.get('/connections'))
    .json()
    .connections.find((found: { name: string }) => found.name === name)

const begin = (name = 'admob', who = owner) => who.post('/connections/consent/begin', { name })
const cookieOf = (response: Response) =>
  response.cookies.find(({ name }) => name === 'adtally_consent')!
const queryOf = (
  begun: Response,
  more: Readonly<Record<string, string>> = { code: 'one-code' },
) => {
  const { searchParams } = new URL(begun.json().url)
  return `?${new URLSearchParams({ state: searchParams.get('state')!, ...more })}`
}
/** Finishes as a browser does, which has the cookies of the session and of the consent. */
const finish = (kept: string, query: string, who = owner) =>
  site.server.app.inject({
    method: 'POST',
    url: '/dashboard/api/connections/consent/finish',
    payload: { query },
    cookies: { adtally_session: who.token!, adtally_consent: kept },
  })

test('before the consent, a connection is not pulled and tells what to do', async () => {
  const found = await one('admob')
  expect(found).toMatchObject({ state: 'refused', has_consent: false, next_pull_at: null })
  expect(found.problem).toBe(
    'The connection "admob" needs the consent of the account\'s owner at the network.',
  )
  for (const action of ['test', 'pull', 'resume']) {
    const refused = await owner.post(`/connections/${action}`, { name: 'admob' })
    expectProblem(refused, 422, 'refused')
    expect(refused.json().detail).toContain('needs the consent')
  }
  // Other settings are no consent.
  await owner.post('/connections/change', { name: 'admob', values: { currency: 'USD' } })
  expect(await one('admob')).toMatchObject({ state: 'refused', has_consent: false })
  expect(site.fake.requests).toEqual([])
})

test('the network is asked for consent with the configured address', async () => {
  const begun = await begin()
  expect(begun.statusCode).toBe(200)
  const { url, redirect_uri: redirectUri, ...rest } = begun.json()
  expect([redirectUri, rest]).toEqual([callback, { account: 'studio', currency: 'USD' }])
  const address = new URL(url)
  expect(address.origin + address.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    redirect_uri: callback,
    client_id: given().clientId,
    code_challenge_method: 'S256',
  })
  expect(cookieOf(begun)).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: true })
  expect(begun.body + JSON.stringify(begun.headers)).not.toContain(given().clientSecret)
})

test('a consent is of no use to another session or another connection, nor without its cookie', async () => {
  const begun = await begin()
  const { value } = cookieOf(begun)
  const other = await signedIn(site.server, 'studio', studioPassword)
  const ofOther = await finish(value, queryOf(begun), other)
  expectProblem(ofOther, 422, 'refused')
  expect(ofOther.json().detail).toContain('begun by someone else')
  const { kept } = JSON.parse(Buffer.from(value, 'base64url').toString())
  const renamed = Buffer.from(JSON.stringify({ name: 'other', kept })).toString('base64url')
  expectProblem(await finish(renamed, queryOf(begun)), 422, 'refused')
  for (const damaged of ['', 'x', value.slice(0, -9), Buffer.from('[1]').toString('base64url')]) {
    expectProblem(await finish(damaged, queryOf(begun)), 422, 'refused')
  }
  expect([await one('admob'), await one('other')].map((found) => found.has_consent)).toEqual([
    false,
    false,
  ])
})

test.each([
  [{ error: 'access_denied' }, 'The owner declined'],
  [{ error: '<script>' }, 'did not ask the owner for consent'],
  [{ state: 'another', code: 'one-code' }, 'The address is of another consent'],
  [{}, 'The address is of another consent'],
] as const)('an answer of %o is explained', async (more, message) => {
  const begun = await begin()
  const refused = await finish(cookieOf(begun).value, queryOf(begun, more))
  expectProblem(refused, 422, 'refused')
  expect(refused.json().detail).toContain(`AdMob network report: `)
  expect(refused.json().detail).toContain(message)
  expect(refused.body).not.toContain('script')
})

test('after the consent the connection is pulled, and no secret is shown or logged', async () => {
  const begun = await begin()
  const finished = await finish(cookieOf(begun).value, queryOf(begun))
  expect(finished.json()).toEqual({ account: 'studio', currency: 'USD', name: 'admob' })
  expect(cookieOf(finished).value).toBe('')
  await expect.poll(async () => (await one('admob')).pull, { timeout: 20_000 }).toBe(null)
  expect(await one('admob')).toMatchObject({
    state: 'active',
    problem: null,
    has_consent: true,
    days: { done: 2, due: 0, failed: 0 },
    secrets: ['clientSecret', 'refreshToken'],
  })
  expect(await one('other')).toMatchObject({ has_consent: false })
  const tested = await owner.post('/connections/test', { name: 'admob' })
  expect(tested.json()).toMatchObject({ network: 'AdMob network report', networks: ['admob'] })
  const shown = [
    ...[finished.body, tested.body, (await owner.get('/connections')).body],
    ...[(await owner.get('/audit')).body, site.lines.join('')],
  ].join('')
  const { clientSecret, refreshToken } = given()
  for (const secret of [clientSecret, refreshToken, 'one-code']) expect(shown).not.toContain(secret)
})

test('networks without consent refuse it', async () => {
  const { fake } = site
  const values = fake.networks.get('mintegral')!.given
  await owner.post('/connections/add', { connector: 'mintegral', values, start_date: '2026-03-09' })
  const refused = await begin('mintegral')
  expectProblem(refused, 422, 'refused')
  expect(refused.json().detail).toContain('needs no consent')
  expectProblem(await begin('nothing'), 422, 'refused')
})

import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ConsentError, type RememberedConsent } from '../../src/connections/consent.ts'
import { OAuthConsents } from '../../src/network-calls/consent.ts'
import { UndiciNetworkCalls } from '../../src/network-calls/undici-network-calls.ts'
import type { Consent } from '../../src/sources/connector.ts'
import { FakeGoogle } from '../fixtures/fake-google.ts'
import { listen } from './networks-on-loopback.ts'

const redirectUri = 'https://adtally.studio.example/dashboard/api/consent'
const signal = new AbortController().signal
const consent: Consent = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  scope: 'https://www.googleapis.com/auth/admob.report',
  parameters: { access_type: 'offline', prompt: 'consent' },
  clientId: 'id',
  clientSecret: 'secret',
  refreshToken: 'refreshToken',
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Google on loopback. A test may answer requests for tokens itself. */
async function openGoogle(answer?: (body: string) => Answered | 'nothing') {
  const google = new FakeGoogle()
  google.redirectUris.add(redirectUri)
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const asked = { method: request.method!, url: request.url!, body }
    const reply = answer
      ? answer(body)
      : (google.answer(asked) ?? { status: 404, headers: {}, body: '' })
    if (reply === 'nothing') response.destroy()
    else response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  const at = `http://127.0.0.1:${await listen(server)}`
  const calls = new UndiciNetworkCalls({ version: '0', at })
  onTestFinished(() => calls.close())
  const clock = { ms: Date.UTC(2026, 10, 22) }
  const consents = new OAuthConsents(calls, () => new Date(clock.ms))
  const { id, secret } = google.client
  return {
    google,
    clock,
    consents,
    begin: (declared: Partial<Consent> = {}) =>
      consents.begin({ ...consent, ...declared }, { id, secret }, redirectUri),
    finish: (callback: string, remembered: RememberedConsent) =>
      consents.finish(callback, remembered, signal),
  }
}

async function faultOf(finished: Promise<string>) {
  const error = await finished.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ConsentError)) throw new Error('There is no fault', { cause: error })
  expect(error.cause).toBe(undefined)
  return { fault: error.fault, message: error.message }
}

test('an owner who consents gives a refresh token', async () => {
  const { google, begin, finish } = await openGoogle()
  const { url, remembered } = await begin()
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    response_type: 'code',
    scope: consent.scope,
    client_id: google.client.id,
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
  })
  expect(url).not.toContain(remembered.verifier)
  expect(url).not.toContain('GOCSPX')
  const token = await finish(`  ${google.visit(url)}\n`, remembered)
  expect([...google.refreshTokens.keys()]).toEqual([token])
})

test('what is remembered may be stored as JSON', async () => {
  const { google, begin, finish } = await openGoogle()
  const { url, remembered } = await begin()
  const stored = JSON.parse(JSON.stringify(remembered)) as RememberedConsent
  expect(await finish(google.visit(url), stored)).toMatch(/^1\/\//)
})

test('each consent has a state and a verifier of its own', async () => {
  const { begin } = await openGoogle()
  const [one, two] = [(await begin()).remembered, (await begin()).remembered]
  expect(one.state).not.toBe(two.state)
  expect(one.verifier).not.toBe(two.verifier)
  expect(one.verifier).toMatch(/^[\w-]{43,128}$/)
})

test('a code is good for one time', async () => {
  const { google, begin, finish } = await openGoogle()
  const { url, remembered } = await begin()
  const callback = google.visit(url)
  await finish(callback, remembered)
  expect(await faultOf(finish(callback, remembered))).toMatchObject({ fault: 'expired' })
})

test('a consent is good for 10 minutes', async () => {
  const { google, clock, begin, finish } = await openGoogle()
  const { url, remembered } = await begin()
  const callback = google.visit(url)
  clock.ms += 600_000
  expect(await faultOf(finish(callback, remembered))).toMatchObject({ fault: 'expired' })
  clock.ms -= 1
  expect(await finish(callback, remembered)).toMatch(/^1\/\//)
})

test('an owner may decline', async () => {
  const { google, begin, finish } = await openGoogle()
  const { url, remembered } = await begin()
  expect(await faultOf(finish(google.visit(url, 'declines'), remembered))).toEqual({
    fault: 'declined',
    message: 'The owner declined. Begin again, and allow the access that is asked for.',
  })
})

test('an owner may leave permissions out', async () => {
  const { google, begin, finish } = await openGoogle()
  const { url, remembered } = await begin()
  const callback = google.visit(url, 'leaves permissions out')
  expect(await faultOf(finish(callback, remembered))).toEqual({
    fault: 'declined',
    message: `The owner did not allow ${consent.scope}. Begin again, and tick every permission that is asked for.`,
  })
})

test('without the parameter that asks again, only the first consent gives a refresh token', async () => {
  const { google, begin, finish } = await openGoogle()
  const parameters = { access_type: 'offline' }
  const first = await begin({ parameters })
  await finish(google.visit(first.url), first.remembered)
  const second = await begin({ parameters })
  const { fault, message } = await faultOf(finish(google.visit(second.url), second.remembered))
  expect(fault).toBe('granted-before')
  expect(message).toContain('Remove the access')
})

test('an address of another consent is refused', async () => {
  const { google, begin, finish } = await openGoogle()
  const [mine, other] = [await begin(), await begin()]
  const callback = google.visit(other.url)
  const code = new URL(callback).searchParams.get('code')!
  const wrongIssuer = google.visit(mine.url).replace('accounts.google.com', 'evil.example')
  for (const address of [
    callback,
    wrongIssuer,
    redirectUri,
    `${redirectUri}?state=${mine.remembered.state}`,
    `${redirectUri}?code=${code}`,
    `https://evil.example/?state=${mine.remembered.state}&code=${code}`,
    `${redirectUri}/more?state=${mine.remembered.state}&code=${code}`,
    `${redirectUri}?state=${mine.remembered.state}&code=${'x'.repeat(10_000)}`,
    code,
    '',
  ]) {
    const { fault, message } = await faultOf(finish(address, mine.remembered))
    expect(fault).toBe('other-consent')
    expect(message).not.toContain(code)
  }
  // None of these used the code up.
  expect(await finish(callback, other.remembered)).toMatch(/^1\/\//)
})

test('another error of the page is told, but not whatever an address has', async () => {
  const { begin, finish } = await openGoogle()
  const { remembered } = await begin()
  const failed = (error: string) =>
    faultOf(
      finish(
        `${redirectUri}?${new URLSearchParams({ state: remembered.state, error })}`,
        remembered,
      ),
    )
  expect(await failed('admin_policy_enforced')).toEqual({
    fault: 'refused',
    message: 'The network did not ask the owner for consent (admin_policy_enforced).',
  })
  expect((await failed('<b>Call 0900')).message).toBe(
    'The network did not ask the owner for consent.',
  )
})

test.each<[what: string, change: Partial<RememberedConsent>, fault: string]>([
  ['client secret', { clientSecret: 'GOCSPX-wrong' }, 'client-refused'],
  ['verifier', { verifier: 'x'.repeat(43) }, 'expired'],
])('a wrong %s gives no token', async (_what, change, fault) => {
  const { google, begin, finish } = await openGoogle()
  const { url, remembered } = await begin()
  const told = await faultOf(finish(google.visit(url), { ...remembered, ...change }))
  expect(told.fault).toBe(fault)
  for (const secret of Object.values(change)) expect(told.message).not.toContain(secret)
})

const asJson = (status: number, value: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
const token = { access_token: 'a', token_type: 'Bearer', refresh_token: '1//x' }

test.each<[what: string, reply: Answered | 'nothing', fault: string, message: RegExp]>([
  ['nothing', 'nothing', 'try-later', /ended the connection without an answer/],
  ['an error page', { status: 503, headers: {}, body: '<html>' }, 'try-later', /answered 503/],
  ['a page', { status: 200, headers: {}, body: '<html>' }, 'try-later', /something unexpected/],
  ['cut JSON', { ...asJson(200, {}), body: '{"access' }, 'try-later', /something unexpected/],
  ['no token', asJson(200, { token_type: 'Bearer' }), 'try-later', /something unexpected/],
  [
    'a redirect to elsewhere',
    { status: 307, headers: { location: 'https://evil.example/token' }, body: '' },
    'refused',
    /redirected from oauth2.googleapis.com to a host that is not the network's/,
  ],
  ['an empty success', { status: 204, headers: {}, body: '' }, 'try-later', /answered 204/],
  ['too many', asJson(429, { error: 'rate_limit_exceeded' }), 'try-later', /answered 429/],
  [
    'another address',
    asJson(400, { error: 'redirect_uri_mismatch', error_description: 'Bad Request' }),
    'client-refused',
    /redirect address is not registered/,
  ],
  [
    'its own reason',
    asJson(400, { error: 'org_internal', error_description: 'Only for members' }),
    'refused',
    /^The network refused: org_internal, Only for members\.$/,
  ],
])('when Google answers with %s', async (_what, reply, fault, message) => {
  const { google, begin, finish } = await openGoogle(() => reply)
  const { url, remembered } = await begin()
  const told = await faultOf(finish(google.visit(url), remembered))
  expect(told.fault).toBe(fault)
  expect(told.message).toMatch(message)
})

test('a server that leaves the scope out granted all of it', async () => {
  const { google, begin, finish } = await openGoogle(() => asJson(200, token))
  const { url, remembered } = await begin()
  expect(await finish(google.visit(url), remembered)).toBe('1//x')
})

test('a reason that repeats the secret or the code is struck', async () => {
  const { google, begin, finish } = await openGoogle((body) =>
    asJson(400, { error: 'weird', error_description: body }),
  )
  const { url, remembered } = await begin()
  const callback = google.visit(url)
  const { message } = await faultOf(finish(callback, remembered))
  expect(message).toMatch(/^The network refused: weird, /)
  expect(message).not.toContain('GOCSPX')
  expect(message).not.toContain(new URL(callback).searchParams.get('code')!.slice(4, 20))
})

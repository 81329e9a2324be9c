import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import { createSetupLink } from '../../../src/use-cases/create-setup-link.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { setPassword } from '../../../src/use-cases/set-password.ts'
import { type ClockedInstallation, openClocked } from '../../fixtures/moving-clock.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { type Response, serveReports, type TestServer } from '../../fixtures/report-server.ts'

const user = 'ada@example.com'
const first = {
  username: 'studio',
  currency: 'EUR',
  user: 'Ada@example.com',
  password: 'a long word',
}
const over = 'Print a new one on the server: adtally setup-link'

let installation: ClockedInstallation
let server: TestServer
beforeEach(async () => {
  installation = await openClocked()
  server = serveReports(installation)
  return async () => {
    await server.close()
    await installation.remove()
  }
})

const post = (path: string, body: object, headers = {}, remoteAddress = '203.0.113.1') =>
  server.app.inject({
    method: 'POST',
    url: `/dashboard/api/${path}`,
    payload: body,
    headers,
    remoteAddress,
  })
const newToken = async () => (await installation.setupLinks.create())!.token
const check = (token: string, from?: string) => post('set-up/check', { token }, {}, from)
const setUp = (token: string, changes = {}) => post('set-up', { token, ...first, ...changes })
function expectDetail(answer: Response, status: number, code: string, detail: string): void {
  expectProblem(answer, status, code)
  expect(answer.json().detail).toContain(detail)
}
const accounts = async () => (await installation.accounts.list()).map(({ username }) => username)

test('the link adds the account with its currency and key, and signs its owner in', async () => {
  const token = await newToken()
  expect((await check(token)).statusCode).toBe(204)
  const answer = await setUp(token)
  expect(answer.statusCode).toBe(200)
  const { key } = await installation.keys.reveal('studio')
  expect(answer.json()).toEqual({ account: 'studio', user, key })
  expect(answer.headers['cache-control']).toBe('no-store')
  const [session] = answer.cookies
  expect(session).toMatchObject({ name: 'adtally_session', httpOnly: true, sameSite: 'Lax' })
  const signedIn = await server.get(
    '/dashboard/api/account',
    {},
    {
      cookie: `adtally_session=${session!.value}`,
    },
  )
  expect(signedIn.json()).toMatchObject({
    username: 'studio',
    user,
    currency: 'EUR',
    permissions: ['read', 'import', 'manage', 'finance'],
  })
  const again = await post('sign-in', { username: user, password: first.password })
  expect(again.statusCode).toBe(204)
})

describe('a link is refused', () => {
  test('when its token is wrong, and names what prints a new one', async () => {
    await newToken()
    for (const answer of [await check('wrong'), await setUp('wrong')]) {
      expectDetail(answer, 422, 'refused', over)
    }
    expect(await accounts()).toEqual([])
  })

  test('after an hour', async () => {
    const token = await newToken()
    installation.pass(3_599)
    expect((await check(token)).statusCode).toBe(204)
    installation.pass(1)
    expectDetail(await setUp(token), 422, 'refused', over)
  })

  test('once another one was printed', async () => {
    const token = await newToken()
    const later = await newToken()
    expectDetail(await setUp(token), 422, 'refused', over)
    expect((await setUp(later)).statusCode).toBe(200)
  })

  test('once it was used', async () => {
    const token = await newToken()
    await setUp(token)
    for (const answer of [await check(token), await setUp(token, { username: 'other' })]) {
      expectDetail(answer, 422, 'refused', 'sign in at /dashboard')
    }
    expect(await accounts()).toEqual(['studio'])
  })

  test('when a command has created an account or a user meanwhile', async () => {
    const token = await newToken()
    await installation.call(createAccount, { username: 'hop' })
    expectDetail(await setUp(token), 422, 'refused', 'set up already')
    await installation.call(setPassword, { username: 'hop', password: first.password })
    expectDetail(await setUp(token), 422, 'refused', 'set up already')
    expect(await installation.setupLinks.create()).toBe(null)
  })

  test.each([
    ['username', 'a studio'],
    ['currency', 'EURO'],
    ['user', 'ada'],
    ['user', '\u212aim@example.com'],
    ['password', 'too short'],
  ])('for the %s %j, and works afterwards', async (name, value) => {
    const token = await newToken()
    const refused = await setUp(token, { [name]: value })
    expectProblem(refused, 400, 'bad_parameters', { [name]: /^The .+: / })
    expect((await setUp(token)).statusCode).toBe(200)
  })
})

test('of several requests at once, one sets the server up', async () => {
  const token = await newToken()
  const names = ['one', 'two', 'three', 'four']
  const answers = await Promise.all(names.map((username) => setUp(token, { username })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422])
  expect(await accounts()).toHaveLength(1)
})

test('guesses of an address are limited like failed sign-ins, and do not keep others out', async () => {
  const token = await newToken()
  for (let guess = 0; guess < 5; guess++) expectProblem(await check(`${guess}`), 422, 'refused')
  for (const answer of [await check('another'), await check(token), await setUp(token)]) {
    expectDetail(answer, 429, 'rate_limited', 'try again in 15 minutes')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  for (let page = 0; page < 10; page++) {
    expect((await check(token, '203.0.113.2')).statusCode).toBe(204)
  }
})

test('the audit log has links, refusals and the set-up, and no token', async () => {
  const { token } = await installation.call(createSetupLink, {})
  await check('wrong')
  await setUp(token)
  const events = await installation.call(listAuditEvents, { limit: 10 })
  expect(
    events.map(({ action, account, actor, facts }) => [action, account, actor, facts]),
  ).toEqual([
    ['set_up', 'studio', 'visitor', { user: first.user }],
    ['set_up_failed', null, 'visitor', { reason: 'setup_link_over' }],
    ['setup_link_created', null, 'command', {}],
  ])
})

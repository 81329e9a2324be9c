import { type TOTP, URI } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { resetSecondFactor } from '../../../src/use-cases/reset-second-factor.ts'
import { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { openTeam, type Team, teamPassword } from '../../fixtures/team.ts'

const start = Date.parse('2026-03-10T12:00:00Z')
const stepSeconds = 30

let team: Team
let passedSeconds = 0
beforeEach(async () => {
  team = await openTeam()
  passedSeconds = 0
})
afterEach(() => team.close())

function pass(seconds: number): void {
  passedSeconds += seconds
  team.installation.pass(seconds)
}

/** A user of `studio` who has set a second factor. */
async function withSecondFactor() {
  const visitor = await team.signIn('studio')
  const { url, secret } = (await visitor.post('/second-factor/begin', {})).json()
  const app = URI.parse(url) as TOTP
  expect(app).toMatchObject({ issuer: 'Adtally', label: 'studio', digits: 6, period: 30 })
  expect(app.secret.base32).toBe(secret)
  const code = (stepsLater = 0) =>
    app.generate({ timestamp: start + (passedSeconds + stepsLater * stepSeconds) * 1_000 })
  const confirmed = await visitor.post('/second-factor/confirm', { code: code() })
  expect(confirmed.statusCode).toBe(200)
  const recoveryCodes: string[] = confirmed.json().recovery_codes
  pass(stepSeconds)
  return { visitor, code, recoveryCodes, secret }
}

/** Signs in with a code, from an address of its own. */
let addresses = 0
const signIn = (code?: string, password = teamPassword) =>
  new Visitor(team.server, `198.51.100.${++addresses % 250}`).post('/sign-in', {
    username: 'studio',
    password,
    ...(code !== undefined && { code }),
  })

/** A code that is wrong at any time near. */
const wrongCode = (code: (stepsLater?: number) => string): string => {
  const near = [-2, -1, 0, 1, 2].map(code)
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (one) => !near.includes(one),
  )!
}

test('is asked for after the password, and only then', async () => {
  expect((await signIn()).statusCode).toBe(204)
  const { code } = await withSecondFactor()
  expectProblem(await signIn(), 401, 'second_factor_needed')
  expectProblem(await signIn(code(), 'not the password'), 401, 'wrong_password')
  expectProblem(await signIn(wrongCode(code)), 401, 'wrong_code')
  const spaced = code().replace(/(...)(...)/, '$1 $2')
  const response = await signIn(spaced)
  expect(response.statusCode).toBe(204)
})

test('is not set until a code was shown', async () => {
  const visitor = await team.signIn('studio')
  await visitor.post('/second-factor/begin', {})
  expect((await signIn()).statusCode).toBe(204)
  expectProblem(await visitor.post('/second-factor/confirm', { code: 'x' }), 401, 'wrong_code')
  expect((await visitor.get('/profile')).json().second_factor.is_set).toBe(false)
  expectProblem(await visitor.post('/second-factor/remove', { code: 'x' }), 401, 'wrong_code')
})

test('has wrong codes in the audit log, also of users who are signed in', async () => {
  const { visitor, code } = await withSecondFactor()
  const wrong = { code: wrongCode(code) }
  expectProblem(await signIn(wrong.code), 401, 'wrong_code')
  expectProblem(await visitor.post('/second-factor/remove', wrong), 401, 'wrong_code')
  expectProblem(await visitor.post('/second-factor/confirm', wrong), 401, 'wrong_code')
  const found = await team.installation.call(listAuditEvents, { limit: 3 })
  expect(found.map(({ action, facts, actor }) => [action, facts.reason, actor])).toEqual([
    ['sign_in_failed', 'wrong_code', 'session'],
    ['sign_in_failed', 'wrong_code', 'session'],
    ['sign_in_failed', 'wrong_code', 'visitor'],
  ])
})

describe('a code', () => {
  test('is accepted a step early and late, and not two', async () => {
    const { code } = await withSecondFactor()
    pass(4 * stepSeconds)
    expectProblem(await signIn(code(-2)), 401, 'wrong_code')
    expect((await signIn(code(-1))).statusCode).toBe(204)
    expect((await signIn(code(1))).statusCode).toBe(204)
    expectProblem(await signIn(code(2)), 401, 'wrong_code')
  })

  test('is accepted once, also of four at the same time, and none from before it', async () => {
    const { code } = await withSecondFactor()
    const one = code()
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(one)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expectProblem(await signIn(code(-1)), 401, 'wrong_code')
    expectProblem(await signIn(one), 401, 'wrong_code')
  })

  test('is guessed five times and no more, from any address, without locking out the session', async () => {
    const { code, visitor } = await withSecondFactor()
    const wrong = wrongCode(code)
    for (let nth = 0; nth < 5; nth++) expectProblem(await signIn(wrong), 401, 'wrong_code')
    const response = await signIn(code())
    expectProblem(response, 429, 'rate_limited')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await visitor.get('/account')).statusCode).toBe(200)
  })

  test('that is wrong counts as a failed sign-in of the address', async () => {
    const { code } = await withSecondFactor()
    const visitor = new Visitor(team.server, '192.0.2.9')
    const body = { username: 'studio', password: teamPassword }
    await visitor.post('/sign-in', { ...body, code: wrongCode(code) })
    for (let nth = 0; nth < 4; nth++) {
      await visitor.post('/sign-in', { ...body, password: 'not the password' })
    }
    expectProblem(await visitor.post('/sign-in', { ...body, code: code() }), 429, 'rate_limited')
  })
})

test('a recovery code is accepted once, in any writing', async () => {
  const { recoveryCodes, visitor } = await withSecondFactor()
  expect(recoveryCodes).toHaveLength(10)
  const [one, other] = recoveryCodes
  expect(one).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect((await signIn(one)).statusCode).toBe(204)
  expectProblem(await signIn(one), 401, 'wrong_code')
  expect((await signIn(other!.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(204)
  const { second_factor: state } = (await visitor.get('/profile')).json()
  expect(state).toEqual({ is_set: true, recovery_codes_left: 8 })
})

test('is not replaced while it is set, and removed with a code or by the operator', async () => {
  const { code, visitor } = await withSecondFactor()
  expectProblem(await visitor.post('/second-factor/begin', {}), 422, 'refused')
  const wrong = { code: wrongCode(code) }
  expectProblem(await visitor.post('/second-factor/remove', wrong), 401, 'wrong_code')
  expectProblem(await signIn(), 401, 'second_factor_needed')
  const removed = await visitor.post('/second-factor/remove', { code: code() })
  expect(removed.statusCode).toBe(204)
  expect((await signIn()).statusCode).toBe(204)
  await withSecondFactor()
  await team.installation.call(resetSecondFactor, { user: 'studio' })
  expect((await signIn()).statusCode).toBe(204)
})

test('is recorded when it is set and removed, without its secret', async () => {
  const { code, secret, visitor } = await withSecondFactor()
  await signIn()
  await signIn(wrongCode(code))
  await visitor.post('/second-factor/remove', { code: code() })
  const events = await team.installation.call(listAuditEvents, { account: 'studio', limit: 3 })
  expect(events.map(({ action, name, facts }) => ({ action, name, facts }))).toEqual([
    { action: 'second_factor_removed', name: 'studio', facts: {} },
    { action: 'sign_in_failed', name: null, facts: { reason: 'wrong_code' } },
    { action: 'second_factor_set', name: 'studio', facts: {} },
  ])
  expect(JSON.stringify(events)).not.toContain(secret)
})

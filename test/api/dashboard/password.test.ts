import { describe, expect, test } from 'vitest'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { setUserPassword } from '../../../src/use-cases/set-user-password.ts'
import { signedIn, Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Response } from '../../fixtures/report-server.ts'
import { renewSite } from '../../fixtures/share-site.ts'
import { emailOf, openTeam, teamPassword } from '../../fixtures/team.ts'

const next = 'another password of ada'
const ada = emailOf('viewer')

const team = renewSite(openTeam)

const change = (visitor: Visitor, current = teamPassword, changed = next): Promise<Response> =>
  visitor.post('/password', { current_password: current, new_password: changed })

const signIn = (login: string, password: string) => new Visitor(team.server).signIn(login, password)

test('a user changes their own password, and every other session of the user ends', async () => {
  const visitor = await team.joinAs('viewer')
  const other = await signedIn(team.server, ada, teamPassword)
  const colleague = await team.signIn('studio')
  const earlier = new Visitor(team.server)
  earlier.token = visitor.token
  expect((await change(visitor)).statusCode).toBe(204)
  for (const ended of [other, earlier]) {
    expectProblem(await ended.get('/profile'), 401, 'signed_out')
  }
  expect((await colleague.get('/profile')).statusCode).toBe(200)
  const { has_password: hasPassword, sessions } = (await visitor.get('/profile')).json()
  expect([hasPassword, sessions.length, sessions[0].is_this]).toEqual([true, 1, true])
  expectProblem(await signIn(ada, teamPassword), 401, 'wrong_password')
  expect((await signIn(ada, next)).statusCode).toBe(204)
})

test('the browser shows the same account afterwards, and is known when it signs in again', async () => {
  const visitor = await team.joinAs('viewer')
  const elsewhere = await signedIn(team.server, ada, teamPassword)
  const { installation } = team
  const accepted = await visitor.post('/invitations/accept', {
    token: await team.invite('hop', ada, 'viewer'),
  })
  expect(accepted.statusCode).toBe(204)
  await elsewhere.post('/account/choose', { account: 'studio' })
  const response = await change(visitor)
  expect((await visitor.get('/profile')).json().account).toBe('hop')
  const proof = response.cookies.find(({ name }) => name === 'adtally_browser')!.value
  expect(await installation.sessions.knownBrowser(ada, proof)).not.toBeNull()
})

describe('the password stays, with all sessions,', () => {
  test.each<[what: string, body: object, status: number, code: string]>([
    [
      'the current one is wrong',
      { current_password: 'no', new_password: next },
      401,
      'wrong_password',
    ],
    [
      'the new one is no text',
      { current_password: teamPassword, new_password: [next] },
      400,
      'bad_request',
    ],
    ['there is no new one', { current_password: teamPassword }, 400, 'bad_request'],
  ])('when %s', async (_, body, status, code) => {
    const visitor = await team.joinAs('viewer')
    const other = await signedIn(team.server, ada, teamPassword)
    const response = await visitor.post('/password', body)
    expectProblem(response, status, code)
    expect(response.body).not.toContain(next)
    for (const one of [visitor, other]) expect((await one.get('/profile')).statusCode).toBe(200)
    expect((await signIn(ada, teamPassword)).statusCode).toBe(204)
  })

  test.each([9, 257])('when the new one has %d characters', async (length) => {
    const visitor = await team.joinAs('viewer')
    const response = await change(visitor, teamPassword, 'x'.repeat(length))
    const errors = { new_password: /^A password has 10 to 256 characters\.$/ }
    expectProblem(response, 400, 'bad_parameters', errors)
    expect((await signIn(ada, teamPassword)).statusCode).toBe(204)
  })

  test('when an operator sets one at the same time', async () => {
    const ofOperator = 'set by the operator'
    const visitor = await team.joinAs('viewer')
    const changes = [
      change(visitor),
      team.installation.call(setUserPassword, { user: ada, password: ofOperator }),
    ]
    await Promise.all(changes)
    expect((await signIn(ada, ofOperator)).statusCode).toBe(204)
    expectProblem(await visitor.get('/profile'), 401, 'signed_out')
  })
})

test('wrong passwords of a session are limited, and lock out neither the owner nor other sessions', async () => {
  const visitor = await team.joinAs('viewer')
  for (let nth = 0; nth < 5; nth++) {
    expectProblem(await change(visitor, 'not the password'), 401, 'wrong_password')
  }
  const response = await change(visitor)
  expectProblem(response, 429, 'rate_limited')
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  const other = await signedIn(team.server, ada, teamPassword)
  expect((await change(other)).statusCode).toBe(204)
})

test('a change and a wrong password are recorded for each account of the user, without a password', async () => {
  const visitor = await team.joinAs('viewer')
  await visitor.post('/invitations/accept', { token: await team.invite('hop', ada, 'viewer') })
  const wrong = 'not the password'
  await change(visitor, wrong)
  await change(visitor)
  for (const account of ['studio', 'hop']) {
    const events = await team.installation.call(listAuditEvents, { account, limit: 2 })
    const session = { actor: 'session', name: ada }
    expect(events).toMatchObject([
      { action: 'password_set', ...session, facts: {} },
      { action: 'sign_in_failed', ...session, facts: { reason: 'wrong_password' } },
    ])
    for (const typed of [wrong, next]) expect(JSON.stringify(events)).not.toContain(typed)
  }
})

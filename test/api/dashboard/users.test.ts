import { describe, expect, test } from 'vitest'
import { disableAccount } from '../../../src/use-cases/disable-account.ts'
import { inviteUser } from '../../../src/use-cases/invite-user.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { removeUser } from '../../../src/use-cases/remove-user.ts'
import { setRole } from '../../../src/use-cases/set-role.ts'
import { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { renewSite } from '../../fixtures/share-site.ts'
import { emailOf, openTeam, teamPassword } from '../../fixtures/team.ts'

const ada = 'ada@example.com'
const week = 7 * 86_400

const team = renewSite(openTeam)

const account = async (visitor: Visitor) => (await visitor.get('/account')).json()

describe('roles', () => {
  test.each([
    ['owner', ['read', 'import', 'manage', 'finance']],
    ['editor', ['read', 'import']],
    ['finance', ['read', 'finance']],
    ['viewer', ['read']],
  ] as const)('%s may %s', async (role, permissions) => {
    const visitor = await team.joinAs(role)
    expect(await account(visitor)).toMatchObject({
      username: 'studio',
      user: emailOf(role),
      permissions,
      accounts: ['studio'],
    })
  })

  test('what is missing is named', async () => {
    const response = await (await team.joinAs('editor')).get('/users')
    expectProblem(response, 403, 'forbidden')
    expect(response.json().detail).toContain('may not manage')
  })
})

test('owners see users and invitations of their account only', async () => {
  const owner = await team.signIn('studio')
  await team.joinAs('editor')
  await team.inviteAs(owner, ` ${ada.toUpperCase()} `, 'viewer')
  await team.invite('hop', 'bob@example.com', 'viewer')
  const response = await owner.get('/users')
  expect(response.headers['cache-control']).toBe('no-store')
  const member = { apps: null, has_password: true, has_second_factor: false, providers: [] }
  const last_used_at = '2026-03-10T12:00:00Z'
  expect(response.json()).toEqual({
    account: 'studio',
    currency: 'USD',
    users: [
      { user: emailOf('editor'), role: 'editor', ...member, last_used_at },
      { user: 'studio', role: 'owner', ...member, last_used_at },
    ],
    invitations: [
      {
        user: ada,
        role: 'viewer',
        apps: null,
        invited_by: 'studio',
        expires_at: '2026-03-17T12:00:00Z',
      },
    ],
  })
})

describe('an invitation', () => {
  test('shows what it is for, and makes a new user who is signed in', async () => {
    const link = (
      await (await team.signIn('studio')).post('/invitations', { user: ada, role: 'viewer' })
    ).json().link
    expect(link).toMatch(/^https:\/\/reports\.example\/dashboard\/invitation\/[\w-]{43}$/)
    const token = link.split('/').at(-1)
    const visitor = new Visitor(team.server)
    const shown = await visitor.post('/invitations/show', { token })
    expect(shown.json()).toEqual({
      account: 'studio',
      user: ada,
      role: 'viewer',
      apps: null,
      invited_by: 'studio',
    })
    expect((await team.accept(token, visitor)).statusCode).toBe(204)
    expect(await account(visitor)).toMatchObject({ username: 'studio', user: ada })
    expect(await account(await team.signIn('ADA@example.com'))).toMatchObject({ user: ada })
  })

  test('is refused for an address with letters that others look like', async () => {
    const owner = await team.signIn('studio')
    const refused = await owner.post('/invitations', {
      user: '\u212aate@example.com',
      role: 'owner',
    })
    expectProblem(refused, 422, 'refused')
    expect(refused.json().detail).toMatch(/^The address .* has letters that others look like/)
  })

  test('works once, for seven days, and not after another one or a withdrawal', async () => {
    const used = await team.invite('studio', 'a@example.com', 'viewer')
    expect((await team.accept(used)).statusCode).toBe(204)
    const replaced = await team.invite('studio', 'b@example.com', 'viewer')
    const withdrawn = await team.invite('studio', 'c@example.com', 'viewer')
    await team.invite('studio', 'b@example.com', 'viewer')
    const owner = await team.signIn('studio')
    expect((await owner.post('/users/remove', { user: 'c@example.com' })).statusCode).toBe(200)
    const late = await team.invite('studio', 'd@example.com', 'viewer')
    const closing = await team.invite('hop', 'e@example.com', 'viewer')
    team.installation.pass(week - 1)
    expect(
      (await new Visitor(team.server).post('/invitations/show', { token: late })).statusCode,
    ).toBe(200)
    team.installation.pass(1)
    await team.installation.call(disableAccount, { username: 'hop' })
    for (const token of [used, replaced, withdrawn, late, closing, 'x'.repeat(43)]) {
      const visitor = new Visitor(team.server)
      expectProblem(await visitor.post('/invitations/show', { token }), 410, 'invitation_over')
      expectProblem(await team.accept(token, visitor), 410, 'invitation_over')
      expect(visitor.token).toBeNull()
    }
  })

  test('of a user is accepted by this user alone, who signs in', async () => {
    const viewer = await team.joinAs('viewer')
    const token = await team.invite('hop', emailOf('viewer'), 'editor')
    expect(
      (
        await team.server.app.inject({
          method: 'POST',
          url: '/dashboard/api/invitations/show',
          payload: { token },
        })
      ).json(),
    ).not.toHaveProperty('is_user')
    expectProblem(await team.accept(token), 401, 'sign_in_to_accept')
    expectProblem(await team.accept(token, await team.signIn('studio')), 401, 'sign_in_to_accept')
    const { token: before } = viewer
    expect((await team.accept(token, viewer)).statusCode).toBe(204)
    expect(viewer.token).toBe(before)
    expect(await account(viewer)).toMatchObject({
      username: 'hop',
      permissions: ['read', 'import'],
      accounts: ['hop', 'studio'],
    })
    expectProblem(await team.accept(token, viewer), 410, 'invitation_over')
  })

  test('to a name that is no address is for who has it already, and makes no new user', async () => {
    const owner = await team.signIn('studio')
    // Nobody is told which of them has it.
    const answers = await Promise.all(
      ['nobody', 'hop'].map(async (user) => {
        const answer = await owner.post('/invitations', { user, role: 'owner' })
        return [answer.statusCode, { ...answer.json(), user: '', link: '' }]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![0]).toBe(200)
    const command = team.installation.call(inviteUser, {
      username: 'studio',
      user: 'nobody',
      role: 'owner',
    })
    await expect(command).rejects.toMatchObject({ code: 'no_email_address' })
    expectProblem(
      await team.accept(await team.invite('studio', 'hop', 'viewer')),
      401,
      'sign_in_to_accept',
    )
    expect(
      (await team.accept(await team.invite('studio', 'hop', 'viewer'), await team.signIn('hop')))
        .statusCode,
    ).toBe(204)
  })

  test.each([
    ['a short password', { password: '123456789' }],
    ['a long password', { password: 'x'.repeat(257) }],
    ['a password that is no text', { password: 1_234_567_890 }],
    ['no token', { token: undefined }],
    ['a long token', { token: 'x'.repeat(129) }],
  ])('is refused with %s, and can be accepted later', async (_what, change) => {
    const token = await team.invite('studio', ada, 'viewer')
    const visitor = new Visitor(team.server)
    const body = { token, password: teamPassword, ...change }
    const { statusCode } = await visitor.post('/invitations/accept', body)
    expect(statusCode).toBe(400)
    expect((await team.accept(token, visitor)).statusCode).toBe(204)
  })

  test('of someone who is gone begins a new user, whose earlier password is worth nothing', async () => {
    await team.join('studio', ada, 'viewer')
    await team.installation.call(removeUser, { username: 'studio', user: ada })
    const visitor = new Visitor(team.server)
    const token = await team.invite('studio', ada, 'viewer')
    await visitor.post('/invitations/accept', { token, password: 'another one of hers' })
    expectProblem(await new Visitor(team.server).signIn(ada, teamPassword), 401, 'wrong_password')
  })
})

describe('a change holds from the next request', () => {
  test('of a role', async () => {
    const [owner, editor] = [await team.signIn('studio'), await team.joinAs('editor')]
    const change = async (role: string) =>
      (await owner.post('/users/role', { user: emailOf('editor'), role })).statusCode
    expect((await editor.get('/users')).statusCode).toBe(403)
    expect(await change('owner')).toBe(200)
    expect((await editor.get('/users')).statusCode).toBe(200)
    expect(await change('viewer')).toBe(200)
    expect((await editor.get('/users')).statusCode).toBe(403)
  })

  test('of a removal: the session ends, and the password is worth nothing', async () => {
    const [owner, viewer] = [await team.signIn('studio'), await team.joinAs('viewer')]
    expect((await owner.post('/users/remove', { user: emailOf('viewer') })).statusCode).toBe(200)
    expectProblem(await viewer.get('/account'), 401, 'signed_out')
    const again = await new Visitor(team.server).signIn(emailOf('viewer'), teamPassword)
    expectProblem(again, 401, 'wrong_password')
  })

  test('of a removal or a disabled account: a user with another account goes on there', async () => {
    const both = await team.join('hop', ada, 'viewer')
    await team.accept(await team.invite('studio', ada, 'owner'), both)
    expect(await account(both)).toMatchObject({ username: 'studio' })
    await team.installation.call(removeUser, { username: 'studio', user: ada })
    const shown = { 'x-adtally-account': 'studio' }
    expectProblem(await both.get('/imports', {}, shown), 409, 'other_account')
    expect(await account(both)).toMatchObject({ username: 'hop', accounts: ['hop'] })
    await team.installation.call(disableAccount, { username: 'hop' })
    expectProblem(await both.get('/account'), 401, 'signed_out')
  })
})

describe('an account keeps an owner', () => {
  test.each([
    ['demoted', '/users/role', { role: 'editor' }],
    ['removed', '/users/remove', {}],
  ])('the last one is not %s, whoever asks', async (_what, path, more) => {
    const owner = await team.signIn('studio')
    await team.joinAs('owner')
    expect((await owner.post(path, { user: emailOf('owner'), ...more })).statusCode).toBe(200)
    const response = await owner.post(path, { user: 'studio', ...more })
    expectProblem(response, 422, 'refused')
    expect(response.json().detail).toContain('"studio" is the only owner')
    expect((await owner.get('/users')).statusCode).toBe(200)
  })

  test('two owners who demote each other at the same time', async () => {
    const { call } = team.installation
    await team.joinAs('owner')
    const demote = (user: string) => call(setRole, { username: 'studio', user, role: 'viewer' })
    const outcomes = await Promise.allSettled([demote('studio'), demote(emailOf('owner'))])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a user with several accounts', () => {
  test('chooses one, which the next sign-in begins with; every answer names it', async () => {
    const both = await team.join('hop', ada, 'viewer')
    await team.accept(await team.invite('studio', ada, 'owner'), both)
    for (const [chosen, currency] of [
      ['hop', 'USD'],
      ['studio', 'USD'],
    ] as const) {
      expect((await both.post('/account/choose', { account: chosen })).statusCode).toBe(204)
      expect((await both.get('/imports')).json()).toMatchObject({ account: chosen, currency })
      expect(await account(await team.signIn(ada))).toMatchObject({ username: chosen })
    }
    expect((await both.get('/users')).statusCode).toBe(200)
    await both.post('/account/choose', { account: 'hop' })
    expect((await both.get('/users')).statusCode).toBe(403)
  })

  test.each(['hop', 'nobody', '', 'STUDIO'])(
    'and not "%s", which is not theirs',
    async (chosen) => {
      const owner = await team.signIn('studio')
      expectProblem(
        await owner.post('/account/choose', { account: chosen }),
        404,
        'unknown_account',
      )
      expect(await account(owner)).toMatchObject({ username: 'studio' })
    },
  )
})

describe('sessions', () => {
  const sessionsOf = async (visitor: Visitor) => (await visitor.get('/profile')).json().sessions

  test('are listed, the own ones only, and ended one by one', async () => {
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
    const one = new Visitor(team.server, '198.51.100.7')
    await one.signIn('hop', teamPassword, agent)
    team.installation.pass(60)
    const two = await team.signIn('hop')
    const listed = await sessionsOf(one)
    expect(listed).toMatchObject([
      { browser: '', network: '127.0.0.1', opened_at: '2026-03-10T12:01:00Z', is_this: false },
      {
        browser: 'Firefox on Linux',
        network: '198.51.100.7',
        is_this: true,
        opened_at: '2026-03-10T12:00:00Z',
        last_used_at: '2026-03-10T12:00:00Z',
      },
    ])
    const other = await team.signIn('studio')
    const [{ id }] = listed
    expectProblem(await other.post('/sessions/end', { id }), 404, 'unknown_session')
    expect((await two.get('/account')).statusCode).toBe(200)
    expect((await one.post('/sessions/end', { id })).statusCode).toBe(204)
    expectProblem(await two.get('/account'), 401, 'signed_out')
    expectProblem(await one.post('/sessions/end', { id }), 404, 'unknown_session')
    expect(await sessionsOf(one)).toHaveLength(1)
  })

  test('show their last use, to ten minutes', async () => {
    const visitor = await team.signIn('hop')
    const lastUse = async () => (await sessionsOf(visitor))[0].last_used_at
    team.installation.pass(599)
    await visitor.get('/account')
    expect(await lastUse()).toBe('2026-03-10T12:00:00Z')
    team.installation.pass(1)
    await visitor.get('/account')
    await expect.poll(lastUse).toBe('2026-03-10T12:10:00Z')
  })
})

test('everything is recorded under the name of who did it, and no token', async () => {
  const owner = await team.signIn('studio')
  await team.joinAs('viewer')
  const token = await team.inviteAs(owner, ada, 'viewer')
  await team.accept(token)
  await owner.post('/users/role', { user: ada, role: 'editor' })
  await owner.post('/users/remove', { user: ada })
  await team.inviteAs(owner, ada, 'viewer')
  await owner.post('/users/remove', { user: ada })
  const [{ id }] = (await owner.get('/profile')).json().sessions
  await owner.post('/sessions/end', { id })
  await new Visitor(team.server).signIn(emailOf('viewer'), 'not the password')
  const events = await team.installation.call(listAuditEvents, { account: 'studio', limit: 100 })
  expect(JSON.stringify(events)).not.toContain(token)
  const told = events.slice(0, 8).map(({ action, name, facts }) => ({ action, name, facts }))
  expect(told.reverse()).toEqual([
    { action: 'user_invited', name: 'studio', facts: { user: ada, role: 'viewer' } },
    { action: 'user_joined', name: ada, facts: { user: ada, role: 'viewer' } },
    { action: 'role_set', name: 'studio', facts: { user: ada, role: 'editor' } },
    { action: 'user_removed', name: 'studio', facts: { user: ada } },
    { action: 'user_invited', name: 'studio', facts: { user: ada, role: 'viewer' } },
    { action: 'invitation_withdrawn', name: 'studio', facts: { user: ada } },
    { action: 'session_ended', name: 'studio', facts: {} },
    {
      action: 'sign_in_failed',
      name: null,
      facts: { reason: 'wrong_password', user: emailOf('viewer') },
    },
  ])
})

import { type TOTP, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { password, peopleOf, start } from './people.ts'

const [ada, bob] = ['ada@example.com', 'bob@example.com']
const ofStudio = (login: string) => ({ username: 'studio', user: login })

/**
 * The cases of users on every relational store.
 *
 * @param open opens an empty store
 */
export function userCases(open: () => Promise<RelationalDatabase>): void {
  async function openPeople() {
    const people = peopleOf(await open())
    for (const username of ['studio', 'hop']) await people.accounts.create({ username })
    return people
  }

  describe('users', () => {
    test('are listed by login, with what they sign in with and their last use', async () => {
      const { add, open, users, providerSignIns, secondFactors, clock, invitations, store } =
        await openPeople()
      await users.setOwnerPassword('studio', password)
      await add('studio', bob, 'viewer')
      await add('hop', ada, 'owner')
      await providerSignIns.identify({ issuer: 'https://a', subject: '1', verifiedEmail: bob })
      await secondFactors.begin(await users.get(bob))
      clock.nowMs += 5_000
      await open(bob)
      await invitations.invite('studio', 'Late@Example.com', { role: 'editor', apps: null }, bob)
      const listed = await users.list('studio')
      expect(listed).toMatchObject({
        members: [
          {
            user: { login: bob },
            role: 'viewer',
            hasPassword: false,
            hasSecondFactor: false,
            issuers: ['https://a'],
            lastUsedAtMs: start + 5_000,
          },
          {
            user: { login: 'studio' },
            role: 'owner',
            hasPassword: true,
            issuers: [],
            lastUsedAtMs: null,
          },
        ],
        invitations: [{ login: 'late@example.com', role: 'editor', invitedBy: bob }],
      })
      expect((await store.accountsOf(listed.members[0]!.user.id)).map(({ role }) => role)).toEqual([
        'viewer',
      ])
    })

    test('see the apps of their invitation until a change, which may keep them', async () => {
      const { invitations, users, store, sessions, providerSignIns } = await openPeople()
      const limited = { role: 'viewer', apps: [3, 7] } as const
      const { token } = await invitations.invite('studio', ada, limited, null)
      const accepted = await invitations.accept(token, { password })
      expect(accepted).toMatchObject(limited)
      const known = (await users.known(accepted!.user))!
      expect((await sessions.open(known)).principal.apps).toEqual([3, 7])
      await users.setRole('studio', ada, { role: 'editor', apps: undefined })
      expect(await store.accountsOf(accepted!.user.id)).toMatchObject([
        { role: 'editor', apps: [3, 7] },
      ])
      await users.setRole('studio', ada, { role: 'editor', apps: null })
      expect((await users.list('studio')).members).toMatchObject([{ apps: null }])
      await invitations.invite('studio', bob, limited, null)
      await providerSignIns.identify({ issuer: 'https://a', subject: '1', verifiedEmail: bob })
      expect((await users.list('studio')).members).toMatchObject([{}, limited])
    })

    test.each(['owner', 'finance'] as const)('are no %s with only some apps', async (role) => {
      const { add, invitations, users } = await openPeople()
      await add('studio', ada, 'viewer')
      const limited = { role, apps: [3] }
      const refused = { code: 'role_limited' }
      await expect(invitations.invite('studio', bob, limited, null)).rejects.toMatchObject(refused)
      await expect(users.setRole('studio', ada, limited)).rejects.toMatchObject(refused)
    })

    test('of an account always include an owner', async () => {
      const { add, users } = await openPeople()
      for (const login of [ada, bob]) await add('studio', login, 'owner')
      const outcomes = await Promise.allSettled([
        users.setRole('studio', ada, { role: 'viewer', apps: null }),
        users.remove('studio', bob),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const { members } = await users.list('studio')
      const [left] = members.filter(({ role }) => role === 'owner')
      await expect(users.remove('studio', left!.user.login)).rejects.toMatchObject({
        code: 'last_owner',
        facts: ofStudio(left!.user.login),
      })
    })

    test('who lose their last account are gone, with everything that is theirs', async () => {
      const { add, open, users, store, providerSignIns, sessions } = await openPeople()
      await add('studio', ada, 'owner')
      await add('studio', bob, 'viewer')
      await add('hop', bob, 'viewer')
      const identity = { issuer: 'https://a', subject: '1', verifiedEmail: bob }
      await providerSignIns.identify(identity)
      const token = await open(bob)
      await users.remove('studio', bob)
      expect((await sessions.find(token))?.principal.account.username).toBe('hop')
      await users.remove('hop', bob)
      expect(await sessions.find(token)).toBe(null)
      expect([await store.byLogin(bob), await store.byIdentity(identity)]).toEqual([null, null])
      await expect(users.remove('hop', bob)).rejects.toMatchObject({ code: 'unknown_member' })
    })

    test('with the name of an account own it, and sign in while it is enabled', async () => {
      const { accounts, users } = await openPeople()
      await users.setOwnerPassword('studio', password)
      expect((await users.byPassword('studio', password))?.memberships).toMatchObject([
        { role: 'owner', account: { username: 'studio' } },
      ])
      await accounts.disable('studio')
      expect(await users.byPassword('studio', password)).toBe(null)
      await expect(users.setOwnerPassword('nobody', password)).rejects.toMatchObject({
        code: 'unknown_account',
      })
    })
  })

  test('only someone who knows a password changes it, and one of two at the same time', async () => {
    const { add, open, users, sessions } = await openPeople()
    const user = await add('studio', ada, 'owner')
    await expect(users.changePassword(user, '', password)).rejects.toMatchObject({
      code: 'no_password',
    })
    await users.setPassword(ada, password)
    const token = await open(ada)
    expect(await users.changePassword(user, 'another one', 'not this one')).toBe(null)
    expect(await sessions.find(token)).not.toBe(null)
    const chosen = ['the first of two', 'the second of two']
    const changed = await Promise.all(
      chosen.map((next) => users.changePassword(user, password, next)),
    )
    expect(changed.filter((one) => one !== null)).toHaveLength(1)
    expect(await sessions.find(token)).toBe(null)
    const works = await Promise.all(chosen.map((next) => users.byPassword(ada, next)))
    expect(works.map((one) => one !== null)).toEqual(changed.map((one) => one !== null))
  })

  describe('an invitation', () => {
    test('is accepted once, in any number of attempts at the same time', async () => {
      const { invitations, users } = await openPeople()
      const { token } = await invitations.invite(
        'studio',
        ada,
        { role: 'editor', apps: null },
        null,
      )
      const attempts = Array.from({ length: 4 }, () => invitations.accept(token, { password }))
      const accepted = (await Promise.all(attempts)).filter((one) => one !== null)
      expect(accepted).toMatchObject([{ user: { login: ada }, role: 'editor' }])
      expect(await invitations.find(token)).toBe(null)
      expect(await users.byPassword(ada, password)).not.toBe(null)
    })

    test('replaces the earlier one of the same address, with the last role', async () => {
      const { invitations, users } = await openPeople()
      const first = await invitations.invite('studio', ada, { role: 'owner', apps: null }, null)
      const second = await invitations.invite(
        'studio',
        ada.toUpperCase(),
        { role: 'viewer', apps: null },
        bob,
      )
      expect(await invitations.find(first.token)).toBe(null)
      expect(await invitations.find(second.token)).toMatchObject({
        invitation: { login: ada, role: 'viewer', invitedBy: bob },
        account: { username: 'studio' },
        isUser: false,
      })
      expect((await users.list('studio')).invitations).toHaveLength(1)
    })

    test('ends after seven days, and with the account', async () => {
      const { accounts, clock, invitations, users } = await openPeople()
      const { token } = await invitations.invite('studio', ada, { role: 'owner', apps: null }, null)
      const other = await invitations.invite('hop', ada, { role: 'owner', apps: null }, null)
      await accounts.disable('hop')
      expect(await invitations.find(other.token)).toBe(null)
      clock.nowMs += 7 * 86_400_000 - 1
      expect(await invitations.find(token)).not.toBe(null)
      clock.nowMs++
      expect(await invitations.accept(token, { password })).toBe(null)
      expect((await users.list('studio')).invitations).toEqual([])
    })
  })

  describe('a session', () => {
    test('shows the account that was chosen last, also at the next sign-in', async () => {
      const { add, open, sessions } = await openPeople()
      await add('studio', ada, 'owner')
      await add('hop', ada, 'viewer')
      const token = await open(ada)
      const shown = async (one: string) => (await sessions.find(one))?.principal.account.username
      expect(await shown(token)).toBe('hop')
      expect(await sessions.chooseAccount((await sessions.find(token))!, 'studio')).toBe(true)
      expect(await sessions.chooseAccount((await sessions.find(token))!, 'nobody')).toBe(false)
      expect([await shown(token), await shown(await open(ada))]).toEqual(['studio', 'studio'])
    })

    test('ends with the credentials that it was opened with', async () => {
      const { add, open, users, sessions } = await openPeople()
      const known = (await users.known(await add('studio', ada, 'owner')))!
      const token = await open(ada)
      await users.setPassword(ada, password)
      // The sign-in of `known` began before the password was set.
      const late = await sessions.open(known)
      expect([await sessions.find(token), await sessions.find(late.token)]).toEqual([null, null])
    })

    test('is ended by its user alone, and forgotten when it expires', async () => {
      const { add, clock, open, sessions } = await openPeople()
      const [one, other] = [await add('studio', ada, 'owner'), await add('studio', bob, 'owner')]
      await open(ada)
      const { id } = (await sessions.list(one))[0]!
      await expect(sessions.end(other, id)).rejects.toMatchObject({ code: 'unknown_session' })
      await sessions.end(one, id)
      expect(await sessions.list(one)).toEqual([])
      await open(ada)
      clock.nowMs += 7 * 86_400_000
      expect(await sessions.list(one)).toEqual([])
    })
  })

  test('a code of a second factor is used once, also at the same time', async () => {
    const { add, clock, secondFactors } = await openPeople()
    const user = await add('studio', ada, 'owner')
    const { url } = await secondFactors.begin(user)
    const app = URI.parse(url) as TOTP
    const code = () => app.generate({ timestamp: clock.nowMs })
    const codes = (await secondFactors.confirm(user, code()))!
    clock.nowMs += 30_000
    const used = async (text: string) =>
      (await Promise.all([1, 2, 3].map(() => secondFactors.accepts(user, text)))).filter(Boolean)
    expect([await used(code()), await used(codes[0]!)]).toEqual([[true], [true]])
    expect(await secondFactors.state(user)).toEqual({ isSet: true, recoveryCodesLeft: 9 })
    await secondFactors.remove(user)
    expect(await secondFactors.state(user)).toEqual({ isSet: false, recoveryCodesLeft: 0 })
  })
}

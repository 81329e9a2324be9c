import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import { disableAccount } from '../../../src/use-cases/disable-account.ts'
import { setPassword } from '../../../src/use-cases/set-password.ts'
import { passwords, setPasswords, signedIn, Visitor } from '../../fixtures/dashboard-visitor.ts'
import { type ClockedInstallation, openClocked } from '../../fixtures/moving-clock.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'

const sevenDays = 7 * 86_400
const range = { start_date: '2026-03-01', end_date: '2026-03-02' }

let installation: ClockedInstallation
let server: TestServer
beforeAll(async () => {
  installation = await openClocked()
  for (const username of ['acme', 'rival']) {
    await installation.call(createAccount, { username })
  }
  const { acme, rival } = passwords
  await setPasswords(installation, { acme, rival })
  server = serveReports(installation)
})
afterAll(async () => {
  await server.close()
  await installation.remove()
})

const signIn = (username: 'acme' | 'rival' = 'acme') =>
  signedIn(server, username, passwords[username])

/** That every route asks for a session is in test/api/privileges.test.ts. */
async function expectSignedOut(visitor: Visitor): Promise<void> {
  const key = await installation.keys.reveal('acme')
  for (const response of [
    await visitor.get('/account'),
    await visitor.get('/report', { ...range, dimensions: 'network' }),
    await visitor.get('/imports', { before: 'x' }),
    await visitor.post('/keys/rotate', {}),
  ]) {
    expectProblem(response, 401, 'signed_out')
  }
  expect(await installation.keys.reveal('acme')).toEqual(key)
}

async function expectSignedIn(visitor: Visitor, username = 'acme'): Promise<void> {
  expect((await visitor.get('/account')).json()).toMatchObject({ username })
}

describe('a session ends', () => {
  test('after seven days, regardless of requests', async () => {
    const visitor = await signIn()
    installation.pass(sevenDays - 1)
    await expectSignedIn(visitor)
    installation.pass(1)
    await expectSignedOut(visitor)
  })

  test('for good: the next sign-in deletes it from the store', async () => {
    const visitor = await signIn()
    installation.pass(sevenDays)
    await signIn('rival')
    installation.pass(-sevenDays)
    await expectSignedOut(visitor)
  })

  test('when the password is changed, in every browser of that account and no other', async () => {
    const [one, two, other] = [await signIn(), await signIn(), await signIn('rival')]
    await installation.call(setPassword, { username: 'acme', password: passwords.acme })
    await expectSignedOut(one)
    await expectSignedOut(two)
    await expectSignedIn(other, 'rival')
  })

  test('not when a new password is refused', async () => {
    const visitor = await signIn()
    const refused = installation.call(setPassword, { username: 'acme', password: 'short' })
    await expect(refused).rejects.toMatchObject({
      code: 'field_refused',
      facts: { field: 'password', value: null, accepts: '10 to 256 characters' },
    })
    await expectSignedIn(visitor)
  })

  test('when the account is disabled', async () => {
    await installation.call(createAccount, { username: 'leaving' })
    await installation.call(setPassword, { username: 'leaving', password: passwords.idle })
    const visitor = await signedIn(server, 'leaving', passwords.idle)
    await expectSignedIn(visitor, 'leaving')
    await installation.call(disableAccount, { username: 'leaving' })
    await expectSignedOut(visitor)
  })

  test('at the sign-out, on the server too', async () => {
    const visitor = await signIn()
    const { token } = visitor
    const response = await visitor.signOut()
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(response.headers['set-cookie']).toMatch(/^adtally_session=; .*Path=\/dashboard/)
    expect(visitor.token).toBeNull()
    visitor.token = token
    await expectSignedOut(visitor)
  })

  test('when the browser signs in again, also as another account', async () => {
    for (const next of ['acme', 'rival'] as const) {
      const visitor = await signIn()
      const earlier = new Visitor(server)
      earlier.token = visitor.token
      expect((await visitor.signIn(next, passwords[next])).statusCode).toBe(204)
      await expectSignedOut(earlier)
      await expectSignedIn(visitor, next)
    }
  })

  test('when the password is changed while it is being opened', async () => {
    const { call } = installation
    const outlived: number[] = []
    for (let round = 0; round < 30; round++) {
      const visitor = new Visitor(server)
      const changing = { username: 'rival', password: `another password ${round}` }
      const before = { username: 'rival', password: `earlier password ${round}` }
      await call(setPassword, before)
      await Promise.all([visitor.signIn('rival', before.password), call(setPassword, changing)])
      if ((await visitor.get('/account')).statusCode !== 401) outlived.push(round)
    }
    await call(setPassword, { username: 'rival', password: passwords.rival })
    expect(outlived).toEqual([])
  })
})

describe('browsers', () => {
  test('are signed in independently, to one account or to two', async () => {
    const [one, two, other] = [await signIn(), await signIn(), await signIn('rival')]
    await expectSignedIn(one)
    await expectSignedIn(two)
    await expectSignedIn(other, 'rival')
    await two.signOut()
    await expectSignedIn(one)
    await expectSignedIn(other, 'rival')
  })

  test('without a session can sign out too', async () => {
    const visitor = new Visitor(server)
    expect((await visitor.signOut()).statusCode).toBe(204)
    visitor.token = 'never-issued'
    expect((await visitor.signOut()).statusCode).toBe(204)
  })
})

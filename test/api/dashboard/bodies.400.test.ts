import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardSite, openDashboard, passwords } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'

let site: DashboardSite
beforeAll(async () => {
  site = await openDashboard()
})
afterAll(() => site.close())

const bodies: [path: string, body: object][] = [
  ['/sign-in', { username: 'acme', password: passwords.acme }],
  ['/provider/begin', { to: '/dashboard' }],
  ['/invitations/show', { token: 'a token' }],
  ['/invitations/accept', { token: 'a token' }],
  ['/set-up/check', { token: 'a token' }],
  ['/set-up', { token: 'a', username: 'hop', currency: 'EUR', user: 'a@b.example', password: 'k' }],
  ['/account/choose', { account: 'acme' }],
  ['/sessions/end', { id: 1 }],
  ['/password', { current_password: passwords.acme, new_password: 'acme closes at dusk' }],
  ['/second-factor/confirm', { code: '123456' }],
  ['/second-factor/remove', { code: '123456' }],
  ['/invitations', { user: 'eve@example.com', role: 'viewer' }],
  ['/users/role', { user: 'eve@example.com', role: 'viewer' }],
  ['/users/remove', { user: 'eve@example.com' }],
  ['/connections/consent/begin', { name: 'admob' }],
  ['/connections/consent/finish', { query: '?code=1' }],
]

test.each(bodies)(
  'a body of %s with an unknown member is refused by its name',
  async (path, body) => {
    const visitor = await site.signIn('acme')
    const members = Object.keys(body)
    // The misspelling of a member that is then missing is named too.
    const [first = '', ...others] = Object.entries(body)
    const misspelt = Object.fromEntries([[`${first[0]}_`, first[1]], ...others])
    for (const [sent, name] of [
      [{ ...body, remember_me: true }, 'remember_me'],
      [misspelt, `${first[0]}_`],
    ] as const) {
      const response = await visitor.post(path, sent)
      expectProblem(response, 400, 'bad_parameters', { [name]: /^There is no field / })
      expect(response.json().detail).toContain(`"${name}"`)
      for (const member of members) expect(response.json().detail).toContain(member)
    }
    expect((await visitor.get('/account')).json()).toMatchObject({ username: 'acme' })
  },
)

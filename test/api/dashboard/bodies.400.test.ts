import { expect, test } from 'vitest'
import { openDashboard, passwords } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openDashboard)
const visitor = shareSite(() => site.signIn('acme'))

type Body = readonly [path: string, body: Readonly<Record<string, unknown>>]

const open: Body[] = [
  ['/provider/begin', { to: '/dashboard' }],
  ['/account/choose', { account: 'acme' }],
  ['/sessions/end', { id: 1 }],
  ['/invitations', { user: 'eve@example.com', role: 'viewer' }],
  ['/users/role', { user: 'eve@example.com', role: 'viewer' }],
  ['/users/remove', { user: 'eve@example.com' }],
  ['/connections/consent/begin', { name: 'admob' }],
]

const token = 'a token'
const setUp = { token, username: 'hop', currency: 'EUR', user: 'a@b.example', password: 'k' }
const withSecrets: Body[] = [
  ['/sign-in', { username: 'acme', password: passwords.acme }],
  ['/invitations/show', { token }],
  ['/invitations/accept', { token }],
  ['/set-up/check', { token }],
  ['/set-up', setUp],
  ['/password', { current_password: passwords.acme, new_password: 'acme closes at dusk' }],
  ['/second-factor/confirm', { code: '123456' }],
  ['/second-factor/remove', { code: '123456' }],
  ['/connections/consent/finish', { query: '?code=1' }],
]

/** Bodies with a member too many, and with a misspelt one. */
function unknownIn(body: Body[1]): [name: string, sent: object][] {
  const [first = '', ...others] = Object.keys(body)
  const misspelt = Object.fromEntries(others.map((name) => [name, body[name]]))
  return [
    ['remember_me', { ...body, remember_me: true }],
    [`${first}s`, { ...misspelt, [`${first}s`]: body[first] }],
  ]
}

test.each(open)('an unknown member of a body of %s is named', async (path, body) => {
  for (const [name, sent] of unknownIn(body)) {
    const response = await visitor.post(path, sent)
    expectProblem(response, 400, 'bad_parameters', { [name]: /^There is no field / })
    expect(response.json().detail).toContain(`"${name}"`)
    for (const member of Object.keys(body)) expect(response.json().detail).toContain(member)
  }
})

test.each(withSecrets)(
  'an unknown member of a body of %s is refused, and may be a secret',
  async (path, body) => {
    for (const [name, sent] of unknownIn(body)) {
      const response = await visitor.post(path, sent)
      expectProblem(response, 400, 'bad_parameters')
      expect(response.json().detail).toMatch(/^There is an unknown field in .+ Its fields are: /)
      for (const member of Object.keys(body)) expect(response.json().detail).toContain(member)
      if (name === 'remember_me') expect(response.body).not.toContain(name)
    }
  },
)

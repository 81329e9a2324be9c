import { beforeAll, describe, expect, test } from 'vitest'
import type { Need } from '../../src/http/plugins/needs.ts'
import type { Permission } from '../../src/publishers/principal.ts'
import type { Role } from '../../src/publishers/user.ts'
import { inviteUser } from '../../src/use-cases/invite-user.ts'
import { dashboardRoutes } from '../fixtures/dashboard-routes.ts'
import { openDashboard } from '../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../fixtures/problem-body.ts'
import { shareSite } from '../fixtures/share-site.ts'

/** A caller: the headers that it sends, and what it may do where its credentials count. */
interface Caller {
  readonly headers: () => Readonly<Record<string, string>>
  readonly by: 'key' | 'session' | 'nothing'
  /** Null when its credentials do not hold. */
  readonly may: readonly Permission[] | null
}

const site = shareSite(openDashboard)
const key: Record<string, string> = {}
const token: Record<string, string> = {}

beforeAll(async () => {
  const { keys } = site.installation
  const create = async (name: string, permissions: readonly Permission[], more = {}) => {
    const scope = { permissions, apps: null, expiresAtMs: null, ...more }
    key[name] = (await keys.create('acme', name, scope)).key
  }
  await create('reads', ['read'])
  await create('imports', ['import'])
  await create('manages', ['manage'])
  await create('finances', ['finance'])
  await create('nothing', [])
  await create('revoked', ['read', 'import', 'manage', 'finance'])
  await keys.revoke('acme', 'revoked')
  await create('rotated', ['read', 'import', 'manage', 'finance'])
  await keys.rotate('acme', 'rotated')
  token.owner = (await site.signIn('acme')).token!
  for (const role of ['editor', 'finance', 'viewer'] as const) token[role] = await tokenOf(role)
})

/** The session of a new user with a role in the account. */
async function tokenOf(role: Role): Promise<string> {
  const { call, invitations, sessions, users } = site.installation
  const invited = { username: 'acme', user: `${role}@acme.example`, role }
  const { token } = await call(inviteUser, invited)
  const accepted = await invitations.accept(token, { password: `password of the ${role}` })
  return (await sessions.open((await users.known(accepted!.user))!)).token
}

const withSession = (role: Role) => () => ({ cookie: `adtally_session=${token[role]}` })
const withKey = (name: string) => () => ({ authorization: `Bearer ${key[name]}` })

const callers: Readonly<Record<string, Caller>> = {
  nobody: { headers: () => ({}), by: 'nothing', may: null },
  'a key that reads': { headers: withKey('reads'), by: 'key', may: ['read'] },
  'a key that imports': { headers: withKey('imports'), by: 'key', may: ['import'] },
  'a key that manages': { headers: withKey('manages'), by: 'key', may: ['manage'] },
  'a key of finance': { headers: withKey('finances'), by: 'key', may: ['finance'] },
  'a key without permissions': { headers: withKey('nothing'), by: 'key', may: [] },
  'a revoked key': { headers: withKey('revoked'), by: 'key', may: null },
  'a key from before its rotation': { headers: withKey('rotated'), by: 'key', may: null },
  'an owner': {
    headers: withSession('owner'),
    by: 'session',
    may: ['read', 'import', 'manage', 'finance'],
  },
  'an editor': { headers: withSession('editor'), by: 'session', may: ['read', 'import'] },
  'a user of finance': {
    headers: withSession('finance'),
    by: 'session',
    may: ['read', 'finance'],
  },
  'a viewer': { headers: withSession('viewer'), by: 'session', may: ['read'] },
  'a session that has ended': {
    headers: () => ({ cookie: `adtally_session=${'A'.repeat(43)}` }),
    by: 'session',
    may: null,
  },
}

/** The credentials that a route takes, by its path. */
const takes = (path: string) => (path.startsWith('/dashboard/') ? 'session' : 'key')

/** The status of an answer that the guard of a route gives; null when it lets the request through. */
function guarded(needs: Need, path: string, { by, may }: Caller): 401 | 403 | 404 | null {
  // Nobody has a link here, and an unknown one looks like what does not exist.
  if (needs === 'link') return 404
  if (needs === 'nothing') return null
  if (may === null || by !== takes(path)) return 401
  const mayAsk = [needs].flat().some((need) => may.includes(need as Permission))
  return needs === 'session' || mayAsk ? null : 403
}

describe.each(Object.entries(callers))('%s', (_name, caller) => {
  test('gets what the routes declare, and nothing else', async () => {
    let asked = 0
    for (const [route, needs] of site.server.app.routeNeeds) {
      const [method = '', path = ''] = route.split(' ')
      if (needs === 'nothing' || method === 'HEAD') continue
      asked++
      const url = path.replace(':username', 'acme').replace(/:\w+/g, 'ios')
      const response = await site.server.app.inject({
        method: method as 'GET',
        url: `${url}?developer=acme`,
        headers: { ...caller.headers(), 'sec-fetch-site': 'same-origin' },
        ...(method === 'POST' && { payload: {} }),
      })
      const status = guarded(needs, path, caller)
      if (status === null) expect([401, 403], route).not.toContain(response.statusCode)
      else {
        expect(response.statusCode, route).toBe(status)
        const unknown = takes(path) === 'key' ? 'unauthorized' : 'signed_out'
        const code = { 401: unknown, 403: 'forbidden', 404: 'unknown_report' }[status]
        expect(response.json(), route).toMatchObject({ code })
        expectProblem(response, status, code)
      }
    }
    expect(asked).toBeGreaterThan(10)
  })
})

describe('a route of the dashboard', () => {
  const root = '/dashboard/api'
  const ask = (route: string, headers: Readonly<Record<string, string>>) => {
    const [method, path] = route.split(' ')
    return site.server.app.inject({
      method: method as 'GET',
      url: root + path,
      headers: { ...withSession('owner')(), ...headers },
      ...(method === 'POST' && { payload: {} }),
    })
  }

  test('needs what the table says, and the table has every route', async () => {
    const declared: [string, unknown][] = []
    for (const [name, needs] of site.server.app.routeNeeds) {
      const route = name.replace(root, '')
      if (!/^(GET|POST) /.test(name) || !name.includes(`${root}/`) || route.endsWith('*')) continue
      const { statusCode } = await ask(route, { cookie: '', 'sec-fetch-site': 'cross-site' })
      // It answers for all methods that the path does not have.
      if (statusCode !== 405) declared.push([route, needs])
    }
    expect(declared.toSorted()).toEqual(dashboardRoutes.toSorted())
  })

  test('that needs a session is refused to a page of another account', async () => {
    for (const [route, needs] of dashboardRoutes.filter(([, one]) => one !== 'nothing')) {
      const response = await ask(route, { 'x-adtally-account': 'rival' })
      expect([route, needs, response.statusCode]).toEqual([route, needs, 409])
      expectProblem(response, 409, 'other_account')
    }
  })

  test('that takes a body is refused to another site', async () => {
    for (const [route] of dashboardRoutes.filter(([one]) => one.startsWith('POST'))) {
      const response = await ask(route, { 'sec-fetch-site': 'cross-site' })
      expect([route, response.statusCode]).toEqual([route, 403])
      expectProblem(response, 403, 'cross_site')
    }
  })
})

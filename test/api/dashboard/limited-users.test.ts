import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../src/publishers/user.ts'
import { addConnection } from '../../../src/use-cases/connections/add-connection.ts'
import { deleteApp, mergeApps } from '../../../src/use-cases/end-app.ts'
import { importApps } from '../../../src/use-cases/import-apps.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { inviteUser } from '../../../src/use-cases/invite-user.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { addNote } from '../../../src/use-cases/notes/add-note.ts'
import { setRole } from '../../../src/use-cases/set-role.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { givenFile } from '../../fixtures/given-file.ts'
import { type FigureRow, toCsv } from '../../fixtures/import-rows.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openTeam } from '../../fixtures/team.ts'

const days = { start_date: '2026-03-01', end_date: '2026-03-03' }
const against = { ...days, compare: 'previous_period' }
const dimensions = { dimensions: 'date,app_id,app_name,network', metrics: 'impressions,revenue' }

/** Routes that answer about the apps that the user sees, with what they are asked. */
const filtered: Readonly<Record<string, Query>> = {
  '/account': {},
  '/apps': {},
  '/comparison': against,
  '/contributions': against,
  '/anomalies': days,
  '/forecast': {},
  '/home': {},
  '/to-do': {},
  '/digests/preview': {},
  '/report': { ...days, ...dimensions, include: 'total_rows,freshness' },
  '/freshness': days,
  '/restatements': days,
  '/earlier-figures': { ...days, as_of: '2026-03-10T12:00:00Z' },
  '/imports': {},
  '/notes': {},
}

/**
 * The answers to a user who sees only some apps, for every route that needs a session:
 *
 * - `filtered`: the answer that an account would give that has only these apps
 * - `own`: what is the user's own, and imports, which change only these apps
 * - `refused`: 403, because it concerns the whole account
 * - `finance`: 403, because such a user has no part in finance
 * - `owners`: 403, because such a user is no owner
 */
const outcomes = {
  filtered: Object.keys(filtered),
  own: [
    ...['/profile', '/account/choose', '/sessions/end', '/password'],
    ...['/second-factor/begin', '/second-factor/confirm', '/second-factor/remove'],
    ...['/views', '/views/save', '/views/change', '/views/delete', '/citations/:citation'],
    '/citations/save',
    '/alerts',
    '/share/mark',
    ...['/imports/upload', '/imports/request', '/imports/sources', '/imports/undo'],
  ],
  refused: [
    ...['/apps/rename', '/apps/link', '/apps/unlink', '/imports/dismiss', '/imports/network'],
    ...['/alerts/acknowledge', '/alerts/rules', '/alerts/rules/set'],
    ...['/alerts/rules/remove', '/alerts/rules/test'],
    ...['/channels', '/channels/add', '/channels/change', '/channels/remove'],
    ...['/channels/rotate', '/channels/test', '/channels/replay'],
    ...['/destinations', '/destinations/add', '/destinations/change'],
    ...['/destinations/remove', '/destinations/test'],
    ...['/notes/add', '/notes/change', '/notes/delete', '/views/share'],
    ...['/reconciliation', '/secondary-reports', '/connections', '/connections/days'],
    ...['/connections/pause', '/connections/resume', '/connections/confirm', '/connections/pull'],
    ...['/connections/test', '/rates'],
  ],
  finance: [
    ...['/money', '/money/months', '/money/months/close', '/money/journal'],
    ...['/money/lines', '/money/lines/assign', '/money/lines/mark'],
    ...['/money/statements', '/money/statements/add', '/money/statements/undo'],
    ...['/money/terms', '/money/terms/set', '/money/terms/remove'],
    ...['/money/mappings', '/money/mappings/save', '/money/mappings/delete'],
    ...['/money/keys', '/money/keys/trust', '/money/keys/forget'],
    ...['/partners', '/partners/set', '/partners/assign', '/partners/unassign'],
    ...['/partners/shares/add', '/partners/shares/end', '/partners/month', '/partners/approve'],
    ...['/partners/adjustments', '/partners/adjust', '/partners/unadjust'],
    ...['/partners/statement', '/partners/payouts/add', '/partners/payouts/remove'],
    ...['/partners/mark', '/partners/key', '/share', '/share/statement'],
  ],
  owners: [
    ...['/apps/merge', '/views/withdraw', '/audit', '/users', '/users/role', '/users/remove'],
    ...['/invitations', '/links', '/links/create', '/links/revoke'],
    ...['/keys', '/keys/create', '/keys/narrow', '/keys/rotate', '/keys/reveal', '/keys/revoke'],
    ...['/connections/networks', '/connections/add', '/connections/change', '/connections/remove'],
    ...['/connections/try', '/connections/consent/begin', '/connections/consent/finish'],
    ...['/rates/add', '/rates/apply', '/rates/fetch', '/money/months/reopen'],
    '/partners/mark/set',
  ],
} as const

const team = shareSite(openTeam)
let owner: Visitor
let editor: Visitor

const rowsOf = (appId: string, network: string, impressions: number): FigureRow[] =>
  ['2026-03-01', '2026-03-02'].map((date) => ({
    date,
    app_id: appId,
    network,
    format: 'video',
    country: 'US',
    impressions,
    revenue: '1.5',
  }))

const fileOf = (name: string, text: string) => givenFile(team.installation, name, text)

const addApps = async (...ids: string[]) => {
  const apps = ids.map((app_id) => ({
    app_id,
    publisher: 'studio',
    app_name: `Game ${app_id}`,
    platform: 'ios',
    app_bundle_id: `com.${app_id}`,
  }))
  await team.installation.call(importApps, {}, await fileOf('apps.csv', toCsv(apps)))
}
const addFigures = async (name: string, rows: readonly FigureRow[]) =>
  (await team.installation.call(importFigures, {}, await fileOf(name, toCsv(rows)))).import

/** Has someone join who sees only some apps. */
async function joinLimited(user: string, role: Role, apps: string[]): Promise<Visitor> {
  const { token } = await team.installation.call(inviteUser, {
    username: 'studio',
    user,
    role,
    apps,
  })
  return accepting(user, token)
}

async function accepting(user: string, token: string): Promise<Visitor> {
  expect((await team.accept(token)).statusCode).toBe(204)
  return team.signIn(user)
}

const idsOf = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.get('/account')).json().apps.map((one: { app_id: string }) => one.app_id)

async function answersOf(visitor: Visitor): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [path, query] of Object.entries(filtered)) {
    const { statusCode, body } = await visitor.get(path, query)
    expect(statusCode, `${path}: ${body}`).toBe(200)
    answers[path] = JSON.parse(body)
  }
  return answers
}

beforeAll(async () => {
  await addApps('seen', 'other')
  await addFigures('march.csv', rowsOf('seen', 'ownnet', 100))
  await team.installation.call(addNote, {
    username: 'studio',
    startDate: '2026-03-01',
    appId: 'seen',
    text: 'a sale began',
  })
  owner = await team.signIn('studio')
  editor = await joinLimited('editor@studio.example', 'editor', ['seen'])
})

describe('a user who sees only some apps', () => {
  test('gets of each route what the table says, and the table has every route', async () => {
    const { routeNeeds, routesOfAllApps } = team.server.app
    const api = '/dashboard/api'
    const found = [...routeNeeds]
      .map(([route, needs]) => ({ route, needs, path: route.split(' ')[1]! }))
      .filter(({ route, needs }) => needs !== 'nothing' && !route.startsWith('HEAD '))
      .filter(({ path }) => path.startsWith(api))
    const listed = Object.values(outcomes).flat()
    expect(found.map(({ path }) => path.slice(api.length)).sort()).toEqual([...listed].sort())
    for (const { route, path } of found) {
      const [method] = route.split(' ')
      const response = await team.server.app.inject({
        method: method as 'GET',
        url: path,
        headers: { cookie: `adtally_session=${editor.token}`, 'sec-fetch-site': 'same-origin' },
        ...(method === 'POST' && { payload: {} }),
      })
      const is = (outcome: keyof typeof outcomes) =>
        (outcomes[outcome] as readonly string[]).includes(path.slice(api.length))
      expect(response.statusCode === 403, route).toBe(
        is('refused') || is('finance') || is('owners'),
      )
      if (is('refused')) {
        expect(routesOfAllApps, route).toContain(route)
        expect(response.json().detail).toMatch(/^"editor@studio\.example" sees only some apps/)
      }
      if (is('finance')) expect(response.json().detail).toContain('may not finance')
      if (is('owners')) expect(response.json().detail).toContain('may not manage')
    }
  })

  test('gets the same answers whatever happens to other apps', async () => {
    const before = await answersOf(editor)
    const whole = await answersOf(owner)
    await addApps('hidden', 'hidden-too')
    const first = await addFigures('hidden.csv', rowsOf('hidden', 'hiddennet', 7_000))
    await addFigures('hidden-2.csv', rowsOf('hidden', 'hiddennet', 8_000))
    await addFigures('hidden-3.csv', rowsOf('hidden-too', 'ownnet', 9_000))
    const { call } = team.installation
    await call(undoImport, { id: first })
    await call(mergeApps, { appId: 'hidden-too', into: 'hidden' })
    await call(deleteApp, { appId: 'other' })
    const hidden = { username: 'studio', startDate: '2026-03-01', text: 'hidden' }
    await call(addNote, { ...hidden, appId: 'hidden' })
    await call(addNote, hidden)
    await call(addConnection, {
      username: 'studio',
      connector: 'levelplay',
      name: 'hidden',
      startDate: '2026-03-01',
      values: { secretKey: 'a key', refreshToken: 'a token' },
    })
    const bad = await fileOf('hidden-4.csv', toCsv(rowsOf('hidden-unknown', 'ownnet', 1)))
    await expect(call(importFigures, { account: 'studio' }, bad)).rejects.toThrow()
    const view = { name: 'hidden', address: '/dashboard?app_id=hidden' }
    const { id } = (await owner.post('/views/save', view)).json()
    await owner.post('/views/share', { id, is_shared: true })

    // The owner asked first, so that answers of the owner are kept.
    const wholeAfter = await answersOf(owner)
    expect(await answersOf(editor)).toEqual(before)
    expect((await editor.get('/views')).json().views).toEqual([])
    for (const path of ['/account', '/apps', '/report', '/imports', '/notes']) {
      expect(wholeAfter[path], path).not.toEqual(whole[path])
    }
  })

  test('is told neither files nor other apps of an import or a merge that changed own ones', async () => {
    await addApps('hidden-three')
    await addFigures('hidden-5.csv', [
      ...rowsOf('seen', 'ownnet', 110),
      ...rowsOf('hidden-three', 'ownnet', 10_000),
    ])
    await team.installation.call(mergeApps, { appId: 'hidden-three', into: 'seen' })
    const { imports } = (await editor.get('/imports')).json()
    // 10 more impressions on each of two days, then 10,000 by the merge.
    expect(imports.slice(0, 2)).toMatchObject([
      { kind: 'merge', impressions: '20000', files: null, may_undo: false },
      { kind: 'import', impressions: '20', files: null, may_undo: false },
    ])
    const apps = (await team.installation.apps.byIds(['seen'])).map(({ key }) => key)
    const scope = { permissions: ['read'], apps, expiresAtMs: null } as const
    const { key } = await team.installation.keys.create('studio', 'limited', scope)
    const url = '/api/v2/publisher/imports?developer=studio'
    const headers = { authorization: `Bearer ${key}` }
    const byKey = await team.server.app.inject({ url, headers })
    const { data } = byKey.json()
    expect(imports).toMatchObject(data)
    expect(JSON.stringify(imports) + byKey.body).not.toContain('hidden')
  })

  test('names other apps as if they did not exist', async () => {
    for (const [path, query] of Object.entries(filtered)) {
      if (!('start_date' in query) || path === '/freshness') continue
      const asked = async (app_id: string) => {
        const { statusCode, body } = await editor.get(path, { ...query, app_id })
        const text = body.replace(/"request_id":"[^"]*"/, '').replaceAll(app_id, 'APP')
        return { statusCode, text }
      }
      expect((await asked('hidden')).statusCode, path).toBe(404)
      expect(await asked('hidden'), path).toEqual(await asked('nobody'))
    }
  })

  test('is never told that an answer of the owner is still the same, nor the other way round', async () => {
    for (const [path, query] of Object.entries(filtered)) {
      for (const [one, other] of [
        [owner, editor],
        [editor, owner],
      ] as const) {
        const { etag } = (await one.get(path, query)).headers
        if (!etag) continue
        const answer = await other.get(path, query, { 'if-none-match': String(etag) })
        expect(answer.statusCode, path).toBe(200)
      }
    }
  })
})

describe('the apps of a user', () => {
  const users = async () => (await owner.get('/users')).json()

  test('are chosen with the invitation, shown, recorded, and changed from the next request on', async () => {
    const eve = 'eve@example.com'
    await addApps('one', 'two')
    const invited = await owner.post('/invitations', { user: eve, role: 'viewer', apps: ['one'] })
    expect(invited.json()).toMatchObject({ user: eve, role: 'viewer', apps: ['one'] })
    expect((await users()).invitations).toMatchObject([{ user: eve, apps: ['one'] }])
    const token = invited.json().link.split('/').at(-1)
    const opened = await new Visitor(team.server).post('/invitations/show', { token })
    expect(opened.json()).toMatchObject({ user: eve, apps: ['one'] })
    const visitor = await accepting(eve, token)
    expect((await visitor.get('/account')).json()).toMatchObject({ sees_all_apps: false })
    const given = async (body: object) => {
      const { statusCode } = await owner.post('/users/role', { user: eve, ...body })
      expect(statusCode).toBe(200)
      return idsOf(visitor)
    }
    expect(await idsOf(visitor)).toEqual(['one'])
    expect(await given({ role: 'editor' })).toEqual(['one'])
    expect(await given({ role: 'editor', apps: ['two', 'one'] })).toEqual(['one', 'two'])
    expect((await users()).users[1]).toMatchObject({ user: eve, apps: ['one', 'two'] })
    expect(await given({ role: 'viewer', apps: null })).toContain('seen')
    expect((await visitor.get('/account')).json()).toMatchObject({ sees_all_apps: true })
    const events = await team.installation.call(listAuditEvents, { account: 'studio', limit: 50 })
    const facts = events.filter((one) => one.facts.user === eve).map((one) => one.facts)
    expect(facts.reverse()).toEqual([
      ...[1, 2].map(() => ({ user: eve, role: 'viewer', apps: ['one'] })),
      { user: eve, role: 'editor', apps: ['one'] },
      { user: eve, role: 'editor', apps: ['one', 'two'] },
      { user: eve, role: 'viewer' },
    ])
  })

  test('that are merged and deleted leave nothing to see, not everything', async () => {
    await addApps('going', 'gone', 'staying')
    await addFigures('rows.csv', [...rowsOf('going', 'ownnet', 5), ...rowsOf('gone', 'ownnet', 5)])
    const visitor = await joinLimited('dan@example.com', 'viewer', ['going', 'gone'])
    const { call } = team.installation
    await call(mergeApps, { appId: 'going', into: 'staying' })
    const { entry } = await call(deleteApp, { appId: 'gone' })
    expect(await idsOf(visitor)).toEqual([])
    const { totals, data } = (await visitor.get('/report', { ...days, ...dimensions })).json()
    expect([totals, data]).toEqual([{ impressions: null, revenue: null }, []])
    const [dan] = (await users()).users.filter(
      ({ user }: { user: string }) => user === 'dan@example.com',
    )
    expect(dan.apps).not.toBeNull()
    await call(undoImport, { id: entry! })
    expect(await idsOf(visitor)).toEqual(['gone'])
  })

  test.each([
    ['invitations', { user: 'x@example.com', role: 'owner', apps: ['seen'] }, 422],
    ['users/role', { user: 'editor@studio.example', role: 'owner' }, 422],
    ['users/role', { user: 'studio', role: 'owner', apps: ['seen'] }, 422],
    ['users/role', { user: 'editor@studio.example', role: 'editor', apps: ['nobody'] }, 422],
    ['users/role', { user: 'editor@studio.example', role: 'editor', apps: [] }, 400],
    ['users/role', { user: 'editor@studio.example', role: 'editor', apps: '' }, 400],
    ['users/role', { user: 'editor@studio.example', role: 'editor', apps: ['a', 'a'] }, 400],
  ])('are refused: %s %j', async (path, body, status) => {
    const refused = await owner.post(`/${path}`, body)
    expect(refused.statusCode, refused.body).toBe(status)
    if ('apps' in body && status === 400) {
      expectProblem(refused, 400, 'bad_parameters', { apps: /\S/ })
    }
    expect(await idsOf(editor)).toEqual(['seen'])
  })

  test('are of one account: in another, the user sees all', async () => {
    const token = await team.invite('hop', 'editor@studio.example', 'viewer')
    const both = await team.signIn('editor@studio.example')
    expect((await team.accept(token, both)).statusCode).toBe(204)
    expect((await both.get('/account')).json()).toMatchObject({
      username: 'hop',
      sees_all_apps: true,
    })
    await both.post('/account/choose', { account: 'studio' })
    expect(await idsOf(both)).toEqual(['seen'])
  })

  test('stay with a change of the role by a command', async () => {
    const { call } = team.installation
    const to = { username: 'studio', user: 'editor@studio.example', role: 'viewer' } as const
    expect(await call(setRole, to)).toEqual({ user: to.user, role: 'viewer', apps: ['seen'] })
    expect(await idsOf(editor)).toEqual(['seen'])
  })
})

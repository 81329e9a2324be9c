import { parse } from 'csv-parse/sync'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLink } from '../../../src/use-cases/create-link.ts'
import { disableAccount } from '../../../src/use-cases/disable-account.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { revokeLink } from '../../../src/use-cases/revoke-link.ts'
import type { RequestOf } from '../../../src/use-cases/use-case.ts'
import { parseDay } from '../../../src/values/day.ts'
import { type DashboardSite, openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import { type Query, type Response, serveReports } from '../../fixtures/report-server.ts'
import { acme, rivalApp, rocket, statsPath, twoDays, zoo } from '../../fixtures/v2-publisher.ts'

type Asked = Omit<RequestOf<typeof createLink.request.properties>, 'username' | 'name'>

let site: DashboardSite
let today = '2026-03-10'
beforeAll(async () => {
  site = await openDashboard({ today: () => parseDay(today)! })
})
beforeEach(() => {
  today = '2026-03-10'
})
afterAll(() => site.close())

let made = 0
/** Creates a link of acme. @returns its path */
async function linkTo(asked: object, username = 'acme'): Promise<string> {
  const request = { ...(asked as Asked), username, name: `link ${++made}` }
  return (await site.installation.call(createLink, request)).path
}

const fixed = { startDate: twoDays.start_date, endDate: twoDays.end_date }

/** What a link stores, and the question of V2 that asks for the same. */
const questions: readonly (readonly [string, object, Query])[] = [
  ['all apps', fixed, twoDays],
  ['one app', { ...fixed, appId: [rocket.ios] }, { ...twoDays, app_id: rocket.ios }],
  [
    'two apps',
    { ...fixed, appId: [zoo, rocket.ios] },
    { ...twoDays, app_id: `${rocket.ios},${zoo}` },
  ],
  ['networks', { ...fixed, groupBy: 'network' }, { ...twoDays, group_by: 'network' }],
  [
    'countries with filters',
    { ...fixed, groupBy: 'country', network: ['ownnet', 'admob'], country: ['US', 'DE'] },
    { ...twoDays, group_by: 'country', network: 'ownnet,admob', geo: 'us,de' },
  ],
  [
    'the last days',
    { days: 'last_12', groupBy: 'format' },
    { start_date: '2026-02-26', end_date: '2026-03-09', group_by: 'format' },
  ],
]

describe('a report link', () => {
  test.each(questions)('answers %s as V2 does', async (_what, asked, asV2) => {
    const path = await linkTo(asked)
    expect(path).toMatch(/^\/shared\/reports\/[A-Za-z0-9_-]{43}$/)
    const response = await site.server.get(path)
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe((await site.stats(asV2)).body)
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private',
    })
    expect(response.body).not.toContain(acme.key)
  })

  test.each(questions)('has %s as CSV, with the names and values of the JSON', async (...asked) => {
    const [, fields, asV2] = asked
    const response = await site.server.get(await linkTo({ ...fields, format: 'csv' }))
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = parse(response.body, { columns: true, recordDelimiter: '\r\n' })
    expect(rows).toEqual(flat((await site.stats(asV2)).json()))
  })

  test('disarms formulas in the names of its CSV', async () => {
    await site.installation.importApps([
      { app_id: '=1+1', publisher: 'acme', app_name: '@SUM(A1), "all"', platform: 'ios' },
    ])
    const { body } = await site.server.get(await linkTo({ ...fixed, format: 'csv' }))
    expect(body).toContain(`'=1+1,"'@SUM(A1), ""all""",0,0,0\r\n`)
  })

  test('with the last days moves on with the day', async () => {
    const path = await linkTo({ days: 'last_2', groupBy: 'network' })
    today = '2026-03-03'
    const first = await site.server.get(path)
    const moved = { start_date: '2026-03-01', end_date: '2026-03-02', group_by: 'network' }
    expect(first.body).toBe((await site.stats(moved)).body)
    const tag = { 'if-none-match': String(first.headers.etag) }
    expect((await site.server.get(path, {}, tag)).statusCode).toBe(304)
    today = '2026-03-04'
    expect((await site.server.get(path, {}, tag)).statusCode).toBe(200)
  })

  test('answers its own question only', async () => {
    const path = await linkTo({ ...fixed, appId: [zoo] })
    for (const query of [
      { app_id: rocket.ios },
      { start_date: '2026-01-01' },
      { key: acme.key, developer: 'acme' },
      { group_by: 'network', format: 'csv' },
    ]) {
      const errors = Object.fromEntries(Object.keys(query).map((name) => [name, /own question/]))
      expectProblem(await site.server.get(path, query), 400, 'bad_parameters', errors)
    }
    expectProblem(await site.server.send('POST', path), 405, 'method_not_allowed')
  })

  test('lets nobody into the interfaces, as a key or otherwise', async () => {
    const path = await linkTo(fixed)
    const token = path.split('/').at(-1)!
    const authorization = `Bearer ${token}`
    const query = { developer: 'acme', ...twoDays }
    expect((await site.server.get(statsPath, query, { authorization })).statusCode).toBe(401)
    expect((await site.server.get(statsPath, { ...query, key: token })).statusCode).toBe(401)
    expect((await site.server.get(`/shared/reports/${acme.key}`)).statusCode).toBe(404)
  })

  test('keeps the apps that it was made for', async () => {
    await expect(linkTo({ ...fixed, appId: [rivalApp] })).rejects.toMatchObject({
      ...{ code: 'unknown_app', facts: { appId: rivalApp } },
    })
    const { body } = await site.server.get(await linkTo({ ...fixed, appId: [zoo] }))
    expect(body).toContain('Zoo Quiz')
    expect(body).not.toContain('Rocket')
  })
})

describe('a link that is unknown, revoked, expired, or of a disabled account', () => {
  const expectGone = (response: Response) => {
    expectProblem(response, 404, 'unknown_report')
    expect(response.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    return bodyButForRequestId(response)
  }

  test('gets the same answer', async () => {
    const unknown = expectGone(await site.server.get(`/shared/reports/${'A'.repeat(43)}`))
    const path = await linkTo(fixed)
    await site.installation.call(revokeLink, { username: 'acme', name: `link ${made}` })
    expect(expectGone(await site.server.get(path))).toBe(unknown)
    const ofIdle = await linkTo(fixed, 'idle')
    expect((await site.server.get(ofIdle)).statusCode).toBe(200)
    await site.installation.call(disableAccount, { username: 'idle' })
    expect(expectGone(await site.server.get(ofIdle))).toBe(unknown)
    for (const token of ['x', '%00', '..%2f..', 'ä', 'A'.repeat(5_000)]) {
      expect(expectGone(await site.server.get(`/shared/reports/${token}`))).toBe(unknown)
    }
  })

  test('counts like a refused key; a valid link is never limited', async () => {
    const limiters = { refusedLimiter: new RateLimiterMemory({ points: 2, duration: 900 }) }
    const server = serveReports(site.installation, { limiters })
    const path = await linkTo(fixed)
    const statuses: number[] = []
    for (const url of ['/shared/reports/a', '/shared/reports/b', '/shared/reports/c', path]) {
      statuses.push((await server.get(url)).statusCode)
    }
    expect(statuses).toEqual([404, 404, 429, 200])
    await server.close()
  })
})

describe('report links on the dashboard', () => {
  test('are created, listed without their address, and revoked', async () => {
    const visitor = await site.signIn('rival')
    const account = { account: 'rival', currency: 'EUR' }
    const body = { name: 'Für alle', days: 'last_7', group_by: 'network', expires: '2026-04-01' }
    const created = await visitor.post('/links/create', body)
    const { url, ...view } = created.json()
    expect(url).toMatch(/^https:\/\/reports\.example\/shared\/reports\/\S{43}$/)
    const link = {
      ...{ name: 'Für alle', format: 'json', question: { days: 'last_7', group_by: 'network' } },
      ...{ created_at: expect.stringMatching(/^2026-03-10T/), is_expired: false },
      expires_at: '2026-04-01T00:00:00Z',
    }
    expect(view).toEqual({ ...account, ...link })
    const list = await visitor.get('/links')
    expect(list.json()).toEqual({ ...account, links: [link] })
    const path = new URL(url).pathname
    expect((await site.server.get(path)).statusCode).toBe(200)
    const revoke = (who = visitor) => who.post('/links/revoke', { name: 'Für alle' })
    expectProblem(await revoke(await site.signIn('acme')), 422, 'refused')
    expect((await revoke()).json()).toEqual({ ...account, name: 'Für alle' })
    expectProblem(await site.server.get(path), 404, 'unknown_report')
    const events = await site.installation.call(listAuditEvents, { account: 'rival', limit: 3 })
    expect(events.map(({ action, facts }) => [action, facts.link_name])).toMatchObject([
      ...[
        ['link_revoked', 'Für alle'],
        ['link_created', 'Für alle'],
      ],
      ...[['sign_in', undefined]],
    ])
    expect(JSON.stringify(events)).not.toContain(path.split('/').at(-1))
  })

  test.each<[string, object]>([
    ['no days', {}],
    ['days in two ways', { days: 'last_7', start_date: '2026-03-01', end_date: '2026-03-02' }],
    ['a first day alone', { start_date: '2026-03-01' }],
    ['a number and a first day', { days: 'last_7', start_date: '2026-03-01' }],
    ['days in the wrong order', { start_date: '2026-03-02', end_date: '2026-03-01' }],
    ['an expiry in the past', { days: 'last_7', expires: '2026-03-01' }],
  ])('are refused with %s', async (_fault, asked) => {
    const visitor = await site.signIn('acme')
    const response = await visitor.post('/links/create', { name: 'refused', ...asked })
    expectProblem(response, 422, 'refused')
  })

  test.each<[string, object, string]>([
    ['too many days', { days: 'last_3661' }, 'days'],
    ['an unknown country', { days: 'last_7', country: ['XX'] }, 'country'],
    ['an unknown grouping', { days: 'last_7', group_by: 'app' }, 'group_by'],
    ['an unknown format', { days: 'last_7', format: 'xlsx' }, 'format'],
  ])('are refused with %s', async (_fault, asked, parameter) => {
    const visitor = await site.signIn('acme')
    const response = await visitor.post('/links/create', { name: 'refused', ...asked })
    expectProblem(response, 400, 'bad_parameters', { [parameter]: /expected/ })
  })
})

test('a CSV from a link is recorded as an export of the link', async () => {
  await site.server.get(await linkTo({ ...fixed, format: 'csv' }))
  const [event] = await site.installation.call(listAuditEvents, { account: 'acme', limit: 1 })
  expect(event).toMatchObject({
    ...{ action: 'figures_exported', actor: 'link', name: `link ${made}`, address: '127.0.0.1' },
    facts: { first_day: twoDays.start_date, last_day: twoDays.end_date },
  })
})

type Json = Readonly<Record<string, unknown>>

/** The rows of a V2 answer, with the members of their parents; all values as text. */
function flat({ data }: { readonly data: readonly Json[] }): Record<string, string>[] {
  return data.flatMap((entry) => {
    const { data: inner, ...outer } = entry
    const rows = inner === undefined ? [{}] : ([inner].flat() as object[])
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries({ ...outer, ...row }).map(([name, value]) => [name, String(value)]),
      ),
    )
  })
}

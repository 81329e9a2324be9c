import { RateLimiterMemory } from 'rate-limiter-flexible'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLink } from '../../../src/use-cases/create-link.ts'
import { disableAccount } from '../../../src/use-cases/disable-account.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { listLinks } from '../../../src/use-cases/list-links.ts'
import { revokeLink } from '../../../src/use-cases/revoke-link.ts'
import type { RequestOf } from '../../../src/use-cases/use-case.ts'
import { parseDay } from '../../../src/values/day.ts'
import { openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import { type Response, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, rocket, statsPath, twoDays, zoo } from '../../fixtures/v2-publisher.ts'

type Asked = Omit<RequestOf<typeof createLink.request.properties>, 'username' | 'name'>

const site = shareSite(() => openDashboard({ today: () => parseDay(today)! }))
let today = '2026-03-10'
beforeEach(() => {
  today = '2026-03-10'
})

let made = 0
/** Creates a link of acme. @returns its path */
async function linkTo(asked: object, username = 'acme'): Promise<string> {
  const request = { ...(asked as Asked), username, name: `link ${++made}` }
  return (await site.installation.call(createLink, request)).path
}

const fixed = { startDate: twoDays.start_date, endDate: twoDays.end_date }

describe('a report link', () => {
  test('with the last days moves on with the day', async () => {
    const path = await linkTo({ days: 'last_2' })
    today = '2026-03-03'
    const first = await site.server.get(path)
    expect(first.json().meta).toMatchObject({ start_date: '2026-03-01', end_date: '2026-03-02' })
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
      { dimensions: 'network', format: 'csv' },
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

  test('that an earlier commit stored for V2 tells what to make instead', async () => {
    const question = { family: 'stats', format: 'csv', parameters: { days: 'last_7' } } as const
    const link = { name: `link ${++made}`, question, apps: null, expiresAtMs: null }
    const { token } = await site.installation.links.create('acme', link)
    const response = await site.server.get(`/shared/reports/${token}`)
    expectProblem(response, 404, 'unknown_report')
    expect(response.json().detail).toContain('adtally links create')
    expect((await site.installation.call(listLinks, { username: 'acme' })).at(-1)).toMatchObject({
      name: link.name,
      format: 'csv',
      question: { days: 'last_7' },
    })
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
    const report = { dimensions: ['network'], country: ['US', 'DE'] }
    const body = { name: 'Für alle', days: 'last_7', report, expires: '2026-04-01' }
    const created = await visitor.post('/links/create', body)
    const { url, ...view } = created.json()
    expect(url).toMatch(/^https:\/\/reports\.example\/shared\/reports\/\S{43}$/)
    const link = {
      name: 'Für alle',
      format: 'json',
      question: { days: 'last_7', dimensions: 'network', country: ['US', 'DE'] },
      created_at: expect.stringMatching(/^2026-03-10T/),
      is_expired: false,
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
    ['an unknown format', { days: 'last_7', format: 'xlsx' }, 'format'],
  ])('are refused with %s', async (_fault, asked, parameter) => {
    const visitor = await site.signIn('acme')
    const response = await visitor.post('/links/create', { name: 'refused', ...asked })
    expectProblem(response, 400, 'bad_parameters', { [parameter]: /expected/ })
  })
})

import { describe, expect, test } from 'vitest'
import { auditActions } from '../../../src/audit/audit-event.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { applicationsPath, rivalApp, rocket, zoo } from '../../fixtures/v2-publisher.ts'

const site = shareSite(openDashboard)
const visitor = shareSite(() => site.signIn('acme'))
const rival = shareSite(() => site.signIn('rival'))

const account = { account: 'acme', currency: 'USD' } as const
const instant = expect.stringMatching(/^2026-03-10T15:04:05/)
const all = { permissions: ['read'], apps: null, expires_at: null, is_expired: false }
const unused = { previous_until: null, last_used_on: null, last_used_from: null }

const listed = async (who = visitor) => (await who.get('/keys')).json().keys
const create = async (body: object, who = visitor) => {
  const response = await who.post('/keys/create', body)
  expect(response.statusCode).toBe(200)
  return response.json()
}
const appsSeenBy = async (key: string) => {
  const { statusCode, body } = await site.server.get(applicationsPath, { developer: 'acme', key })
  return statusCode === 200
    ? JSON.parse(body).data.map((app: { app_id: string }) => app.app_id)
    : statusCode
}
const events = async () =>
  (await site.installation.call(listAuditEvents, { account: 'acme', limit: 100 })).filter(
    ({ actor }) => actor === 'session',
  )

describe('keys on the dashboard', () => {
  test('are created with limits, listed without their secrets, and work at once', async () => {
    const limits = { allow: ['import', 'read'], app_id: [zoo, rocket.ios], expires: '2027-06-30' }
    const response = await visitor.post('/keys/create', { name: 'BI tool', ...limits })
    expect(response.headers['cache-control']).toBe('no-store')
    const view = {
      name: 'BI tool',
      permissions: ['read', 'import'],
      apps: [rocket.ios, zoo],
      created_at: instant,
      expires_at: '2027-06-30T00:00:00Z',
      is_expired: false,
      ...unused,
    }
    const { key, ...rest } = response.json()
    expect(rest).toEqual({ ...account, ...view })
    expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect((await appsSeenBy(key)).sort()).toEqual([rocket.ios, zoo])
    await expect.poll(async () => (await listed())[0].last_used_on).toBe('2026-03-10')
    const list = await visitor.get('/keys')
    expect(list.headers['cache-control']).toBe('no-store')
    expect(list.json()).toEqual({
      ...account,
      keys: [
        { ...view, last_used_on: '2026-03-10', last_used_from: '127.0.0.1' },
        { name: 'default', created_at: instant, ...all, ...unused },
      ],
    })
    expect(list.body).not.toContain(key)
    const revealed = await visitor.post('/keys/reveal', { name: 'BI tool' })
    expect(revealed.json()).toEqual({ ...account, key })
    expect(revealed.headers['cache-control']).toBe('no-store')
    expect(revealed.headers.etag).toBeUndefined()
  })

  test('are narrowed, and never widened', async () => {
    const { key } = await create({ name: 'narrowed', app_id: [zoo, rocket.ios] })
    const narrowed = await visitor.post('/keys/narrow', { name: 'narrowed', app_id: [zoo] })
    expect(narrowed.json()).toMatchObject({ name: 'narrowed', apps: [zoo], permissions: ['read'] })
    expect(await appsSeenBy(key)).toEqual([zoo])
    for (const wider of [{ app_id: [rocket.ios] }, { allow: ['read', 'manage'] }]) {
      const response = await visitor.post('/keys/narrow', { name: 'narrowed', ...wider })
      expectProblem(response, 422, 'refused')
      expect(response.json().detail).toMatch(/cannot be allowed more/)
    }
    expectProblem(await visitor.post('/keys/narrow', { name: 'narrowed' }), 422, 'refused')
    expect(await appsSeenBy(key)).toEqual([zoo])
  })

  test('are rotated with a grace period, and revoked', async () => {
    const { key: old } = await create({ name: 'rotated' })
    const rotate = (grace_hours: number) =>
      visitor.post('/keys/rotate', { name: 'rotated', grace_hours })
    const rotated = await rotate(24)
    expect(rotated.headers['cache-control']).toBe('no-store')
    const { key: second, ...rest } = rotated.json()
    expect(rest).toEqual(account)
    const seen = async (...keys: string[]) => Promise.all(keys.map(appsSeenBy))
    expect((await seen(old, second)).map((apps) => Array.isArray(apps))).toEqual([true, true])
    const { previous_until: until } = (await listed()).at(-1)
    expect(until).toBe('2026-03-11T15:04:05Z')
    const { key: third } = (await rotate(0)).json()
    expect((await seen(old, second)).flat()).toEqual([401, 401])
    const revoked = await visitor.post('/keys/revoke', { name: 'rotated' })
    expect(revoked.json()).toEqual({ ...account, name: 'rotated' })
    expect(await appsSeenBy(third)).toBe(401)
    expectProblem(await visitor.post('/keys/reveal', { name: 'rotated' }), 422, 'refused')
  })

  test('are recorded by name, without the key', async () => {
    const { key } = await create({ name: 'recorded', app_id: [zoo] })
    for (const action of ['reveal', 'narrow', 'rotate', 'revoke']) {
      const limits = { narrow: { expires: '2026-12-24T18:00:00Z' }, rotate: { grace_hours: 2 } }[
        action
      ]
      await visitor.post(`/keys/${action}`, { name: 'recorded', ...limits })
    }
    const own = (await events()).filter(({ facts }) => facts.key_name === 'recorded').reverse()
    const scope = { key_name: 'recorded', permissions: ['read'], apps: [zoo] }
    expect(own.map(({ action, name, facts }) => [action, name, facts])).toEqual([
      ['key_created', 'acme', scope],
      ['key_revealed', 'acme', { key_name: 'recorded' }],
      ['key_narrowed', 'acme', { ...scope, expires_at: '2026-12-24T18:00:00Z' }],
      ['key_rotated', 'acme', { key_name: 'recorded', grace_hours: 2 }],
      ['key_revoked', 'acme', { key_name: 'recorded' }],
    ])
    expect(JSON.stringify(await events())).not.toContain(key)
  })

  test('of another account are unknown, and so are its apps', async () => {
    await create({ name: 'of rival' }, rival)
    for (const action of ['reveal', 'narrow', 'rotate', 'revoke']) {
      const body = { allow: action === 'narrow' ? ['read'] : undefined }
      const ofRival = await visitor.post(`/keys/${action}`, { ...body, name: 'of rival' })
      const unknown = await visitor.post(`/keys/${action}`, { ...body, name: 'of nobody' })
      expectProblem(ofRival, 422, 'refused')
      expect(ofRival.json().detail.replace('of rival', 'of nobody')).toBe(unknown.json().detail)
    }
    const named = async (app: string) =>
      (await visitor.post('/keys/create', { name: 'k', app_id: [app] })).json().detail
    expect(await named(rivalApp)).toBe((await named('9999')).replace('9999', rivalApp))
    expect((await listed(rival)).map(({ name }: { name: string }) => name)).toContain('of rival')
    const asRival = { name: 'mine', username: 'rival' }
    expect(await create(asRival)).toMatchObject(account)
    expect(JSON.stringify(await listed(rival))).not.toContain('mine')
  })

  test.each<[string, object | undefined, string]>([
    ['a missing name', {}, 'name'],
    ['a name of blanks', { name: '  ' }, 'name'],
    ['a name that turns the text around', { name: 'a\u202eb' }, 'name'],
    ['an unknown permission', { name: 'k', allow: ['write'] }, 'allow'],
    ['an app that is no text', { name: 'k', app_id: [7] }, 'app_id'],
    ['a day that does not exist', { name: 'k', expires: '2027-02-30' }, 'expires'],
    ['an unknown field', { name: 'k', scope: 'all' }, 'scope'],
  ])('are refused with %s', async (_fault, body, parameter) => {
    const response = await visitor.post('/keys/create', body)
    expectProblem(response, 400, 'bad_parameters', { [parameter]: /\S/ })
  })

  test('are refused with an expiry in the past, and a grace period of months', async () => {
    const past = { name: 'k', expires: '2026-03-10T15:04:05Z' }
    expectProblem(await visitor.post('/keys/create', past), 422, 'refused')
    const long = { name: 'default', grace_hours: 2_161 }
    expectProblem(await visitor.post('/keys/rotate', long), 400, 'bad_parameters', {
      grace_hours: /from 0 to 2160/,
    })
  })

  test('are at most 100, the name of each once', async () => {
    const who = await site.signIn('idle')
    for (let nth = 1; nth < 100; nth++) await create({ name: `key ${nth}` }, who)
    const twice = await who.post('/keys/create', { name: 'key 7' })
    expect(twice.json().detail).toMatch(/100 keys/)
    await who.post('/keys/revoke', { name: 'key 8' })
    const taken = await who.post('/keys/create', { name: 'key 7' })
    expectProblem(taken, 422, 'refused')
    expect(taken.json().detail).toMatch(/already has a key named "key 7"/)
  })
})

describe('the audit log on the dashboard', () => {
  test('has the events of the own account only, newest first, in pages', async () => {
    for (let nth = 0; nth < 60; nth++) {
      await site.installation.audit.record({ kind: 'command', address: null }, [
        { action: 'app_linked', account: 'rival', facts: { nth } },
      ])
    }
    const first = await rival.get('/audit')
    expect(first.headers['cache-control']).toBe('no-store')
    const { events, actions, next_before: before, ...rest } = first.json()
    expect(actions).toEqual(auditActions)
    expect(rest).toEqual({ account: 'rival', currency: 'EUR' })
    expect(events).toHaveLength(50)
    expect(events[0]).toEqual({
      id: expect.any(Number),
      at: instant,
      action: 'app_linked',
      actor: 'command',
      name: null,
      address: null,
      account: 'rival',
      facts: { nth: 59 },
    })
    const { events: others, next_before: end } = (await rival.get('/audit', { before })).json()
    expect(others[0].facts).toEqual({ nth: 9 })
    expect(end).toBe(null)
    const accounts = new Set([...events, ...others].map((event) => event.account))
    expect(accounts).toEqual(new Set(['rival']))
  })

  test('is filtered by action', async () => {
    const { events } = (await rival.get('/audit', { action: 'sign_in' })).json()
    expect(events.map(({ action }: { action: string }) => action)).toEqual(['sign_in'])
    for (const query of [{ action: 'none' }, { before: '0' }, { before: 'x' }]) {
      expectProblem(await rival.get('/audit', query), 400, 'bad_parameters', {
        [Object.keys(query)[0]!]: /not accepted/,
      })
    }
  })
})

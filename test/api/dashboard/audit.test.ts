import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { maxAlike } from '../../../src/audit/repeat-limit.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { openDashboard, passwords, Visitor } from '../../fixtures/dashboard-visitor.ts'
import { renewSite } from '../../fixtures/share-site.ts'
import { acme, figureOf } from '../../fixtures/v2-publisher.ts'

const site = renewSite(() => openDashboard({ trustedProxies: ['127.0.0.1'] }))

/** Events that clients caused, oldest first. */
async function events() {
  const all = await site.installation.call(listAuditEvents, { limit: 10_000 })
  return all
    .filter(({ actor }) => actor !== 'command')
    .reverse()
    .map(({ id: _, at: __, ...event }) => event)
}

test("sign-ins, revealed and changed keys, and sign-outs are recorded with the client's address", async () => {
  const visitor = new Visitor(site.server, '198.51.100.7')
  await visitor.signIn('acme', 'not this one')
  await visitor.signIn('acme', passwords.acme)
  await visitor.get('/imports')
  await visitor.post('/keys/reveal', {})
  await visitor.post('/keys/rotate', {})
  await visitor.signOut()
  await visitor.signOut()
  const [address, account] = ['198.51.100.7', 'acme']
  const session = { actor: 'session', name: 'acme', address, account, facts: {} }
  expect(await events()).toEqual([
    {
      action: 'sign_in_failed',
      actor: 'visitor',
      name: null,
      address,
      account,
      facts: { reason: 'wrong_password' },
    },
    { action: 'sign_in', ...session },
    { action: 'key_revealed', ...session, facts: { key_name: 'default' } },
    { action: 'key_rotated', ...session, facts: { key_name: 'default' } },
    { action: 'sign_out', ...session },
  ])
})

test("behind a trusted proxy the client's address is recorded, for IPv6 its network", async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 2001:db8:1:2:3::4' }
  await new Visitor(site.server).signIn('acme', passwords.acme, headers)
  expect(await events()).toMatchObject([{ action: 'sign_in', address: '2001:db8:1:2::/64' }])
})

test('an unknown username is not recorded, because it may be a password', async () => {
  const visitor = new Visitor(site.server, '198.51.100.7')
  for (const typed of ['nobody', 'ACME', passwords.acme, 'a\u0000b', '', '__proto__']) {
    await visitor.signIn(typed, 'whatever it is')
  }
  const recorded = await events()
  expect(recorded).toHaveLength(6)
  expect(recorded.map(({ account }) => account)).toEqual(Array(6).fill(null))
})

describe('a flood of failed sign-ins', () => {
  test('from one address is recorded up to a limit, then counted in one event', async () => {
    const visitor = new Visitor(site.server, '198.51.100.7')
    for (let nth = 0; nth < 60; nth++) await visitor.signIn(`guess-${nth}`, 'wrong')
    expect(await events()).toHaveLength(maxAlike)
    await new Visitor(site.server, '198.51.100.8').signIn('acme', passwords.acme)
    await site.installation.audit.flush()
    const [signIn, counted, ...others] = (await events()).slice(maxAlike)
    expect(signIn).toMatchObject({ action: 'sign_in', address: '198.51.100.8' })
    expect(counted).toEqual({
      action: 'sign_in_failed',
      actor: 'visitor',
      name: null,
      account: null,
      address: '198.51.100.7',
      facts: { reason: 'rate_limited', repeated: 60 - maxAlike },
    })
    expect(others).toEqual([])
  })

  test('includes attempts that are refused by the limit', async () => {
    const visitor = new Visitor(site.server, '198.51.100.7')
    for (let nth = 0; nth < 7; nth++) await visitor.signIn('acme', 'wrong')
    expect((await events()).map(({ account, facts }) => [account, facts.reason])).toEqual([
      ...Array(5).fill(['acme', 'wrong_password']),
      ...Array(2).fill([null, 'rate_limited']),
    ])
  })
})

test('CSV of the earlier interface is recorded as an export once it is sent', async () => {
  const days = { start_date: '2026-03-01', end_date: '2026-03-05' }
  const path = `/api/publisher/${acme.developer}`
  const headers = { authorization: `Bearer ${acme.key}` }
  const get = (query: Record<string, string>, more = {}) =>
    site.server.get(path, { ...days, ...query }, { ...headers, ...more })
  await get({})
  await get({ format: 'csv', key: 'wrong' }, { authorization: '' })
  const { headers: sent, statusCode } = await get({ format: 'csv' })
  expect(statusCode).toBe(200)
  expect((await get({ format: 'csv' }, { 'if-none-match': sent.etag })).statusCode).toBe(304)
  expect(await events()).toEqual([
    {
      action: 'figures_exported',
      actor: 'key',
      name: 'default',
      account: 'acme',
      address: '127.0.0.1',
      facts: { first_day: '2026-03-01', last_day: '2026-03-05' },
    },
  ])
})

test('without its table, everything else works, and the missing record is logged', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => warnings.push(message)
  process.on('warning', onWarning)
  const database = new DatabaseSync(`${site.installation.root}/adtally.sqlite`)
  database.exec('DROP TABLE audit_events')
  database.close()
  const visitor = await site.signIn('acme')
  expect((await visitor.post('/keys/reveal', {})).statusCode).toBe(200)
  const version = await site.installation.figures.states.version()
  await site.installation.importFigures([figureOf('30', 1)])
  expect(await site.installation.figures.states.version()).not.toBe(version)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', onWarning)
  const lost = warnings.filter((line) => line.includes('is missing from the audit log'))
  expect(lost.length).toBeGreaterThanOrEqual(3)
  expect(lost[0]).toContain('no such table')
})

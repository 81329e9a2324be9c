import { beforeAll, describe, expect, test } from 'vitest'
import { importApps } from '../../../src/use-cases/import-apps.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { inviteUser } from '../../../src/use-cases/invite-user.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { addPartner } from '../../../src/use-cases/partners/add-partner.ts'
import { makeNetFigures } from '../../../src/use-cases/partners/make-net-figures.ts'
import { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { givenFile } from '../../fixtures/given-file.ts'
import { toCsv } from '../../fixtures/import-rows.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { emailOf, openTeam } from '../../fixtures/team.ts'

const team = shareSite(openTeam)
const partner = 'hop'
const number = 'studio-hop-2026-01'
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const january = { date: '2026-01-31', impressions: 1_000, revenue: '10' }
const february = { date: '2026-02-28', impressions: 1_000, revenue: '20' }
const rows = [january, february].map((row) => ({
  ...row,
  app_id: 'zap',
  network: 'admob',
  format: 'banner',
  country: 'US',
}))

let books: Visitor
let partnersOwner: Visitor

beforeAll(async () => {
  const { installation } = team
  const { call } = installation
  const app = { app_id: 'zap', publisher: 'studio', app_name: 'Zap', platform: 'ios' }
  await call(
    importApps,
    {},
    await givenFile(installation, 'apps.csv', toCsv([{ ...app, app_bundle_id: 'com.zap' }])),
  )
  await call(importFigures, {}, await givenFile(installation, 'figures.csv', toCsv(rows)))
  await call(addPartner, { account: 'studio', partner, percent: '70' })
  books = await team.joinAs('finance')
  partnersOwner = await team.signIn(partner)
})

async function done(visitor: Visitor, path: string, body: object) {
  const response = await visitor.post(path, body)
  expect(response.statusCode, `${path}: ${response.body}`).toBe(200)
  return response.json()
}
const read = async (visitor: Visitor, path: string, query = {}) => {
  const response = await visitor.get(path, query)
  expect(response.statusCode, `${path}: ${response.body}`).toBe(200)
  return response.json()
}

test('finance shows a partner its share, approves a month and pays it, and each change is recorded', async () => {
  expect(await done(books, '/partners/assign', { partner, app_id: 'zap' })).toMatchObject({
    account: 'studio',
    apps: [{ app_id: 'zap', own_app_id: 'zap.hop', name: 'Zap', from: null, to: null }],
  })
  expect(
    await done(books, '/partners/set', { partner, name: 'Hop Games', net_days: 15 }),
  ).toMatchObject({ name: 'Hop Games', net_days: 15, shows_gross: false })
  const share = { partner, percent: '50', network: 'admob', from: '2026-02-01' }
  const preview = await done(books, '/partners/shares/add', { ...share, dry_run: true })
  const february = { partner, month: '2026-02', net_before: '14', net_after: '10' }
  expect(preview).toMatchObject({ months: [february] })
  expect((await read(books, '/partners')).partners[0].shares).toHaveLength(1)
  const { shares } = await done(books, '/partners/shares/add', share)
  const added = shares.find((one: { network: string | null }) => one.network === 'admob').number
  const end = { partner, number: added }
  expect(await done(books, '/partners/shares/end', { ...end, dry_run: true })).toMatchObject({
    months: [{ ...february, net_before: '10', net_after: '14' }],
  })
  expect((await done(books, '/partners/shares/end', end)).shares).toHaveLength(1)

  const hidden = { partner, month: '2026-02', state: 'hidden' }
  expect(await done(books, '/partners/month', hidden)).toMatchObject({
    months: [{ month: '2026-02', state: 'hidden' }],
  })
  expect(await read(partnersOwner, '/share')).toMatchObject({
    provisional: [{ month: '2026-01', net: '7' }],
  })
  await done(books, '/partners/month', { ...hidden, state: 'provisional' })

  const adjustment = { partner, month: '2026-01', amount: '-0.5', reason: 'invalid traffic' }
  const { id } = await done(books, '/partners/adjust', adjustment)
  expect(await read(books, '/partners/adjustments', { partner })).toMatchObject({
    adjustments: [{ id, kind: 'adjustment', amount: '-0.5' }],
  })
  await done(books, '/partners/unadjust', { partner, id })
  await done(books, '/partners/adjust', adjustment)

  const month = { partner, month: '2026-01' }
  expect(await done(books, '/partners/approve', { ...month, dry_run: true })).toMatchObject({
    total: '6.5',
  })
  expect((await read(books, '/partners')).balances).toMatchObject([{ open: '0', statements: [] }])
  expect(await done(books, '/partners/approve', month)).toMatchObject({ number, total: '6.5' })
  for (const format of ['html', 'csv', 'json']) {
    const asked = { statement: number, format }
    const { text } = await read(books, '/partners/statement', { partner, ...asked })
    expect(text).toContain(number)
    expect(await read(partnersOwner, '/share/statement', asked)).toMatchObject({ text })
  }

  const payout = { partner, amount: '6.5', date: '2026-02-15', reference: 'WIRE 1' }
  await done(books, '/partners/payouts/add', payout)
  await done(books, '/partners/payouts/remove', { partner, reference: 'WIRE 1' })
  await done(books, '/partners/payouts/add', payout)
  expect(await read(books, '/partners')).toMatchObject({
    balances: [{ open: '0', last_payout: { date: '2026-02-15' }, statements: [{ state: 'paid' }] }],
  })
  expect(await read(partnersOwner, '/share')).toMatchObject({
    account: partner,
    open: '0',
    statements: [{ number, state: 'paid' }],
    provisional: [{ month: '2026-02', net: '14' }],
  })

  await done(books, '/partners/unassign', { partner, app_id: 'zap', from: '2026-02-01' })
  await team.installation.call(makeNetFigures, { account: 'studio' })
  expect(await read(partnersOwner, '/share')).toMatchObject({ provisional: [] })

  const events = await team.installation.call(listAuditEvents, { account: 'studio', limit: 30 })
  const own = events.filter(({ name }) => name === emailOf('finance'))
  expect(own.map(({ action }) => action).toReversed()).toEqual([
    ...['user_joined', 'partner_app_assigned', 'partner_changed', 'share_added', 'share_ended'],
    ...['partner_month_set', 'partner_month_set'],
    ...['partner_adjusted', 'adjustment_removed', 'partner_adjusted', 'statement_issued'],
    ...['payouts_recorded', 'payout_removed', 'payouts_recorded', 'partner_app_removed'],
  ])

  // It is the network's own matter who did it, and from where.
  const shown = await read(partnersOwner, '/audit', { action: 'statement_issued' })
  expect(shown.events).toMatchObject([{ name: null, address: null, facts: { statement: number } }])
})

test('an owner sets the mark, which only partners are shown, and finance reads it and the key', async () => {
  const owner = await team.signIn('studio')
  const mark = { name: 'Studio Networks', accent: '#0a7f5a', logo, powered_by: false }
  const shown = { name: mark.name, accent: mark.accent, logo, shows_powered_by: false }
  expect(await done(owner, '/partners/mark/set', mark)).toMatchObject(shown)
  expect(await read(books, '/partners/mark')).toMatchObject(shown)
  expect((await read(partnersOwner, '/share/mark')).mark).toEqual(shown)
  expect((await read(owner, '/share/mark')).mark).toBeNull()
  const { key } = await read(books, '/partners/key')
  expect(key).toMatch(/^ed25519:/)
  expect(await read(partnersOwner, '/share')).toMatchObject({ key })
  for (const wrong of [
    { accent: 'green' },
    { logo: 'data:image/svg+xml;base64,PHN2Zy8+' },
    { logo: 'https://studio.example/logo.png' },
    { name: '' },
  ]) {
    const [field] = Object.keys(wrong) as [string]
    const refused = await owner.post('/partners/mark/set', wrong)
    expectProblem(refused, 400, 'bad_parameters', { [field]: new RegExp(field) })
  }
  expectProblem(await books.post('/partners/mark/set', mark), 403, 'forbidden')
})

describe('who may', () => {
  test('only users with finance of the whole account see partners and payouts', async () => {
    const { call } = team.installation
    const user = 'limited@hop.example'
    const apps = (await read(partnersOwner, '/account')).apps
    const app = apps[0].app_id
    const { token } = await call(inviteUser, {
      username: partner,
      user,
      role: 'editor',
      apps: [app],
    })
    const limited = new Visitor(team.server)
    await team.accept(token, limited)
    const viewer = await team.join(partner, 'viewer@hop.example', 'viewer')
    for (const visitor of [limited, viewer]) {
      for (const path of ['/share', '/partners', '/partners/mark', '/partners/key']) {
        expectProblem(await visitor.get(path), 403, 'forbidden')
      }
      const asked = { statement: number, format: 'csv' }
      expectProblem(await visitor.get('/share/statement', asked), 403, 'forbidden')
      // The pages look the same for all of them.
      expect((await read(visitor, '/share/mark')).mark).toMatchObject({ accent: '#0a7f5a' })
    }
    const viewerOfNetwork = await team.joinAs('viewer')
    for (const path of ['/partners', '/share']) {
      expectProblem(await viewerOfNetwork.get(path), 403, 'forbidden')
    }
    expectProblem(await viewerOfNetwork.post('/partners/set', { partner }), 403, 'forbidden')
  })

  test('a partner reaches nothing of its network, whatever account it names', async () => {
    expect(await read(partnersOwner, '/partners')).toMatchObject({
      account: partner,
      partners: [],
      balances: [],
    })
    const month = { partner, month: '2026-02' }
    for (const [path, body] of [
      ['/partners/set', { partner, name: 'mine' }],
      ['/partners/shares/add', { partner, percent: '100' }],
      ['/partners/shares/end', { partner, number: 1 }],
      ['/partners/assign', { partner, app_id: 'zap' }],
      ['/partners/month', { ...month, state: 'provisional' }],
      ['/partners/approve', month],
      ['/partners/adjust', { ...month, amount: '100', reason: 'please' }],
      ['/partners/payouts/add', { partner, amount: '1', date: '2026-03-01', reference: 'me' }],
    ] as const) {
      for (const named of [{}, { account: 'studio' }]) {
        const refused = await partnersOwner.post(path, { ...body, ...named })
        expectProblem(refused, 422, 'refused')
        expect(refused.json().detail, path).toMatch(/^The account "hop" has no partner "hop"/)
      }
    }
    const asked = { statement: number, format: 'json' }
    expectProblem(
      await partnersOwner.get('/partners/statement', { partner, ...asked }),
      422,
      'refused',
    )
    const other = { ...asked, statement: 'studio-other-2026-01' }
    expectProblem(await partnersOwner.get('/share/statement', other), 422, 'refused')
    expectProblem(await books.get('/share'), 422, 'refused')
  })
})

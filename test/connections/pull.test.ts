import { afterEach, describe, expect, test } from 'vitest'
import { confirmDay } from '../../src/use-cases/connections/confirm-day.ts'
import { removeConnection } from '../../src/use-cases/connections/remove-connection.ts'
import { testConnection, tryCredentials } from '../../src/use-cases/connections/test-connection.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { parseDay } from '../../src/values/day.ts'
import { Truth } from '../fake-networks/truth.ts'
import { counted, daysFrom, openPulledSite, type PulledSite, said } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
const day = (text: string) => parseDay(text)!
const pulled = async (name: string, of: string) =>
  (await site.show(name)).pulled_days.find((one) => one.day === of)!
const confirm = (text: string) =>
  site.installation.call(confirmDay, { username: 'studio', name: 'mintegral', day: text })
const ninth = day('2026-03-09')
const app = (truth: Truth) => truth.size.apps[1]

describe('a connection', () => {
  test('pulls every day since the first, then only what is due', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-07' })
    await site.pullDue()
    expect(await counted(site)).toEqual(
      said(truth, 'mintegral', daysFrom('2026-03-07', '2026-03-09')),
    )
    const asked = site.fake.requests.length
    await site.pullDue()
    expect(site.fake.requests.length, 'nothing is due').toBe(asked)
    expect(await site.show('mintegral')).toMatchObject({
      days: { due: 0, done: 3, empty: 0, held: 0, failed: 0 },
      last_good_day: '2026-03-09',
    })
  })

  test('imports a restated day again, and no day that is the same', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-07' })
    await site.pullDue()
    const { installation } = site
    const before = await installation.call(listImports, { limit: 100 })
    truth.restate('mintegral', day('2026-03-07'))
    site.pass(24)
    await site.pullDue()
    expect(await counted(site)).toEqual(
      said(truth, 'mintegral', daysFrom('2026-03-07', '2026-03-10')),
    )
    const after = await installation.call(listImports, { limit: 100 })
    expect(after.length - before.length, 'the restated day and the new one').toBe(2)
  })

  test('keeps the revenue of a day that vanishes until a person confirms it', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-08' })
    await site.pullDue()
    const before = await counted(site)
    truth.vanish('mintegral', day('2026-03-08'))
    site.pass(24)
    for (let look = 0; look < 4; look++) {
      const asked = site.fake.requests.length
      await site.pullDue()
      if (look > 0) expect(site.fake.requests.length - asked, 'asked again').toBeGreaterThan(0)
      const once = site.fake.requests.length
      await site.pullDue()
      expect(site.fake.requests.length, 'once').toBe(once)
      expect(await pulled('mintegral', '2026-03-08')).toMatchObject({
        state: 'held',
        problem: { kind: 'held', reason: 'no rows' },
      })
      expect(await counted(site)).toEqual(expect.arrayContaining(before))
      site.pass(7)
    }
    await confirm('2026-03-08')
    await site.pullDue()
    expect(await pulled('mintegral', '2026-03-08')).toMatchObject({ state: 'empty', rows: null })
    expect(await counted(site)).not.toEqual(expect.arrayContaining(before))
  })

  test.each([
    ['loses an app with revenue', (truth: Truth) => truth.vanish('mintegral', ninth, app(truth))],
    ['loses more than half of its revenue', (truth: Truth) => truth.shrink('mintegral', ninth)],
  ])('keeps the revenue of a day that %s until a person confirms it', async (_what, lose) => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-08' })
    await site.pullDue()
    const before = await counted(site)
    lose(truth)
    site.pass(24)
    for (let look = 0; look < 4; look++) {
      await site.pullDue()
      expect(await pulled('mintegral', '2026-03-09')).toMatchObject({ state: 'held' })
      expect(await counted(site)).toEqual(expect.arrayContaining(before))
      site.pass(7)
    }
    await confirm('2026-03-09')
    await site.pullDue()
    expect(await pulled('mintegral', '2026-03-09')).toMatchObject({ state: 'done' })
    const days = daysFrom('2026-03-08', '2026-03-11')
    expect(await counted(site)).toEqual(said(truth, 'mintegral', days))
  })

  test('believes a later equal report about a day that never had revenue', async () => {
    const truth = new Truth({ isFree: true })
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-08' })
    await site.pullDue()
    truth.vanish('mintegral', day('2026-03-08'))
    site.pass(24)
    await site.pullDue()
    expect(await pulled('mintegral', '2026-03-08')).toMatchObject({ state: 'held' })
    site.pass(7)
    await site.pullDue()
    expect(await pulled('mintegral', '2026-03-08')).toMatchObject({ state: 'empty', rows: null })
    expect(await counted(site)).toEqual(
      said(truth, 'mintegral', daysFrom('2026-03-08', '2026-03-10')),
    )
  })

  test('stops when its credentials are refused', async () => {
    site = await openPulledSite(new Truth())
    const values = { ...site.fake.networks.get('mintegral')!.given, secret: 'wrong' }
    await site.connect('mintegral', { startDate: '2026-03-01', values })
    await site.pullDue()
    expect(await site.show('mintegral')).toMatchObject({
      state: 'refused',
      problem: { kind: 'fault', fault: 'credential-refused' },
    })
    const asked = site.fake.requests.length
    site.pass(48)
    await site.pullDue()
    expect(site.fake.requests.length).toBe(asked)
  })

  test('counts no revenue twice beside the mediation that shows its ads', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('applovin-max', { startDate: '2026-03-08' })
    await site.connect('mintegral', { startDate: '2026-03-08' })
    await site.pullDue()
    const rows = await counted(site)
    const own = rows.filter((row) => row.includes('mintegral'))
    expect(own).toEqual(said(truth, 'mintegral', daysFrom('2026-03-08', '2026-03-09')))
    expect(rows.filter((row) => row.includes('2026-03-08'))).toHaveLength(4)
  })

  test('is tested without importing anything', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('mintegral')
    const { installation } = site
    const found = await installation.call(testConnection, { username: 'studio', name: 'mintegral' })
    expect(found).toMatchObject({ day: '2026-03-09', rows: 36, same_apps_as: [] })
    expect(await installation.call(listImports, { limit: 1 })).toEqual([])
  })
  test('is told when it is tested that another one reports its apps', async () => {
    site = await openPulledSite(new Truth())
    const { call } = site.installation
    const values = { ...site.fake.networks.get('mintegral')!.given }
    const tried = async () =>
      (await call(tryCredentials, { username: 'studio', connector: 'mintegral', values }))
        .same_apps_as
    await site.connect('mintegral', { startDate: '2026-03-09', name: 'first' })
    await site.connect('applovin-max', { startDate: '2026-03-09' })
    expect(await tried()).toEqual([])
    await site.pullDue()
    expect(await tried()).toEqual(['first'])
    const first = { username: 'studio', name: 'first' }
    expect((await call(testConnection, first)).same_apps_as, 'itself').toEqual([])
    await call(removeConnection, first)
    expect(await tried()).toEqual([])
  })
})

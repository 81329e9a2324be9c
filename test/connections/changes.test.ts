import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { changeConnection } from '../../src/use-cases/connections/change-connection.ts'
import {
  pauseConnection,
  resumeConnection,
} from '../../src/use-cases/connections/pause-connection.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { removeConnection } from '../../src/use-cases/connections/remove-connection.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { queryReport } from '../../src/use-cases/report/query-report.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { type Day, parseDay } from '../../src/values/day.ts'
import { saidBy } from '../fake-networks/said-by.ts'
import { Truth } from '../fake-networks/truth.ts'
import {
  confirmHeld,
  counted,
  daysFrom,
  openPulledSite,
  type PulledSite,
  said,
} from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
const mintegral = { username: 'studio', name: 'mintegral' }
const max = { username: 'studio', name: 'applovin-max' }
const ofNetwork = async (network: string) =>
  (await counted(site)).filter((row) => row.includes(` ${network} `)).sort()

describe('a person changes a connection while it is pulled', () => {
  /** Pulls the only connection, and does something when a number of days are done. */
  async function pullAnd(afterDays: number, work: () => Promise<unknown>): Promise<unknown> {
    let working: Promise<unknown> = Promise.resolve()
    let seen = 0
    const onProgress = () => {
      if (seen++ === afterDays) working = work()
    }
    const { signal } = new AbortController()
    const pulled = site.installation.puller.pull(1, signal, { onProgress })
    const ended = await pulled.catch((error: Error) => error.name)
    await working
    return ended
  }

  test('a pause stops it after a few days', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('mintegral', { startDate: '2026-02-26' })
    const { call } = site.installation
    expect(await pullAnd(2, () => call(pauseConnection, mintegral))).toBe('CancelledError')
    const { days, state } = await site.show('mintegral')
    expect(state).toBe('paused')
    expect(days.done).toBeLessThan(8)
    await call(resumeConnection, mintegral)
    await site.pullDue()
    expect((await site.show('mintegral')).days).toMatchObject({ due: 0, done: 12 })
  })

  test('new credentials are not refused for the old ones', async () => {
    site = await openPulledSite(new Truth())
    const { given } = site.fake.networks.get('mintegral')!
    const values = { ...given, secret: 'wrong' }
    await site.connect('mintegral', { startDate: '2026-03-08', values })
    await pullAnd(0, () =>
      site.installation.call(changeConnection, { ...mintegral, values: { ...given } }),
    )
    expect(await site.show('mintegral')).toMatchObject({ state: 'active', problem: null })
    site.pass(1)
    await site.pullDue()
    expect((await site.show('mintegral')).days).toMatchObject({ done: 2 })
  })

  test('a removed one leaves its figures and no days', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('mintegral', { startDate: '2026-02-01' })
    const remove = () => site.installation.call(removeConnection, mintegral)
    expect(await pullAnd(2, remove)).toBe('CancelledError')
    const rows = await counted(site)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    await site.pullDue()
    expect(await counted(site)).toEqual(rows)
  })
})

describe('days', () => {
  test('that the network does not report any more keep their figures', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-07', rereadDays: 90 })
    const asked = { startDate: '2026-01-12', endDate: '2026-01-12' }
    await site.installation.call(pullConnection, { ...mintegral, ...asked })
    const old = parseDay(asked.startDate)!
    const before = said(truth, 'mintegral', [old])
    truth.vanish('mintegral', old)
    // The network reports 60 days.
    for (const hours of [24 * 4, 7, 24, 7]) {
      site.pass(hours)
      await site.pullDue()
    }
    expect(await counted(site)).toEqual(expect.arrayContaining(before))
    const { days } = await site.show('mintegral')
    expect(days).toMatchObject({ held: 0, empty: 0, failed: 0, due: 0 })
  })

  test('before those that a person pulls first are not forgotten', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('mintegral', { startDate: '2026-03-01' })
    const { call } = site.installation
    await call(pullConnection, { ...mintegral, startDate: '2026-03-09', endDate: '2026-03-09' })
    expect((await site.show('mintegral')).days).toMatchObject({ done: 1, due: 8 })
    await site.pullDue()
    expect((await site.show('mintegral')).days).toMatchObject({ done: 9, due: 0 })
  })

  test('whose import was undone stay so, until the network says something else or a person pulls them', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-08' })
    await site.pullDue()
    const { call } = site.installation
    const both = await counted(site)
    for (const { id } of await call(listImports, { limit: 2 })) await call(undoImport, { id })
    site.pass(20)
    await site.pullDue()
    expect(await ofNetwork('mintegral')).not.toEqual(expect.arrayContaining([both[0]]))
    await call(pullConnection, { ...mintegral, startDate: '2026-03-08', endDate: '2026-03-08' })
    expect(await counted(site)).toEqual(expect.arrayContaining([both[0]]))
    truth.restate('mintegral', parseDay('2026-03-09')!)
    site.pass(24)
    await site.pullDue()
    expect(await counted(site)).toEqual(
      expect.arrayContaining(said(truth, 'mintegral', [parseDay('2026-03-09')!])),
    )
  })
})

describe('a network beside a mediation', () => {
  const own = (truth: Truth, days: readonly Day[]) => said(truth, 'mintegral', days)
  const mediated = (truth: Truth, days: readonly Day[]) =>
    days.flatMap((day) => saidBy(truth, 'mediation', day).filter((row) => / mintegral /.test(row)))

  test('takes its days over as its reports come, not before', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('applovin-max', { startDate: '2026-03-05' })
    await site.pullDue()
    const old = daysFrom('2026-03-05', '2026-03-07')
    const { given } = site.fake.networks.get('mintegral')!
    const values = { ...given, secret: 'wrong' }
    await site.connect('mintegral', { startDate: '2026-03-08', values })
    site.pass(24)
    await site.pullDue()
    const all = daysFrom('2026-03-05', '2026-03-10')
    expect(await ofNetwork('mintegral'), 'refused').toEqual(mediated(truth, all))
    const { call } = site.installation
    await call(changeConnection, { ...mintegral, values: { ...given } })
    site.pass(2)
    await site.pullDue()
    await site.pullDue()
    const now = [...mediated(truth, old), ...own(truth, daysFrom('2026-03-08', '2026-03-10'))]
    expect(await ofNetwork('mintegral'), 'good').toEqual(now)
    await call(pauseConnection, mintegral)
    site.pass(24)
    await site.pullDue()
    const later = mediated(truth, daysFrom('2026-03-11', '2026-03-11'))
    expect(await ofNetwork('mintegral'), 'paused').toEqual([...now, ...later])
    await call(resumeConnection, mintegral)
    await site.pullDue()
    await site.pullDue()
    expect(await ofNetwork('mintegral'), 'resumed').toEqual([
      ...now,
      ...own(truth, daysFrom('2026-03-11', '2026-03-11')),
    ])
  })

  test('keeps the days that it stated when it is removed: the mediation counts the later ones', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('applovin-max', { startDate: '2026-03-07' })
    await site.connect('mintegral', { startDate: '2026-03-07' })
    await site.pullDue()
    await site.pullDue()
    const stated = own(truth, daysFrom('2026-03-07', '2026-03-09'))
    expect(await ofNetwork('mintegral')).toEqual(stated)
    await site.installation.call(removeConnection, mintegral)
    for (const day of daysFrom('2026-03-07', '2026-03-09')) truth.restate('admob', day)
    site.pass(24)
    await site.pullDue()
    expect(await ofNetwork('mintegral')).toEqual([
      ...stated,
      ...mediated(truth, daysFrom('2026-03-10', '2026-03-10')),
    ])
  })

  test('does not hide from it that another network is missing', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('applovin-max', { startDate: '2026-03-09' })
    await site.pullDue()
    const before = await ofNetwork('admob')
    truth.vanish('admob', parseDay('2026-03-09')!)
    await site.connect('mintegral', { startDate: '2026-03-09' })
    await site.pullDue()
    site.pass(24)
    await site.pullDue()
    expect((await site.show('applovin-max')).days).toMatchObject({ held: 1 })
    const ofDay = async () =>
      (await ofNetwork('admob')).filter((one) => one.startsWith('2026-03-09'))
    expect(await ofDay()).toEqual(before)
    await confirmHeld(site)
    expect(await ofDay()).toEqual([])
  })

  test('has its days booked again when it is booked otherwise', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    const days = daysFrom('2026-02-28', '2026-03-09')
    await site.connect('applovin-max', { startDate: '2026-02-28' })
    await site.pullDue()
    const { call } = site.installation
    const book = async (booking: 'report' | 'auto') => {
      await call(changeConnection, { ...max, booking })
      await site.pullDue()
      return ofNetwork('mintegral')
    }
    expect(await book('report')).toEqual([])
    expect(await book('auto')).toEqual(mediated(truth, days))
  })
})

describe('figures that others stated too', () => {
  const day = parseDay('2026-03-09')!
  const [app] = new Truth().size.apps

  async function loseApp(truth: Truth): Promise<void> {
    truth.vanish('mintegral', day, app)
    site.pass(24)
    await site.pullDue()
    await confirmHeld(site)
  }

  const settled = (truth: Truth) => said(truth, 'mintegral', daysFrom('2026-03-09', '2026-03-10'))

  test("end with the connection's report after an undo of the others' import", async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('mintegral', { startDate: '2026-03-09' })
    await site.pullDue()
    const { call } = site.installation
    const { rows } = await call(queryReport, {
      username: 'studio',
      question: {
        start_date: ['2026-03-09'],
        end_date: ['2026-03-09'],
        dimensions: ['app_id'],
        metrics: ['impressions'],
      },
    })
    const path = join(await mkdtemp(join(tmpdir(), 'adtally-others-')), 'rows.csv')
    await writeFile(
      path,
      [
        'date,app_id,network,format,country,impressions,revenue',
        ...rows.map(([appId]) => `2026-03-09,${appId},mintegral,banner,US,5,0.5`),
      ].join('\n'),
    )
    const { import: id } = await call(importFigures, {}, { files: [{ name: 'rows.csv', path }] })
    expect(await ofNetwork('mintegral')).toEqual(['2026-03-09 mintegral 15 1500000'])
    await call(undoImport, { id })
    await loseApp(truth)
    expect(await ofNetwork('mintegral')).toEqual(settled(truth))
  })

  test('end with the report of a connection that was added again', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    for (let added = 0; added < 2; added++) {
      if (added > 0) await site.installation.call(removeConnection, mintegral)
      await site.connect('mintegral', { startDate: '2026-03-09' })
      await site.pullDue()
    }
    await loseApp(truth)
    expect(await ofNetwork('mintegral')).toEqual(settled(truth))
  })
})

import { afterEach, describe, expect, test } from 'vitest'
import { changeConnection } from '../../src/use-cases/connections/change-connection.ts'
import { confirmDay } from '../../src/use-cases/connections/confirm-day.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { queryReport } from '../../src/use-cases/report/query-report.ts'
import { formatDay } from '../../src/values/day.ts'
import { type DetailRow, detailsOf, usersOf } from '../fake-networks/detail-rows.ts'
import { Truth } from '../fake-networks/truth.ts'
import { counted, daysFrom, openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
const max = { username: 'studio', name: 'applovin-max' }
const days = daysFrom('2026-03-08', '2026-03-09')
const open = async (truth = new Truth(), more = {}) => {
  site = await openPulledSite(truth)
  await site.connect('applovin-max', { startDate: '2026-03-08', ...more })
  return truth
}
const shown = async () => (await site.show('applovin-max')).pulled_days
const depthAsks = () => site.fake.requests.filter(({ url }) => url.includes('network_placement'))

/** Rows of a day: of each app, country, format and network; and of each of their rungs. */
const figureRows = 3 * 4 * 3 * 4
const detailRows = 4 * figureRows
/** Pages of 15 rows, and two without rows. */
const figurePages = Math.ceil(figureRows / 15) + 2
const detailPages = Math.ceil(detailRows / 15) + 2
/** Of each app and country: their revenue and their users. */
const cohortPages = 2 * (1 + 2)

/** The rows of a report of March, as texts. */
async function ask(dimensions: readonly string[], metrics: readonly string[]) {
  const question = {
    start_date: ['2026-03-01'],
    end_date: ['2026-03-31'],
    dimensions,
    metrics,
    limit: ['100000'],
  }
  const { rows } = await site.installation.call(queryReport, { username: 'studio', question })
  return rows.map((row) => row.join(' ')).sort()
}

/** Sums of drawn rows by texts that name them, as lines. */
function sums(rows: readonly DetailRow[], keyOf: (row: DetailRow) => string): string[] {
  const groups = Map.groupBy(rows, keyOf)
  return [...groups]
    .map(([key, of]) => {
      const sum = (number: 'impressions' | 'requests' | 'matchedRequests') =>
        of.reduce((total, row) => total + row[number], 0)
      return `${key} ${sum('impressions')} ${sum('requests')} ${sum('matchedRequests')}`
    })
    .sort()
}

const drawn = (truth: Truth) => days.flatMap((day) => detailsOf(truth.mediationRows(day)))
const metrics = ['impressions', 'attempts', 'responses']
/** Rows of figures beside the details have no attempts. */
const known = (lines: readonly string[]) => lines.filter((line) => !line.endsWith(' '))

describe('a connection to a mediation', () => {
  test('pulls the details of each day: they equal what the network says', async () => {
    const truth = await open()
    await site.pullDue()
    const booked = await counted(site)
    const labels = ['date', 'network', 'rung', 'floor', 'test_group', 'consent', 'device_type']
    expect(known(await ask(labels, metrics))).toEqual(
      sums(drawn(truth), (row) =>
        [
          ...[formatDay(row.day), row.network, row.rung || 'default', row.floor],
          ...[row.testGroup, row.consent, row.deviceType],
        ].join(' '),
      ),
    )
    const rests = (await ask(['rung'], ['revenue'])).filter((line) => /^unatt|^not/.test(line))
    expect(rests).toEqual([])
    expect(await shown()).toMatchObject(
      days.map(() => ({ state: 'done', problem: null, depth: { details: detailRows } })),
    )
    const imports = (await site.installation.call(listImports, { limit: 100 })).length
    expect(imports, 'figures, details and cohorts of each day').toBe(6)
    site.pass(24)
    await site.pullDue()
    const again = await site.installation.call(listImports, { limit: 100 })
    expect(again.length, 'the new day, and the days that are older').toBe(6 + 3 + 2)
    expect(await counted(site)).toEqual(expect.arrayContaining(booked))
  })

  test('restates details with their day', async () => {
    const truth = await open()
    await site.pullDue()
    truth.restate('admob', days[0]!)
    site.pass(24)
    await site.pullDue()
    const byNetwork = (row: DetailRow) => `${formatDay(row.day)} ${row.network}`
    expect(await ask(['date', 'network'], metrics)).toEqual(
      expect.arrayContaining(sums(drawn(truth), byNetwork)),
    )
  })

  test('does not lose the figures of a day whose details fail, and asks for these again', async () => {
    const truth = await open()
    const figures = Array.from({ length: figurePages }, () => null)
    site.fake.script('applovin-max', [
      ...figures,
      ...Array.from({ length: 5 }, () => 'server-error' as const),
    ])
    await site.pullDue()
    expect(await shown()).toMatchObject([
      { state: 'done', problem: null },
      {
        state: 'done',
        rows: expect.any(Number),
        depth: { details: 0 },
        problem: { kind: 'depth', of: 'details', problem: { kind: 'fault', fault: 'try-later' } },
      },
    ])
    expect(await counted(site)).toHaveLength(8)
    expect(site.logged).toMatchObject([
      { message: 'The details of a day were not fetched', day: '2026-03-09', fault: 'try-later' },
    ])
    expect(JSON.stringify([site.logged, await shown()])).not.toContain('max-report-key')
    site.pass(1)
    await site.pullDue()
    expect(await shown()).toMatchObject(
      days.map(() => ({ problem: null, depth: { details: detailRows } })),
    )
    expect(await ask(['date'], metrics)).toEqual(sums(drawn(truth), ({ day }) => formatDay(day)))
  })

  test('imports no details of which a page is cut or lost', async () => {
    const truth = await open()
    const good = Array.from({ length: figurePages + 3 }, () => null)
    site.fake.script('applovin-max', [...good, 'lost-page'])
    await site.pullDue()
    expect(await shown()).toMatchObject([
      { state: 'done', problem: null },
      { state: 'done', depth: { details: 0 }, problem: { kind: 'depth' } },
    ])
    site.pass(1)
    await site.pullDue()
    expect(await ask(['date'], metrics)).toEqual(sums(drawn(truth), ({ day }) => formatDay(day)))
  })

  test('keeps details that the network does not have any more', async () => {
    await open()
    await site.pullDue()
    site.pass(24)
    const before = await ask(['date'], metrics)
    // The new day, the figures of the day before, and then nothing.
    const pages = figurePages + detailPages + cohortPages + figurePages
    const good = Array.from({ length: pages }, () => null)
    site.fake.script('applovin-max', [...good, 'empty'])
    await site.pullDue()
    expect((await shown())[1]).toMatchObject({
      day: '2026-03-09',
      state: 'done',
      problem: { kind: 'depth', problem: { fault: 'not-ready' } },
    })
    expect(await ask(['date'], metrics)).toEqual(expect.arrayContaining(before))
  })

  test('ends details with a day whose figures a person lets go', async () => {
    const truth = await open()
    await site.pullDue()
    for (const network of truth.size.mediated) truth.vanish(network, days[0]!)
    site.pass(24)
    await site.pullDue()
    expect(await shown()).toMatchObject([{ state: 'held' }, {}, {}])
    expect(await ask(['date'], ['attempts']), 'while it is held').toHaveLength(3)
    await site.installation.call(confirmDay, { ...max, day: '2026-03-08' })
    await site.pullDue()
    expect((await shown())[0]).toMatchObject({ state: 'empty', problem: null })
    expect(await ask(['date'], ['attempts'])).not.toContainEqual(
      expect.stringMatching(/^2026-03-08 \d/),
    )
  })
})

describe('details and users of', () => {
  const ninth = days[1]!
  const byRung = (truth: Truth, nameOf: (row: DetailRow) => string) =>
    sums(detailsOf(truth.mediationRows(ninth)), nameOf).map((line) => {
      const parts = line.split(' ')
      return [...parts.slice(0, -2)].join(' ')
    })

  test('LevelPlay are those that it says', async () => {
    const truth = new Truth()
    site = await openPulledSite(truth)
    await site.connect('levelplay', { startDate: '2026-03-09' })
    await site.pullDue()
    expect((await site.show('levelplay')).pulled_days).toMatchObject([
      { state: 'done', problem: null, depth: { details: detailRows, audience: 12 } },
    ])
    const labels = ['rung', 'floor', 'placement', 'test_group', 'consent']
    expect(await ask(labels, ['impressions'])).toEqual(
      byRung(truth, (row) =>
        [row.rung || 'default', row.floor, 'level_end', row.testGroup, row.consent].join(' '),
      ),
    )
    const users = usersOf(truth.mediationRows(ninth))
    const sum = (of: 'dau' | 'sessions') => users.reduce((total, row) => total + row[of], 0)
    expect(await ask(['source'], ['dau', 'sessions'])).toEqual([
      `levelplay ${sum('dau')} ${sum('sessions')}`,
    ])
  })

  test('the users of a page that is lost are asked for again', async () => {
    site = await openPulledSite(new Truth({ mediated: ['admob'] }))
    await site.connect('levelplay', { startDate: '2026-03-09' })
    await site.pullDue()
    const asked = site.fake.requests.filter(({ stage }) => stage === 'report')
    const good = asked.findIndex(({ url }) => url.includes('activeUsers'))
    site.pass(24)
    // The new day is asked for first. Its users have a request for their sum, and then their rows.
    const before = Array.from({ length: good + 1 }, () => null)
    site.fake.script('levelplay', [...before, 'lost-page'])
    await site.pullDue()
    expect((await site.show('levelplay')).pulled_days[1]).toMatchObject({
      day: '2026-03-10',
      state: 'done',
      depth: { details: detailRows / 4, audience: 0 },
      problem: { kind: 'depth', of: 'audience', problem: { fault: 'try-later' } },
    })
    expect(await ask(['date'], ['dau'])).toHaveLength(1)
    site.pass(1)
    await site.pullDue()
    expect((await site.show('levelplay')).pulled_days[1]).toMatchObject({
      problem: null,
      depth: { audience: 12 },
    })
  })

  test('AdMob mediation are those that it says', async () => {
    // Few enough for the fake's answers: AdMob divides reports that it cuts.
    const truth = new Truth({ mediated: ['mintegral'] })
    site = await openPulledSite(truth, '2026-03-10T20:00:00Z')
    await site.connect('admob-mediation', { startDate: '2026-03-09' })
    await site.pullDue()
    expect((await site.show('admob-mediation')).pulled_days).toMatchObject([
      { state: 'done', problem: null },
    ])
    expect(await ask(['rung', 'floor'], ['impressions'])).toEqual(
      byRung(truth, (row) => `${row.rung || 'AdMob (default)'} ${row.floor}`),
    )
    expect(await ask(['source'], ['attempts'])).toEqual([
      expect.stringMatching(/^admob_mediation /),
    ])
  })
})

describe('the setting depth', () => {
  test('is on, and when it is off nothing more than figures is asked for', async () => {
    await open(new Truth(), { depth: false })
    await site.pullDue()
    expect(depthAsks()).toEqual([])
    expect(await site.show('applovin-max')).toMatchObject({ depth: false })
    expect((await shown()).map(({ depth }) => depth)).toEqual([{}, {}])
  })

  test('fetches the days that the network still has when it is switched on', async () => {
    const truth = await open(new Truth({ mediated: ['admob'] }), { depth: false })
    await site.pullDue()
    // The first days are not asked for again by then.
    site.pass(24 * 10)
    await site.pullDue()
    const asked = site.fake.requests.length
    await site.pullDue()
    expect(site.fake.requests.length, 'nothing is due').toBe(asked)
    await site.installation.call(changeConnection, { ...max, depth: true })
    await site.pullDue()
    expect(await site.show('applovin-max')).toMatchObject({ depth: true, days: { done: 12 } })
    const all = await ask(['date'], metrics)
    expect(all).toEqual(expect.arrayContaining(sums(drawn(truth), ({ day }) => formatDay(day))))
    expect(all).toHaveLength(12)
    await site.installation.call(changeConnection, { ...max, depth: false })
    expect(await ask(['date'], metrics), 'the details stay').toEqual(all)
  })

  test('is refused of a network that tells nothing more', async () => {
    await open()
    const work = site.connect('mintegral', { depth: true })
    await expect(work).rejects.toMatchObject({ code: 'no_depth' })
    await site.connect('mintegral', { startDate: '2026-03-09' })
    expect(await site.show('mintegral')).toMatchObject({ depth: null })
  })
})

test('a day that a person asks for again has its details again', async () => {
  await open()
  await site.pullDue()
  const asked = depthAsks().length
  const span = { startDate: '2026-03-08', endDate: '2026-03-08' }
  await site.installation.call(pullConnection, { ...max, ...span })
  expect(depthAsks().length).toBeGreaterThan(asked)
})

import { afterEach, describe, expect, test } from 'vitest'
import { changeConnection } from '../../src/use-cases/connections/change-connection.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { queryReport } from '../../src/use-cases/report/query-report.ts'
import { addDays, type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { type CohortRow, cohortsOf } from '../fake-networks/cohort-curves.ts'
import { spendOf } from '../fake-networks/spend-rows.ts'
import { Truth } from '../fake-networks/truth.ts'
import { counted, openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
/** Few rows: a day of MAX has one app and two countries. */
const small = {
  apps: [{ name: 'Hop', platform: 'ios', package: 'com.example.hop' }],
  countries: ['US', 'DE'],
  mediated: ['admob'],
} as const

async function ask(dimensions: readonly string[], metrics: readonly string[], more = {}) {
  const question = {
    start_date: ['2026-01-01'],
    end_date: ['2026-03-31'],
    dimensions,
    metrics,
    limit: ['100000'],
    ...more,
  }
  const { rows } = await site.installation.call(queryReport, { username: 'studio', question })
  return rows.map((row) => row.join(' ')).sort()
}

/** Money of the truth, as answers write it. */
const money = (micros: number) => String(Number((micros / 1e6).toFixed(6)))

describe("MAX's users by day of install", () => {
  const max = { username: 'studio', name: 'applovin-max' }
  const told = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 18, 21, 24, 27, 30]
  const sums = ['cohort_users', 'active_users', 'cohort_ad_revenue']
  /** On the 10th at noon, the 9th is ready, and the 10th has numbers that do not count yet. */
  const last = parseDay('2026-03-09')!
  const open = async (truth: Truth, more = {}) => {
    site = await openPulledSite(truth, '2026-03-10T12:00:00Z')
    await site.connect('applovin-max', { startDate: '2026-03-09', ...more })
    await site.pullDue()
    return truth
  }
  const totalOf = (truth: Truth, day: Day, of: (row: CohortRow) => number) =>
    cohortsOf(truth.mediationRows(day)).reduce((total, row) => total + of(row), 0)
  /** What the truth says of ages that are over at the end of a last day. */
  const curves = (truth: Truth, days: readonly Day[], lastDay: Day) =>
    days
      .flatMap((day) =>
        told
          .filter((age) => day + age <= lastDay)
          .map((age) => {
            const total = (of: (row: CohortRow) => number) => totalOf(truth, day, of)
            return [
              ...[formatDay(day), age, total(({ installs }) => installs)],
              total(({ active }) => active(age)),
              money(total(({ adMicros }) => adMicros(age))),
            ].join(' ')
          }),
      )
      .sort()

  test('are its curves at the ages that are over, and are asked for when a day reaches one', async () => {
    const truth = await open(new Truth(small))
    const earlier = ['2026-02-07', '2026-02-28']
    for (const day of earlier) {
      await site.installation.call(pullConnection, { ...max, startDate: day, endDate: day })
    }
    const days = [...earlier, '2026-03-09'].map((day) => parseDay(day)!)
    expect(await ask(['date', 'age'], sums)).toEqual(curves(truth, days, last))
    const [first] = days as [Day]
    const users = totalOf(truth, first, ({ installs }) => installs)
    for (const age of [0, 1, 7, 30]) {
      const metrics = ['retention', 'ad_ltv', 'ltv']
      const more = { end_date: [earlier[0]], age: [String(age)] }
      const [, ...values] = (await ask(['date'], metrics, more))[0]!.split(' ').map(Number)
      const ad = totalOf(truth, first, ({ adMicros }) => adMicros(age))
      const other = totalOf(truth, first, ({ iapMicros }) => iapMicros(age))
      const active = totalOf(truth, first, (row) => row.active(age))
      const expected = [active / users, ad / users / 1e6, (ad + other) / users / 1e6]
      for (const [nth, value] of expected.entries()) expect(values[nth]).toBeCloseTo(value, 3)
    }
    const sources = await ask(['source', 'channel'], ['cohort_users'], { age: ['0'] })
    expect(sources).toEqual([expect.stringMatching(/^applovin_max unknown \d+$/)])

    const before = site.fake.requests.length
    site.pass(24)
    await site.pullDue()
    const next = addDays(last, 1)
    expect(await ask(['date', 'age'], sums)).toEqual(curves(truth, [...days, next], next))
    const asked = site.fake.requests.slice(before).map(({ url }) => new URL(`https://${url}`))
    const agesAskedOf = (path: string) => {
      const urls = asked.filter(({ pathname }) => pathname === path)
      const ages = urls.map(({ searchParams }) => next - parseDay(searchParams.get('start')!)!)
      return [...new Set(ages)].toSorted((a, b) => a - b)
    }
    expect(agesAskedOf('/maxCohort')).toEqual([0, 1, 10])
    expect(agesAskedOf('/maxCohort/session')).toEqual([0, 1, 10])
    expect(agesAskedOf('/maxReport'), 'only days that are restated').toEqual([0, 1])
  })

  test('are fetched of all days at once when depth is switched on', async () => {
    const truth = await open(new Truth(small), { depth: false })
    expect(await ask(['date', 'age'], sums)).toEqual([])
    await site.installation.call(changeConnection, { ...max, depth: true })
    await site.pullDue()
    expect(await ask(['date', 'age'], sums)).toEqual(curves(truth, [last], last))
  })

  test('cost no figures when they fail', async () => {
    await open(new Truth(small))
    const figures = await counted(site)
    const good = site.fake.requests.findIndex(({ url }) => url.includes('/maxCohort'))
    site.pass(24)
    const lost = [...Array.from({ length: good }, () => null), 'lost-page' as const]
    site.fake.script('applovin-max', lost)
    await site.pullDue()
    const shown = (await site.show('applovin-max')).pulled_days
    expect(shown.at(-1)).toMatchObject({
      state: 'done',
      problem: { kind: 'depth', of: 'cohorts', problem: { fault: 'try-later' } },
    })
    expect(await counted(site)).toEqual(expect.arrayContaining(figures))
    site.pass(1)
    await site.pullDue()
    expect(await ask(['date'], ['cohort_users'], { age: ['0'] })).toHaveLength(2)
  })
})

describe("AppLovin's campaigns", () => {
  const open = async (advertises: boolean | null) => {
    const truth = new Truth({ ...small, advertises })
    site = await openPulledSite(truth)
    await site.connect('applovin', { startDate: '2026-03-09' })
    await site.pullDue()
    return truth
  }
  const shown = async () => (await site.show('applovin')).pulled_days

  test('are what it says that they cost', async () => {
    const truth = await open(true)
    const rows = spendOf(truth.rows('applovin', parseDay('2026-03-09')!))
    expect(rows).not.toEqual([])
    const sums = ['cost', 'spend_impressions', 'spend_clicks', 'spend_installs']
    expect(await ask(['channel', 'campaign', 'country'], sums)).toEqual(
      rows
        .map((row) =>
          [
            ...['applovin', row.campaign, row.country, money(row.costMicros)],
            ...[row.impressions, row.clicks, row.installs],
          ].join(' '),
        )
        .sort(),
    )
    expect(await shown()).toMatchObject([
      { state: 'done', problem: null, depth: { spend: rows.length } },
    ])
  })

  test.each([
    ['a key without campaigns', false, null],
    ['a key that may not ask for them', null, { kind: 'depth', of: 'spend' }],
  ])('cost no figures: %s', async (_which, advertises, problem) => {
    const truth = await open(advertises)
    expect(await counted(site)).toHaveLength(1)
    expect(await ask(['channel'], ['cost'])).toEqual([])
    const [day] = await shown()
    expect(day).toMatchObject({ state: 'done', problem })
    expect(truth.size.advertises).toBe(advertises)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NaiveBreakdown } from '../../fixtures/naive-dashboard.ts'
import { statsPath } from '../../fixtures/v2-publisher.ts'
import { figure, mira, type OwnFigures, openOwnFigures, toQuery } from './own-figures.ts'

const rows = [
  // The ten days before 11 March, the start of the range.
  '02-28 hop-ios     ownnet   video        US  999  99 9  9.99',
  '03-01 hop-ios     ownnet   video        US  100  10 1  1.5',
  '03-05 hop-ios     vungle   video        US   40   - -  0.4',
  '03-10 zoo-ios     admob    banner       DE   50   5 -  0.25',
  // The range.
  '03-11 hop-ios     ownnet   video        US 1000  10 3 12.5',
  '03-11 hop-ios     ownnet   video        DE  300   - -  0.3',
  '03-11 hop-ios     ownnet   banner       US  500   5 -  1.255',
  '03-11 hop-ios     admob    video        US  700   7 2  2.004999',
  '03-11 hop-android admob    interstitial FR  200   2 -  4',
  '03-12 hop-amazon  ownnet   interstitial US   10   - -  0.01',
  '03-12 zoo-ios     admob    rewarded     US    4   0 0  0.034998',
  '03-14 zoo-ios     tapjoy   rewarded     ZZ    0   0 0  0',
  '03-15 hop-ios     ownnet   video        US  100   1 - -0.5',
  '03-20 zoo-ios     unityads video        JP    1   - - -1',
  '03-20 hop-ios     ownnet   video        US    3   1 -  0.000005',
  // After the range.
  '03-21 hop-ios     ownnet   video        US  888  88 8  8.88',
].map(figure)

const range = { start: '2026-03-11', end: '2026-03-20' }
const breakdowns: NaiveBreakdown[] = ['network', 'ad_format', 'country', 'app_id', 'platform']

let site: OwnFigures
beforeAll(async () => {
  site = await openOwnFigures(rows)
})
afterAll(() => site.close())

describe.each(breakdowns)('figures by %s', (by) => {
  test('are those of the naive model', () => site.expectNaive({ by, ...range }))

  test('of one day are those of the naive model', async () => {
    for (const day of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14']) {
      await site.expectNaive({ by, start: day, end: day })
    }
  })

  test('of days without figures are empty', () =>
    site.expectNaive({ by, start: '2025-01-01', end: '2025-01-03' }))
})

test('figures by network, worked out by hand', async () => {
  const body = (await site.ask(toQuery({ by: 'network', ...range }))).json()
  expect(body).toMatchObject({
    currency: 'USD',
    start_date: '2026-03-11',
    end_date: '2026-03-20',
    // 12.5 + 0.3 + 1.255 + 2.004999 + 4 + 0.01 + 0.034998 + 0 - 0.5 - 1 + 0.000005
    total: { impressions: 2_818, clicks: 26, installs: 5, revenue_micros: 18_605_002 },
  })
  const lines = body.groups.map(({ key, total }: Group) => `${key} ${total.revenue_micros}`)
  // Vungle reported only before the range.
  expect(lines).toEqual(['ownnet 13565005', 'admob 6039997', 'tapjoy 0', 'unityads -1000000'])
  // A day without rows is absent; 14 March has a reported row of zeros.
  expect(body.days.revenue_micros).toEqual([
    ...[20_059_999, 44_998, null, 0, -500_000],
    ...[null, null, null, null, -999_995],
  ])
  expect(body.days.clicks).toEqual([24, 0, null, 0, 1, null, null, null, null, 1])
  expect(body.series.map(({ key }: { key: string }) => key)).toEqual([
    ...['ownnet', 'admob', 'tapjoy', 'unityads'],
  ])
  expect(body.groups[2].trend).toEqual([null, null, null, 0, ...Array(6).fill(null)])
})

interface Group {
  readonly key: string
  readonly total: Record<string, number>
}

const ofV2 = {
  network: { group: 'network', member: 'ad_network' },
  ad_format: { group: 'format', member: 'format' },
  country: { group: 'country', member: 'country_code' },
} as const

describe.each(['network', 'ad_format', 'country'] as const)('figures by %s', (by) => {
  test('are those of V2, in the same order', async () => {
    const query = toQuery({ by, ...range })
    const { groups } = (await site.ask(query)).json() as { groups: Group[] }
    const days = { start_date: query.start_date, end_date: query.end_date }
    const answer = await site.server.get(statsPath, { ...mira, ...days, group_by: ofV2[by].group })
    const expected = answer.json().data.map((one: Record<string, unknown>) => ({
      key: one[ofV2[by].member],
      impressions: one.impressions,
      cents: one.revenue_in_cents,
    }))
    expect(expected.length).toBeGreaterThan(3)
    expect(
      groups.map(({ key, total }) => ({
        key,
        impressions: total.impressions,
        cents: toCents(total.revenue_micros!),
      })),
    ).toEqual(expected)
  })
})

/** Rounds half a cent away from zero. */
const toCents = (micros: number) =>
  micros < 0 ? 0 - Math.round(-micros / 10_000) : Math.round(micros / 10_000)

test('figures by app are those of V2 for each app', async () => {
  const query = toQuery({ by: 'app_id', ...range })
  const { groups } = (await site.ask(query)).json() as { groups: Group[] }
  const days = { start_date: query.start_date, end_date: query.end_date }
  const { data } = (await site.server.get(statsPath, { ...mira, ...days })).json()
  for (const { app_id, data: figures } of data) {
    const group = groups.find(({ key }) => key === app_id)
    expect(group?.total.impressions ?? 0).toBe(figures.impressions)
    expect(toCents(group?.total.revenue_micros ?? 0)).toBe(figures.revenue_in_cents)
  }
  expect(data).toHaveLength(5)
  // An app without figures has no group.
  expect(groups.map(({ key }) => key)).toEqual(['hop-ios', 'hop-android', 'hop-amazon', 'zoo-ios'])
})

test('no figure of another account is in any breakdown', async () => {
  for (const by of breakdowns) {
    const { body } = await site.ask(toQuery({ by, ...range }))
    for (const trace of ['rival', '7777', 'EUR']) expect(body).not.toContain(trace)
  }
})

test('the answer must not be cached', async () => {
  const { headers } = await site.ask(toQuery({ by: 'app_id', ...range }))
  expect(headers['cache-control']).toBe('no-store')
  expect(headers.etag).toBeUndefined()
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
})

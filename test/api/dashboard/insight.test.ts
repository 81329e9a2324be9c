import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AnomaliesAnswer,
  ComparisonAnswer,
  ContributionsAnswer,
  ForecastAnswer,
  HomeAnswer,
} from '../../../web/src/api/wire.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { figure, type OwnFigures, openOwnFigures } from './own-figures.ts'

// The server's clock shows 10 March 2026, a Tuesday.
let own: OwnFigures
beforeAll(async () => {
  own = await openOwnFigures([
    ...[...days('admob', 40, 1), ...days('unityads', 40, 3), ...special],
    ...longAgo,
    ...zeros,
  ])
})
afterAll(() => own.close())

/** A network's days from so many days ago to so many: 1,000 impressions for 2.00 each. */
function days(network: string, from: number, to: number) {
  return Array.from({ length: from - to + 1 }, (_, place) =>
    figure(`${dayAgo(from - place)} hop-ios ${network} video US 1000 5 1 2.00`),
  )
}

const dayAgo = (days: number) =>
  new Date(Date.parse('2026-03-10') - days * 86_400_000).toISOString().slice(5, 10)

/** On 8 March, admob paid more for fewer impressions in another country, and another app began. */
const special = [
  figure('03-07 hop-android admob video DE 2000 - - 4.00'),
  figure('03-08 hop-android admob video DE 1000 - - 3.00'),
  figure('03-08 zoo-ios admob banner FR 500 - - 0.70'),
  figure('03-09 hop-android admob video DE 1000 - - 9.99'),
]

/** 80 days from 1 June 2023. */
const longAgo = Array.from({ length: 80 }, (_, place) => {
  const ms = Date.parse('2023-06-01') + place * 86_400_000
  const date = new Date(ms).toISOString().slice(0, 10)
  const impressions = place < 40 ? 100 : 101
  const revenue = (impressions / 5).toFixed(2)
  const row = (network: string) => ({
    ...figure(`01-01 hop-ios ${network} video US ${impressions} - - ${revenue}`),
    date,
  })
  return place % 2 === 0 ? [row('admob'), row('vungle')] : [row('admob')]
}).flat()

/** On 2 September 2023, unityads reported zeros. */
const zeros = [
  { ...figure('01-01 hop-ios unityads video US 100 - - 5.00'), date: '2023-09-01' },
  { ...figure('01-01 hop-ios unityads video US 0 - - 0'), date: '2023-09-02' },
]

async function ask<Answer>(path: string, query: Query = {}): Promise<Answer> {
  const response = await own.visitor.get(path, query)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json()
}

const sunday = { start_date: '2026-03-08', end_date: '2026-03-08', compare: 'previous_period' }

describe('a comparison', () => {
  const compare = (query: Query) => ask<ComparisonAnswer>('/comparison', query)

  test('names what is compared, and leaves out on both sides what is not', async () => {
    const found = await compare(sunday)
    expect(found).toMatchObject({
      account: 'acme',
      currency: 'USD',
      compare: 'previous_period',
      compare_start_date: '2026-03-07',
      compare_end_date: '2026-03-07',
      compared_days: 1,
      // admob: 2.00 + 3.00 + 0.70 after 2.00 + 4.00.
      revenue_micros: { current: 5_700_000, previous: 6_000_000, change: -300_000 },
      impressions: { current: 2_500, previous: 3_000 },
      ecpm_micros: { current: 2_280_000, previous: 2_000_000, change_ratio: 0.14 },
      total: { revenue_micros: 5_700_000 },
      networks: [
        { network: 'admob', compared_days: 1, left_out: [] },
        {
          network: 'unityads',
          compared_days: 0,
          left_out: [{ start_date: '2026-03-08', end_date: '2026-03-08', reason: 'unreported' }],
          revenue_micros: {
            current: null,
            change_ratio: null,
            no_ratio_reason: 'nothing_compared',
          },
        },
      ],
    })
    expect(found.revenue_micros.change_ratio).toBe(-0.05)
  })

  test('of a month with a short one before it counts only days of both', async () => {
    const found = await compare({
      start_date: '2026-02-01',
      end_date: '2026-03-10',
      compare: 'previous_month',
    })
    // 29 days of February and March have a day of both months before, none of which is reported.
    expect(found).toMatchObject({ compared_days: 0, revenue_micros: { change_ratio: null } })
    expect(found.left_out.map(({ reason }) => reason)).toContain('not_over')
  })

  test('counts a report of zeros', async () => {
    const day = '2023-09-02'
    const zero = await compare({ start_date: day, end_date: day, compare: 'previous_period' })
    expect(zero).toMatchObject({
      compared_days: 1,
      left_out: [],
      revenue_micros: { current: 0, previous: 5_000_000, change_ratio: -1 },
    })
    const next = { start_date: '2023-09-03', end_date: '2023-09-03', compare: 'previous_period' }
    expect(await compare(next)).toMatchObject({ compared_days: 0 })
  })

  test('has no ratio to nothing', async () => {
    const zoo = await compare({ ...sunday, app_id: 'zoo-ios' })
    expect(zoo.revenue_micros).toEqual({
      current: 700_000,
      previous: 0,
      change: 700_000,
      change_ratio: null,
      no_ratio_reason: 'nothing_before',
    })
  })

  test('is of the filtered rows, on the days that the networks reported', async () => {
    for (const [query, current, previous] of [
      [{ country: 'DE' }, 3_000_000, 4_000_000],
      [{ ad_format: 'banner' }, 700_000, 0],
      [{ platform: 'ios' }, 2_700_000, 2_000_000],
      [{ network: 'ADMOB', country: 'de,fr' }, 3_700_000, 4_000_000],
    ] as const) {
      const { revenue_micros, compared_days } = await compare({ ...sunday, ...query })
      expect({ ...revenue_micros, compared_days }).toMatchObject({
        current,
        previous,
        compared_days: 1,
      })
    }
  })

  test('with any range before it', async () => {
    const query = { ...sunday, compare: undefined, compare_start_date: '2026-03-01' }
    expect(await compare(query)).toMatchObject({
      compare: null,
      compare_start_date: '2026-03-01',
      compare_end_date: '2026-03-01',
      revenue_micros: { current: 5_700_000, previous: 2_000_000 },
    })
  })
})

describe('contributions', () => {
  const explain = (query: Query) => ask<ContributionsAnswer>('/contributions', query)

  test('add up to the change of each breakdown', async () => {
    const found = await explain({ ...sunday, limit: '2' })
    expect(found.total).toEqual({
      current: { impressions: 2_500, revenue_micros: 5_700_000, ecpm_micros: 2_280_000 },
      previous: { impressions: 3_000, revenue_micros: 6_000_000, ecpm_micros: 2_000_000 },
      change_micros: -300_000,
      change_ratio: -0.05,
      effects: {
        // 1,000 fewer at 2.50, and 1.00 more for 1,500 thousands.
        volume_micros: -2_500_000,
        price_micros: 1_500_000,
        new_micros: 700_000,
        ended_micros: 0,
      },
    })
    // unityads reported 7 March only, which is no loss.
    expect(found.not_compared).toMatchObject({
      current: { revenue_micros: 0 },
      previous: { revenue_micros: 2_000_000 },
    })
    const rows = found.breakdowns.map(({ by, rows, others }) => [
      by.join(),
      ...rows.map(({ app, network, country, kind, change_micros }) =>
        [app?.app_id, network, country, kind, change_micros].filter((one) => one != null).join(' '),
      ),
      others && `${others.count} ${others.change_micros}`,
    ])
    expect(rows).toEqual([
      ['app_id', 'hop-android changed -1000000', 'zoo-ios new 700000', '1 0'],
      ['network', 'admob changed -300000', null],
      ['country', 'DE changed -1000000', 'FR new 700000', '1 0'],
      [
        'app_id,network,country',
        ...['hop-android admob DE changed -1000000', 'zoo-ios admob FR new 700000'],
        '1 0',
      ],
    ])
    expect(found.breakdowns[0]!.rows[0]!.app).toMatchObject({ name: 'Hop', platform: 'android' })
    expect(found.networks).toMatchObject([
      { network: 'admob', compared_days: 1 },
      { network: 'unityads', compared_days: 0, left_out_days: 1 },
    ])
  })

  test('leave out days that a network reported in one range only', async () => {
    // unityads reported the range up to 7 March, so 3 and 4 March have nothing beside them.
    const range = { start_date: '2026-03-05', end_date: '2026-03-09', compare: 'previous_period' }
    const { total, networks, not_compared: leftOut } = await explain(range)
    expect(total.effects).toEqual({
      volume_micros: 0,
      price_micros: 0,
      new_micros: 17_690_000,
      ended_micros: 0,
    })
    expect(leftOut.previous.revenue_micros).toBe(4_000_000)
    expect(networks).toMatchObject([{ compared_days: 5 }, { compared_days: 3, left_out_days: 2 }])
  })

  test('are the same whether days are read together or one by one', async () => {
    // vungle reported every second day, so that its states change more than 32 times.
    const range = { start_date: '2023-07-11', end_date: '2023-08-19', compare: 'previous_period' }
    const all = await explain(range)
    const [, networks] = all.breakdowns
    expect(networks!.rows.map(({ network }) => network)).toEqual(['admob', 'vungle'])
    expect(all.networks).toMatchObject([{ compared_days: 40 }, { compared_days: 20 }])
    for (const row of networks!.rows) {
      const own = await explain({ ...range, network: row.network! })
      expect(own.breakdowns[1]!.rows).toEqual([row])
    }
    // 40 days of 100 impressions become 40 of 101.
    expect(networks!.rows[0]).toMatchObject({
      change_micros: 40 * 200_000,
      kind: 'changed',
      effects: { volume_micros: 40 * 200_000, price_micros: 0 },
    })
  })
})

test('anomalies have the day, what was expected, and the app', async () => {
  const detect = (query: Query = {}) =>
    ask<AnomaliesAnswer>('/anomalies', {
      start_date: '2026-03-01',
      end_date: '2026-03-10',
      ...query,
    })
  const found = await detect()
  // unityads has not reported 8 March, which is no drop; admob's 7 March is 6.00 after 2.00 on Saturdays.
  expect(
    found.anomalies.map(({ date, scope, app, network }) => [date, scope, app?.app_id ?? network]),
  ).toEqual(
    expect.arrayContaining([
      ['2026-03-07', 'network', 'admob'],
      ['2026-03-07', 'total', null],
    ]),
  )
  expect(found.count).toBe(found.anomalies.length)
  const ofUnity = found.anomalies.filter(({ network }) => network === 'unityads')
  expect(ofUnity).toEqual([])
  const [worst] = found.anomalies
  expect(worst).toMatchObject({ expected_micros: expect.any(Number), unjudged_networks: [] })
  expect(await detect({ limit: '1' })).toMatchObject({ count: found.count, anomalies: [worst] })
  for (const by of ['network', 'app_id'] as const) {
    const expected = found.anomalies.filter(({ scope }) => scope === 'total' || scope === by)
    expect((await detect({ by })).anomalies).toEqual(expected)
  }
})

test('a forecast adds up to its point', async () => {
  const found = await ask<ForecastAnswer>('/forecast')
  expect(found).toMatchObject({ month_start_date: '2026-03-01', month_end_date: '2026-03-31' })
  // admob's nine days, unityads' seven, and the special rows.
  expect(found.so_far_micros).toBe(9 * 2_000_000 + 7 * 2_000_000 + 17_690_000)
  const sum = found.days.reduce(
    (sum, one) => sum + Number(one.reported_micros ?? 0) + Number(one.expected_micros ?? 0),
    0,
  )
  expect(sum).toBe(found.point_micros)
  // unityads is late for two days.
  expect(found.days[8]!.expected_micros).toBe(2_000_000)
  const filtered = await ask<ForecastAnswer>('/forecast', { app_id: 'zoo-ios' })
  expect(filtered.so_far_micros).toBe(700_000)
})

test('home has its periods, what is missing, and the forecast', async () => {
  const found = await ask<HomeAnswer>('/home')
  expect(found).toMatchObject({
    today: '2026-03-10',
    figures_to: '2026-03-09',
    complete_to: '2026-03-07',
    networks: [
      {
        network: 'admob',
        last_date: '2026-03-09',
        status: 'estimated',
        is_mediated: false,
        missing: [],
        expected_micros: null,
      },
      {
        network: 'unityads',
        last_date: '2026-03-07',
        status: 'missing',
        missing: [{ start_date: '2026-03-08', end_date: '2026-03-09' }],
        expected_micros: 2_000_000,
      },
    ],
    // Of 2,000,000 on the Monday before and 11,990,000 now: another app began.
    effects: { price_micros: 0, volume_micros: 0, new_micros: 9_990_000, ended_micros: 0 },
    unusual: { scope: 'network', network: 'admob', revenue_micros: 11_990_000 },
    periods: [
      { period: 'yesterday', start_date: '2026-03-09', end_date: '2026-03-09', reported_days: 1 },
      { period: 'last_7', start_date: '2026-03-03', end_date: '2026-03-09', reported_days: 7 },
      {
        period: 'month_to_date',
        start_date: '2026-03-01',
        end_date: '2026-03-09',
        reported_days: 9,
      },
    ],
  })
  const { periods } = await ask<HomeAnswer>('/home', { network: 'unityads' })
  expect(periods.map(({ reported_days }) => reported_days)).toEqual([0, 5, 7])
  const [yesterday, , month] = found.periods
  expect(yesterday!.comparisons).toMatchObject([
    { compare: 'previous_weekdays', revenue_micros: { current: 11_990_000, previous: 2_000_000 } },
    { compare: 'previous_year_weekdays', compared_days: 0 },
  ])
  expect(month!.comparisons).toMatchObject([
    { compare: 'previous_month', compared_days: 9 },
    { compare: 'previous_year', compared_days: 0, revenue_micros: { change_ratio: null } },
  ])
  const { account: _, currency: __, ...forecast } = await ask<ForecastAnswer>('/forecast')
  expect(found.forecast).toEqual(forecast)
})

test('totals are those of the figures and of the comparison, whatever is filtered', async () => {
  for (const filter of [{}, { country: 'DE' }, { platform: 'android' }, { network: 'unityads' }]) {
    const range = { start_date: '2026-03-01', end_date: '2026-03-09', ...filter }
    const asked = { ...range, dimensions: 'network', metrics: 'impressions,revenue_micros' }
    const { totals } = (await own.visitor.get('/report', asked)).json()
    const query = { ...range, compare: 'previous_period' }
    const compared = await ask<ComparisonAnswer>('/comparison', query)
    const explained = await ask<ContributionsAnswer>('/contributions', query)
    const { impressions, revenue_micros } = totals
    expect(compared.total).toMatchObject({ impressions, revenue_micros })
    expect(explained.total.current.revenue_micros).toBe(compared.revenue_micros.current)
    expect(explained.total.previous.revenue_micros).toBe(compared.revenue_micros.previous)
    expect(explained.total.change_ratio).toBe(compared.revenue_micros.change_ratio)
  }
})

test('another account’s figures and apps are not seen', async () => {
  const query = { ...sunday, app_id: 'rival-ios' }
  for (const path of ['/comparison', '/contributions', '/anomalies', '/forecast', '/home']) {
    const answer = await own.visitor.get(path, { ...query })
    expectProblem(answer, 404, 'unknown_app')
    const { body } = await own.visitor.get(path, sunday)
    expect(body).not.toMatch(/rival|ownnet|7777777|777770000/)
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '../../fixtures/dashboard-visitor.ts'
import type { NaiveBreakdown, NaiveFigures } from '../../fixtures/naive-dashboard.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { legacy, rivalApp, twoDays } from '../../fixtures/v2-publisher.ts'
import { figure, type OwnFigures, openOwnFigures, toQuery } from './own-figures.ts'

const rows = [
  '03-01 hop-ios     ownnet video        US 100 1 1 1.5',
  '03-02 hop-amazon  admob  banner       DE  50 5 - 0.25',
  '03-03 hop-ios     ownnet video        US 900 9 3 9.5',
  '03-03 hop-ios     ownnet video        DE 300 - - 0.3',
  '03-03 hop-ios     admob  banner       US 500 5 - 1.25',
  '03-03 hop-android admob  interstitial FR 200 2 - 4',
  '03-04 hop-amazon  ownnet interstitial US  10 - - 0.01',
  '03-04 zoo-ios     admob  rewarded     US   4 0 0 0.03',
  '03-04 zoo-ios     tapjoy rewarded     ZZ   0 0 0 0',
].map(figure)

const range = { start: '2026-03-03', end: '2026-03-04' }

let site: OwnFigures
beforeAll(async () => {
  site = await openOwnFigures(rows)
})
afterAll(() => site.close())

const filters: [what: string, filter: Partial<NaiveFigures>][] = [
  ['an app', { appIds: ['hop-ios'] }],
  ['several apps', { appIds: ['zoo-ios', 'hop-amazon'] }],
  ['an app without figures', { appIds: ['bare-ios'] }],
  ['a platform', { platforms: ['ios'] }],
  ['several platforms', { platforms: ['amazon', 'android'] }],
  ['a network', { networks: ['admob'] }],
  ['several networks', { networks: ['ownnet', 'tapjoy'] }],
  ['a network without figures', { networks: ['vungle'] }],
  ['a format', { formats: ['video'] }],
  ['several formats', { formats: ['banner', 'rewarded'] }],
  ['a country', { countries: ['US'] }],
  ['several countries', { countries: ['DE', 'FR', 'ZZ'] }],
  ['a country without figures', { countries: ['NZ'] }],
  ['an app and its platform', { appIds: ['hop-ios'], platforms: ['ios'] }],
  ['an app and another platform', { appIds: ['hop-ios'], platforms: ['android'] }],
  ['a platform and a network', { platforms: ['ios'], networks: ['ownnet'] }],
  [
    'a network, a format and a country',
    { networks: ['admob'], formats: ['banner'], countries: ['US'] },
  ],
  [
    'all filters',
    {
      appIds: ['hop-ios', 'hop-android'],
      platforms: ['ios'],
      networks: ['ownnet', 'admob'],
      formats: ['video', 'banner'],
      countries: ['US'],
    },
  ],
]

describe.each<NaiveBreakdown>(['network', 'ad_format', 'country', 'app_id', 'platform'])(
  'by %s',
  (by) => {
    test.each(filters)('only rows of %s count', (_what, filter) =>
      site.expectNaive({ by, ...range, ...filter }),
    )
  },
)

const days = { start_date: range.start, end_date: range.end }
const answerTo = async (query: Record<string, string | string[]>) => {
  const response = await site.ask({ ...days, by: 'network', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

test('a filter without matches gives zeros, no groups and no days', async () => {
  const zeros = { impressions: 0, clicks: 0, installs: 0, revenue_micros: 0 }
  const nulls = [null, null]
  expect(await answerTo({ network: 'vungle' })).toEqual({
    account: 'acme',
    currency: 'USD',
    ...days,
    total: zeros,
    series: [],
    groups: [],
    days: { impressions: nulls, clicks: nulls, installs: nulls, revenue_micros: nulls },
  })
})

test('values can be repeated, joined by commas and, except app ids, in any case', async () => {
  const expected = await answerTo({ network: 'admob,ownnet', ad_format: 'video', country: 'US,DE' })
  const other = { network: ['OwnNet', 'ADMOB', 'admob'], ad_format: 'VIDEO', country: 'us,de,us' }
  expect(await answerTo(other)).toEqual(expected)
  const apps = { app_id: ['hop-ios', 'zoo-ios,hop-ios'], platform: ['ios', 'ios'] }
  expect(await answerTo(apps)).toEqual(await answerTo({ app_id: 'zoo-ios,hop-ios' }))
})

test('an empty filter is refused, since it would answer more than was meant', async () => {
  const empty = { app_id: '', platform: '', network: '', ad_format: '', country: '' }
  const response = await site.ask({ ...days, by: 'network', ...empty })
  const named = Object.keys(empty).map((name) => [name, /^is empty; leave it out/])
  expectProblem(response, 400, 'bad_parameters', Object.fromEntries(named))
})

test('an app of another account is unknown, like one that does not exist', async () => {
  for (const app_id of ['rival-ios', 'nothing', 'HOP-IOS', 'hop-ios,rival-ios', '__proto__']) {
    const response = await site.ask({ ...days, by: 'network', app_id })
    expectProblem(response, 404, 'unknown_app')
    expect(response.json().detail).toContain(app_id.split(',').at(-1))
  }
  // The answer does not reveal whether another account has the app.
  const [one, other] = await Promise.all(
    ['rival-ios', 'nobody-is'].map((app_id) => site.ask({ ...days, by: 'app_id', app_id })),
  )
  expect(one!.json().detail.replace('rival-ios', '')).toBe(
    other!.json().detail.replace('nobody-is', ''),
  )
})

test('an app id that has to be escaped selects its app', async () => {
  const dashboard = await openDashboard()
  try {
    const visitor = await dashboard.signIn('acme')
    const asked = { ...twoDays, by: 'app_id' }
    expect((await visitor.get('/figures', { ...asked, app_id: legacy })).statusCode).toBe(200)
    const refused = await visitor.get('/figures', { ...asked, app_id: rivalApp })
    expectProblem(refused, 404, 'unknown_app')
    const rival = await dashboard.signIn('rival')
    const { currency, groups } = (await rival.get('/figures', asked)).json()
    expect([currency, groups.map(({ key }: { key: string }) => key)]).toEqual(['EUR', [rivalApp]])
  } finally {
    await dashboard.close()
  }
})

test('filters have the dashboard’s names, not those of V2', async () => {
  const query = toQuery({ by: 'network', ...range })
  const [plain, foreign] = [
    await site.ask(query),
    await site.ask({ ...query, geo: 'DE', key: 'x' }),
  ]
  expect(foreign.json()).toEqual(plain.json())
})

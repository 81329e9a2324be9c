import { describe, expect, test } from 'vitest'
import { openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { type ExpectedErrors, expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openDashboard)
const visitor = shareSite(() => site.signIn('acme'))

const range = { start_date: '2026-03-01', end_date: '2026-03-02' }
const good = { ...range, compare: 'previous_period' }

const ranges: [what: string, query: Query, errors: ExpectedErrors][] = [
  ['without days', { compare: 'previous_year' }, { start_date: /required/, end_date: /required/ }],
  ['from an invalid day', { ...good, start_date: '2026-02-30' }, { start_date: /YYYY-MM-DD/ }],
  ['with days in reverse order', { ...good, end_date: '2026-02-28' }, { end_date: /before/ }],
  ['with an unknown country', { ...good, country: 'US,XX' }, { country: /"XX"/ }],
  ['with an unknown platform', { ...good, platform: 'windows' }, { platform: /"windows"/ }],
]

const compared: typeof ranges = [
  ...ranges,
  ['with too many days', { ...good, start_date: '2016-02-01' }, { end_date: /3683.*3660/ }],
  ['against nothing', range, { compare: /required: one of previous_period, previous_weekdays/ }],
  [
    'against something else',
    { ...range, compare: 'yesterday' },
    { compare: /"yesterday".*previous_year/ },
  ],
  [
    'against two bases',
    { ...range, compare: ['previous_year', 'previous_month'] },
    { compare: /once/ },
  ],
  [
    'against a basis and a day',
    { ...good, compare_start_date: '2026-01-01' },
    { compare: /cannot be combined with compare_start_date/ },
  ],
  [
    'against a day that is not before it',
    { ...range, compare_start_date: '2026-03-01' },
    { compare_start_date: /2026-03-01 is not before start_date 2026-03-01/ },
  ],
  [
    'against an invalid day',
    { ...range, compare_start_date: '1.3.2026' },
    { compare_start_date: /"1.3.2026"/ },
  ],
]

describe.each<[path: string, refused: typeof ranges]>([
  ['/comparison', [...compared]],
  [
    '/contributions',
    [
      ...compared,
      ['with no rows', { ...good, limit: '0' }, { limit: /"0".*1 to 200/ }],
      ['with too many rows', { ...good, limit: '201' }, { limit: /"201".*1 to 200/ }],
    ],
  ],
  [
    '/anomalies',
    [
      ...ranges,
      ['of more than a year', { ...range, start_date: '2025-03-01' }, { end_date: /367.*366/ }],
      ['with too many', { ...range, limit: '501' }, { limit: /"501".*1 to 500/ }],
      ['by something else', { ...range, by: 'country' }, { by: /"country".*network or app/ }],
    ],
  ],
  ['/forecast', [['with a bad filter', { network: 'own net' }, { network: /"own net"/ }]]],
  ['/home', [['with a bad filter', { ad_format: '<b>' }, { ad_format: /<b>/ }]]],
])('%s is refused', (path, refused) => {
  test.each(refused)('%s', async (_what, query, errors) => {
    expectProblem(await visitor.get(path, query), 400, 'bad_parameters', errors)
  })
})

test('the first and last days of the calendar are accepted', async () => {
  const spans = [
    ['0000-01-01', '0000-01-01'],
    ['0000-01-01', '0001-01-02'],
    ['9999-12-30', '9999-12-31'],
    ['2016-03-02', '2026-03-09'],
  ]
  for (const [start_date, end_date] of spans) {
    for (const compare of [
      'previous_period',
      'previous_month',
      'previous_year',
      'previous_year_weekdays',
    ]) {
      for (const path of ['/comparison', '/contributions']) {
        const response = await visitor.get(path, { start_date, end_date, compare })
        expect(response.statusCode, `${path} ${start_date}: ${response.body}`).toBe(200)
      }
    }
  }
  for (const day of ['0000-01-01', '9999-12-31']) {
    const response = await visitor.get('/anomalies', { start_date: day, end_date: day })
    expect(response.json()).toMatchObject({ count: 0, anomalies: [] })
  }
})

test('an account without figures has nothing to compare, explain or forecast', async () => {
  const idle = await site.signIn('idle')
  const answers = await Promise.all(
    ['/comparison', '/contributions', '/anomalies', '/forecast', '/home'].map(async (path) => {
      const response = await idle.get(path, path === '/anomalies' ? range : good)
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    }),
  )
  expect(answers).toMatchObject([
    {
      compared_days: 0,
      left_out_days: 2,
      networks: [],
      revenue_micros: { change_ratio: null, no_ratio_reason: 'nothing_compared' },
    },
    { total: { change_micros: 0, change_ratio: null }, breakdowns: Array(4).fill({ rows: [] }) },
    { count: 0 },
    { so_far_micros: 0, point_micros: null, low_micros: null, high_micros: null },
    { figures_to: null, complete_to: null, networks: [], forecast: { point_micros: null } },
  ])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DashboardSite,
  openDashboard,
  type Visitor,
} from '../../fixtures/dashboard-visitor.ts'
import { type ExpectedErrors, expectProblem } from '../../fixtures/problem-body.ts'
import { type Query, serveReports } from '../../fixtures/report-server.ts'

let site: DashboardSite
let visitor: Visitor
beforeAll(async () => {
  site = await openDashboard()
  visitor = await site.signIn('acme')
})
afterAll(() => site.close())

const good = { start_date: '2026-03-01', end_date: '2026-03-02', by: 'network' }

describe('a request with bad parameters is refused with a list of them', () => {
  test.each<[what: string, query: Query, errors: ExpectedErrors]>([
    ['without any parameter', {}, { start_date: /required/, end_date: /required/, by: /required/ }],
    ['without a first day', { ...good, start_date: undefined }, { start_date: /required/ }],
    ['without a last day', { ...good, end_date: undefined }, { end_date: /required/ }],
    ['with an empty last day', { ...good, end_date: '' }, { end_date: /^is empty/ }],
    ['without a breakdown', { ...good, by: undefined }, { by: /required.*platform/ }],
    ['by an unknown breakdown', { ...good, by: 'ad_tag' }, { by: /"ad_tag".*network, ad_format/ }],
    ['by a breakdown in another case', { ...good, by: 'Network' }, { by: /"Network"/ }],
    ['by two breakdowns', { ...good, by: ['network', 'app_id'] }, { by: /once/ }],
    ['by a list', { ...good, by: 'network,app' }, { by: /"network,app"/ }],
    ['from an invalid day', { ...good, start_date: '2026-02-30' }, { start_date: /YYYY-MM-DD/ }],
    ['to a day in another form', { ...good, end_date: '2.3.2026' }, { end_date: /"2.3.2026"/ }],
    ['to a time', { ...good, end_date: '2026-03-02T00:00:00Z' }, { end_date: /YYYY-MM-DD/ }],
    [
      'with two first days',
      { ...good, start_date: ['2026-03-01', '2026-03-01'] },
      { start_date: /once/ },
    ],
    [
      'with the last day before the first',
      { ...good, end_date: '2026-02-28' },
      { end_date: /before start_date/ },
    ],
    // 3,653 days up to 1 March 2026, plus eight.
    [
      'with too many days',
      { ...good, start_date: '2016-03-01', end_date: '2026-03-09' },
      { end_date: /3661.*3660/ },
    ],
    ['with an unknown platform', { ...good, platform: 'windows' }, { platform: /"windows"/ }],
    ['with an unknown second platform', { ...good, platform: 'ios,web' }, { platform: /"web"/ }],
    ['with an unknown country', { ...good, country: 'US,XX' }, { country: /"XX"/ }],
    [
      'with a country in letters that change in upper case',
      { ...good, country: 'ıe' },
      { country: /ıe/ },
    ],
    ['with an invalid network', { ...good, network: 'own net' }, { network: /"own net"/ }],
    ['with an invalid format', { ...good, ad_format: '<b>' }, { ad_format: /<b>/ }],
    ['with an empty app id', { ...good, app_id: '9,,10' }, { app_id: /separated by commas/ }],
    [
      'in all parameters',
      { start_date: 'x', by: 'x', platform: 'x', country: 'x', network: '!', ad_format: '!' },
      {
        start_date: /"x"/,
        end_date: /required/,
        by: /"x"/,
        platform: /"x"/,
        country: /"x"/,
        network: /"!"/,
        ad_format: /"!"/,
      },
    ],
  ])('%s', async (_what, query, errors) => {
    expectProblem(await visitor.get('/figures', query), 400, 'bad_parameters', errors)
  })
})

test('the longest range is the configured one', async () => {
  const server = serveReports(site.installation, { maxRangeDays: 2 })
  try {
    const ask = (end_date: string) =>
      server.get(
        '/dashboard/api/figures',
        { ...good, end_date },
        { cookie: `adtally_session=${visitor.token}` },
      )
    expect((await ask('2026-03-02')).statusCode).toBe(200)
    expectProblem(await ask('2026-03-03'), 400, 'bad_parameters', { end_date: /3 days; at most 2/ })
  } finally {
    await server.close()
  }
})

test('the first and last days of the calendar are accepted', async () => {
  const ranges = [
    ['1970-01-01', '1970-01-02'],
    ['1960-01-01', '1970-01-01'],
    ['0001-01-01', '0001-01-02'],
    ['0000-01-01', '0000-01-01'],
    ['9999-12-30', '9999-12-31'],
    ['2016-03-02', '2026-03-09'],
  ]
  for (const [start_date, end_date] of ranges) {
    const response = await visitor.get('/figures', { ...good, start_date, end_date })
    expect(response.statusCode, `${start_date}: ${response.body}`).toBe(200)
  }
})

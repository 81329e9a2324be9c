import { describe, expect, test } from 'vitest'
import { countries } from '../../../src/values/country.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { asking, march, posting, reportPath, withKey } from '../../fixtures/report-endpoint.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher, rivalApp } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(() => openV2Publisher({ maxRangeDays: 100 }))
const ask = asking(publisher)
const post = posting(publisher)

const refused = async (query: Record<string, string | string[]>, errors: Record<string, RegExp>) =>
  expectProblem(await ask(query), 400, 'bad_parameters', errors)

describe('a parameter that the endpoint does not have is refused with the right name', () => {
  test.each([
    ['geo', /Did you mean country\?/],
    ['countries', /Did you mean country\?/],
    ['Country', /Did you mean country\?/],
    ['country[]', /Did you mean country\?/],
    ['contry', /Did you mean country\?/],
    ['country_nto', /Did you mean country_not\?/],
    ['group_by', /Did you mean dimensions\?/],
    ['ad_network', /Did you mean network\?/],
    ['apps', /Did you mean app_id\?/],
    ['from', /Did you mean start_date\?/],
    ['endDate', /Did you mean end_date\?/],
    ['ad_type', /Did you mean ad_format\?/],
    ['sort', /Did you mean order_by\?/],
    ['page', /next_cursor/],
    ['timezone', /each network's own/],
    ['currency', /account's currency/],
    ['last_days', /Did you mean days\?/],
    ['period', /Did you mean days\?/],
    ['filters', /POST/],
    ['app_name', /use app_id/],
    ['xyzzy', /start_date, end_date, days, dimensions, metrics, app_id/],
    ['__proto__', /not a parameter/],
    ['constructor', /not a parameter/],
  ])('%s', async (name, message) => {
    await refused({ [name]: '1' }, { [name]: message })
  })
})

test('relative days have the bound of all ranges, and one of both forms is required', async () => {
  const asked = async (query: Record<string, string>) =>
    publisher.server.get(reportPath, query, withKey(acme.key))
  const days = { days: /the range has 101 days; at most 100 are accepted/ }
  expectProblem(await asked({ days: 'last_101' }), 400, 'bad_parameters', days)
  expectProblem(await asked({ days: 'last_7', end_date: '2026-03-01' }), 400, 'bad_parameters', {
    days: /excludes end_date/,
  })
  expectProblem(await asked({ days: 'this_week' }), 400, 'bad_parameters', {
    days: /"this_week" is not accepted: last_N \(1 to 3660 .*week_to_date/,
  })
  const required = /is required: a calendar day as YYYY-MM-DD. Or pass days/
  expectProblem(await asked({}), 400, 'bad_parameters', {
    start_date: required,
    end_date: required,
  })
})

describe('a value that is not accepted is named with what is', () => {
  test.each<[string, Record<string, string | string[]>, Record<string, RegExp>]>([
    [
      'a day that does not exist',
      { start_date: '2026-02-30' },
      { start_date: /"2026-02-30".*YYYY-MM-DD/ },
    ],
    ['days in the wrong order', { end_date: '2026-02-01' }, { end_date: /swap/ }],
    ['relative days and dates', { days: 'last_7' }, { days: /excludes start_date and end_date/ }],
    [
      'a condition on a metric of the wrong form',
      { dimensions: 'country', having: 'revenue>100' },
      { having: /"revenue>100" is not accepted: metric:operator:value, such as revenue:gte:100/ },
    ],
    [
      'an unknown operator',
      { dimensions: 'country', having: 'revenue:is:1' },
      { having: /operators: eq, ne, gt, gte, lt, lte/ },
    ],
    [
      'a condition on a dimension',
      { dimensions: 'country', having: 'country:eq:1' },
      { having: /metrics: impressions/ },
    ],
    [
      'more decimals than the metric has',
      { dimensions: 'country', having: 'impressions:gt:0.5,ecpm:gt:0.00001' },
      {
        having:
          /"impressions:gt:0.5", "ecpm:gt:0.00001" are not accepted.*the decimals of the metric/,
      },
    ],
    [
      'a value that is too large',
      { dimensions: 'country', having: 'revenue:gt:1234567890123' },
      { having: /at most 12 digits/ },
    ],
    [
      'an inherited operator',
      { dimensions: 'country', having: 'revenue:constructor:1' },
      { having: /operators/ },
    ],
    ['conditions without dimensions', { having: 'revenue:gt:1' }, { having: /needs dimensions/ }],
    [
      'too many conditions',
      { dimensions: 'country', having: Array.from({ length: 21 }, (_, n) => `clicks:ne:${n}`) },
      { having: /21 conditions; at most 20/ },
    ],
    ['too many days', { start_date: '2025-01-01' }, { end_date: /429 days; at most 100/ }],
    ['a repeated day', { start_date: ['2026-03-01', '2026-03-02'] }, { start_date: /repeated/ }],
    [
      'an unknown dimension',
      { dimensions: 'date,geo' },
      { dimensions: /"geo".*did you mean country\?/ },
    ],
    ['no dimension at all', { dimensions: 'zzzzzz' }, { dimensions: /date, week, month, app_id/ }],
    ['two dimensions of time', { dimensions: 'date,month' }, { dimensions: /date and month/ }],
    ['a repeated dimension', { dimensions: 'date,date' }, { dimensions: /date is repeated/ }],
    ['an unknown metric', { metrics: 'earnings' }, { metrics: /did you mean revenue\?/ }],
    [
      'several misspelt metrics',
      { metrics: 'revenu,impresions,zzzzzzzz' },
      { metrics: /did you mean revenue, impressions\? It takes impressions, clicks/ },
    ],
    ['a repeated metric', { metrics: 'ecpm,ecpm' }, { metrics: /ecpm is repeated/ }],
    [
      'an unknown country',
      { country: 'US,USA' },
      { country: /"USA" is not accepted: countries such as US \(an ISO/ },
    ],
    [
      'several unknown countries',
      { country_not: 'A,B,C,D,E,F,G' },
      { country_not: /"E" and 2 more are/ },
    ],
    [
      'letters of other scripts',
      { country: 'ıd', network: '\u212aiosk' },
      { country: /ISO/, network: /lower-case/ },
    ],
    ['a bad network', { network: 'ad mob' }, { network: /lower-case letters/ }],
    ['an unknown platform', { platform: 'windows' }, { platform: /ios, android, amazon/ }],
    ['an empty filter', { country: '' }, { country: /is empty; leave it out/ }],
    ['an empty value of a filter', { country: 'US,,DE' }, { country: /"" is not accepted/ }],
    ['an empty list', { metrics: '' }, { metrics: /is empty/ }],
    ['an ad format as format', { format: 'rewarded' }, { format: /ad_format=rewarded/ }],
    ['two formats', { format: ['csv', 'json'] }, { format: /repeated/ }],
    [
      'an order by what is not requested',
      { order_by: 'clicks' },
      { order_by: /impressions, revenue, ecpm/ },
    ],
    [
      'an order by a comparison without one',
      { order_by: 'previous_revenue' },
      { order_by: /requested/ },
    ],
    [
      'an order by the change of a ratio',
      { compare: 'previous_year', order_by: 'change_ecpm' },
      { order_by: /revenue, previous_revenue, change_revenue, ecpm, previous_ecpm\), each/ },
    ],
    ['an unknown direction', { order_by: 'revenue:down' }, { order_by: /:asc or :desc/ }],
    ['an order twice', { order_by: 'revenue,revenue:desc' }, { order_by: /revenue is repeated/ }],
    ['a limit of 0', { limit: '0' }, { limit: /1 to 100000/ }],
    ['a limit too large', { limit: '100001' }, { limit: /1 to 100000/ }],
    [
      'a limit of too many cells',
      {
        limit: '50000',
        metrics: 'impressions,clicks,revenue,ecpm,ctr,cvr,requests',
        compare: 'previous_year',
      },
      { limit: /at most 47619 rows with this many columns/ },
    ],
    ['a limit with a fraction', { limit: '1.5' }, { limit: /1 to 100000/ }],
    [
      'an unknown comparison',
      { compare: 'last_year' },
      { compare: /previous_period, previous_weekdays, previous_month, previous_year/ },
    ],
    [
      'other compared days',
      { compare: 'previous_year', compare_days: 'all' },
      { compare_days: /reported/ },
    ],
    ['compared days of nothing', { compare_days: 'reported' }, { compare_days: /needs compare/ }],
    ['fill without time', { fill: 'dates', dimensions: 'country' }, { fill: /date, week, month/ }],
    ['another fill', { fill: 'zeros', dimensions: 'date' }, { fill: /dates/ }],
    ['another inclusion', { include: 'totals' }, { include: /total_rows, freshness/ }],
    ['a time without a zone', { as_of: '2026-03-01T00:00:00' }, { as_of: /RFC 3339/ }],
    [
      'freshness of the past',
      { as_of: '2026-03-01T00:00:00Z', include: 'freshness' },
      { include: /of now/ },
    ],
    ['a cursor of nothing', { cursor: 'abc' }, { cursor: /next_cursor/ }],
  ])('%s', async (_, query, errors) => {
    await refused(query, errors)
  })

  test('every bad parameter is named at once', async () => {
    const response = await publisher.server.get(
      reportPath,
      { metrics: 'money', geo: 'us', limit: '-1', country: 'XX' },
      withKey(acme.key),
    )
    expectProblem(response, 400, 'bad_parameters', {
      start_date: /is required/,
      end_date: /is required/,
      metrics: /revenue/,
      geo: /country/,
      limit: /1 to/,
      country: /ISO/,
    })
  })

  test('ranges that no calendar has are refused', async () => {
    const first = { start_date: '0000-01-01', end_date: '0000-01-02' }
    await refused({ ...first, compare: 'previous_period' }, { compare: /0000-01-01/ })
    await refused({ ...first, compare: 'previous_year' }, { compare: /0000-01-01/ })
    await refused({ ...first, dimensions: 'week' }, { start_date: /0000-01-03/ })
    const last = { start_date: '2026-03-01', end_date: '2026-03-05', compare: '9999-12-30' }
    await refused(last, { compare: /9999-12-31/ })
    expect((await ask({ ...first, dimensions: 'month', fill: 'dates' })).statusCode).toBe(200)
  })

  test('more than a thousand values are refused', async () => {
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`)
    expect((await post({ ad_tag: tags(1_000) })).statusCode).toBe(200)
    expectProblem(await post({ ad_tag: tags(1_001) }), 400, 'bad_parameters', {
      ad_tag: /1001 values; at most 1000/,
    })
  })

  test('a refusal is short, however long the request is', async () => {
    const names = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`nonsense${i}`, 1]))
    const response = await post({ ...names, country: ['x'.repeat(500_000)], network: [{}, [], 1] })
    expect(response.statusCode).toBe(400)
    expect(response.body.length).toBeLessThan(30_000)
  })
})

test('a question mark in a value does not end the query', async () => {
  const { app } = publisher.server
  const url = `${reportPath}?${new URLSearchParams(march)}&ad_tag=why?&geo=us`
  const response = await app.inject({ method: 'GET', url, headers: withKey(acme.key) })
  expectProblem(response, 400, 'bad_parameters', { geo: /Did you mean country\?/ })
  const kept = await app.inject({
    method: 'GET',
    url: url.replace('&geo', '&country'),
    headers: withKey(acme.key),
  })
  expect(kept.json().meta.unmatched).toEqual({ ad_tag: ['why?'] })
})

describe('a POST', () => {
  test.each<[string, object, Record<string, RegExp>]>([
    ['a list as text', { country: 'US' }, { country: /must be an array/ }],
    ['numbers in a list', { country: [1] }, { country: /1 is not accepted/ }],
    ['a limit as text', { limit: '5' }, { limit: /must be a number, without quotes: 1 to/ }],
    ['no metrics', { metrics: [] }, { metrics: /is empty/ }],
    ['no values', { country: [] }, { country: /is empty/ }],
    ['an object as a day', { start_date: {} }, { start_date: /an object is not accepted/ }],
    ['a list as a day', { start_date: ['2026-03-01'] }, { start_date: /must be no list/ }],
    ['null', { country: null }, { country: /must be an array/ }],
    ['filters that are no list', { filters: {} }, { filters: /must be an array of/ }],
    ['too many filters', { filters: Array(37).fill(null) }, { filters: /at most 36/ }],
    [
      'a filter without values',
      { filters: [{ dimension: 'country', operator: 'is' }] },
      { filters: /must be/ },
    ],
    [
      'an unknown operator',
      { filters: [{ dimension: 'country', operator: 'contains', values: ['US'] }] },
      { filters: /"is" or "is_not"/ },
    ],
    [
      'a filter by what is no dimension of filters',
      { filters: [{ dimension: 'app_name', operator: 'is', values: ['x'] }] },
      { filters: /"app_name" cannot be filtered by: app_id, platform, network, ad_format/ },
    ],
    [
      'the same filter twice',
      { country: ['US'], filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }] },
      { filters: /country twice/ },
    ],
    ['a key', { key: acme.key }, { key: /bearer/ }],
    ['other names', { geo: ['us'] }, { geo: /country/ }],
  ])('with %s is refused', async (_, body, errors) => {
    expectProblem(await post(body), 400, 'bad_parameters', errors)
  })

  test('never repeats a key', async () => {
    expect((await post({ key: acme.key })).body).not.toContain(acme.key)
  })

  test('with parameters in its URL is refused', async () => {
    const { app } = publisher.server
    const url = `${reportPath}?country=US&developer=acme`
    const headers = withKey(acme.key)
    const response = await app.inject({ method: 'POST', url, headers, payload: march })
    expectProblem(response, 400, 'bad_parameters', { country: /JSON body/ })
  })

  test.each([
    ['no JSON', 'start_date=2026-03-01', 'application/json', 400, /not valid JSON/],
    ['an array', '[]', 'application/json', 400, /must be a JSON object/],
    ['null', 'null', 'application/json', 400, /must be a JSON object/],
    ['nothing', '', 'application/json', 400, /not valid JSON|JSON object/],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 400, /Content-Type: application\/json/],
    ['a poisoned prototype', '{"__proto__":{"x":1}}', 'application/json', 400, /not valid JSON/],
    ['deep nesting', '['.repeat(100_000), 'application/json', 400, /not valid JSON/],
    [
      'more than a mebibyte',
      `"${'x'.repeat(1_048_577)}"`,
      'application/json',
      413,
      /1,048,576 bytes/,
    ],
  ])('with %s is refused', async (_, payload, type, status, detail) => {
    const response = await publisher.server.app.inject({
      method: 'POST',
      url: reportPath,
      headers: { ...withKey(acme.key), 'content-type': type },
      payload,
    })
    expectProblem(response, status, status === 413 ? 'upload_too_large' : 'bad_request')
    expect(response.json().detail).toMatch(detail)
  })
})

test('errors are problem bodies in every format', async () => {
  for (const format of ['json', 'csv', 'ndjson']) {
    await refused({ format, limit: '0' }, { limit: /1 to/ })
    const unknown = await ask({ format, app_id: rivalApp })
    expectProblem(unknown, 404, 'unknown_app')
    expect(unknown.headers['content-disposition']).toBeUndefined()
  }
})

test('other methods are refused with the ones that are supported', async () => {
  const response = await publisher.server.send('DELETE', reportPath, march, withKey(acme.key))
  expectProblem(response, 405, 'method_not_allowed')
  expect(response.headers.allow).toBe('GET, HEAD, POST')
})

test('a total beyond 64 bits is refused', async () => {
  const big = { network: 'bignet', format: 'video', impressions: 1, revenue: '9999999999.999999' }
  // 9,223,372,036,854.775807 at most: 923 of these are too many.
  const rows = countries
    .slice(0, 231)
    .flatMap((country) =>
      ['9', '10', '100', 'zq'].map((app) => ({ ...big, country, date: '2026-01-10', app_id: app })),
    )
  await publisher.installation.importFigures(rows)
  const days = { start_date: '2026-01-10', end_date: '2026-01-10' }
  for (const format of ['json', 'csv']) {
    const response = await ask({ ...days, metrics: 'revenue', format })
    expectProblem(response, 400, 'figure_too_large')
  }
  const byApp = { ...days, dimensions: 'app_id', metrics: 'revenue', format: 'csv' }
  expect((await ask(byApp)).body).toContain('zq,2309999999999.999769\r\n')
})

import { describe, expect, test } from 'vitest'
import {
  asking,
  jsonOf,
  march,
  posting,
  reportPath,
  rowsOf,
  withKey,
} from '../../fixtures/report-endpoint.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, legacy, openV2Publisher, rocket, zoo } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)
const ask = asking(publisher)
const post = posting(publisher)

describe('an answer', () => {
  test('has meta data, totals and rows, in this order', async () => {
    const response = await ask({ dimensions: 'month,country', metrics: 'revenue,impressions' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    // 0.30 + 4 + (12.50 + 1.255 + 2.004999 + 0.01 + 0.034998 + 0.000005 - 0.50) + (1 - 1 + 0 + 1)
    expect(response.body).toBe(
      '{"meta":{"as_of":"2026-03-10T15:04:05Z","start_date":"2026-03-01","end_date":"2026-03-05",' +
        '"dimensions":["month","country"],"metrics":["revenue","impressions"],"currency":"USD",' +
        '"partial_periods":["2026-03-01"],"partly_known":[],"unmatched":{}},' +
        '"totals":{"revenue":20.605002,"impressions":2848},"data":[' +
        '{"month":"2026-03-01","country":"DE","revenue":0.3,"impressions":300},' +
        '{"month":"2026-03-01","country":"FR","revenue":4,"impressions":200},' +
        '{"month":"2026-03-01","country":"JP","revenue":1,"impressions":31},' +
        '{"month":"2026-03-01","country":"US","revenue":15.305002,"impressions":2317}],' +
        '"next_cursor":null,"has_more":false}',
    )
  })

  test('without dimensions is one row of totals, with impressions, revenue and eCPM', async () => {
    const { data, totals } = jsonOf(await ask())
    // 20.605002 ÷ 2848 × 1000 = 7.23490…
    expect(totals).toEqual({ impressions: 2848, revenue: 20.605002, ecpm: 7.2349 })
    expect(data).toEqual([totals])
  })

  test.each<Readonly<Record<string, string>>>([
    {},
    { compare: 'previous_period' },
    { dimensions: 'date', fill: 'dates' },
    { dimensions: 'date', fill: 'dates', compare: 'previous_period' },
  ])(
    'totals of nothing are null if unreported, and 0 if reported without figures: %o',
    async (shape) => {
      const totalsOf = async (query: object) =>
        jsonOf(await ask({ metrics: 'impressions,revenue,ctr', ...shape, ...query })).totals
      const unreported = { start_date: '2026-04-01', end_date: '2026-04-03' }
      expect(await totalsOf(unreported)).toMatchObject({
        impressions: null,
        revenue: null,
        ctr: null,
      })
      expect(await totalsOf({ country: 'BR' })).toMatchObject({ impressions: 0, revenue: 0 })
      const { data } = jsonOf(await ask({ ...unreported, metrics: 'impressions' }))
      expect(data).toEqual([{ impressions: null }])
    },
  )

  test('is the same by GET and by POST, byte for byte', async () => {
    const question = {
      dimensions: ['date', 'network'],
      metrics: ['revenue', 'clicks'],
      country: ['US', 'JP'],
      network_not: ['vungle'],
      order_by: ['revenue:desc', 'date'],
      include: ['total_rows'],
    }
    const joined = Object.fromEntries(
      Object.entries(question).map(([name, values]) => [name, values.join(',')]),
    )
    const got = await ask(joined)
    const repeated = await ask(question)
    const posted = await post(question)
    const { country, network_not: without, ...others } = question
    const filtered = await post({
      ...others,
      filters: [
        { dimension: 'network', operator: 'is_not', values: without },
        { dimension: 'country', operator: 'is', values: country.toReversed() },
      ],
    })
    expect(got.statusCode).toBe(200)
    for (const other of [repeated, posted, filtered]) {
      expect(other.body).toBe(got.body)
      expect(other.headers.etag).toBe(got.headers.etag)
    }
  })

  test('needs only a key; a developer must match it', async () => {
    const headers = withKey(acme.key)
    const { app, get } = publisher.server
    const statuses = await Promise.all([
      get(reportPath, { ...march, developer: 'acme' }, headers),
      get(reportPath, { ...march, key: acme.key }),
      get(reportPath, { ...march, developer: 'rival' }, headers),
      get(reportPath, march),
      post({ developer: 'acme' }),
      post({ developer: 'rival' }),
      app.inject({
        method: 'POST',
        url: `${reportPath}?developer=acme&key=${acme.key}`,
        payload: march,
      }),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 401, 401, 200, 401, 200,
    ])
  })
})

describe('dimensions', () => {
  test.each([
    // 1 March 2026 is a Sunday.
    [
      'week',
      [
        ['2026-02-23', 2714],
        ['2026-03-02', 134],
      ],
      ['2026-02-23', '2026-03-02'],
    ],
    ['month', [['2026-03-01', 2848]], ['2026-03-01']],
  ])('%s groups days, and names the periods that the range cuts off', async (time, rows, cut) => {
    const response = await ask({ dimensions: time, metrics: 'impressions' })
    expect(rowsOf(response)).toEqual(rows)
    expect(jsonOf(response).meta.partial_periods).toEqual(cut)
  })

  test('whole weeks and months are not partial', async () => {
    const whole = { start_date: '2026-02-02', end_date: '2026-03-01' }
    const weeks = jsonOf(await ask({ ...whole, dimensions: 'week' }))
    expect(weeks.meta.partial_periods).toEqual([])
    const months = jsonOf(
      await ask({ start_date: '2026-02-01', end_date: '2026-03-31', dimensions: 'month' }),
    )
    expect(months.meta.partial_periods).toEqual([])
  })

  test('apps are in the order in which they were added, with name, platform and currency', async () => {
    const response = await ask({
      dimensions: 'app_id,app_name,platform,currency',
      metrics: 'impressions',
    })
    expect(rowsOf(response)).toEqual([
      [zoo, 'Zoo Quiz', 'ios', 'USD', 35],
      [rocket.ios, 'Rocket Racer', 'ios', 'USD', 2603],
      [rocket.android, 'Rocket Racer', 'android', 'USD', 200],
      [rocket.amazon, 'Rocket Racer', 'amazon', 'USD', 10],
    ])
  })
})

describe('metrics', () => {
  test('know what is unknown, and say which sums are partly known', async () => {
    const metrics = 'clicks,ctr,clicks_coverage,installs,cvr,installs_coverage'
    const response = await ask({ dimensions: 'country', metrics })
    // Without the 300, 10 and 31 impressions of rows that do not know their clicks: 26 of 2507.
    expect(jsonOf(response).totals).toEqual({
      clicks: 26,
      ctr: 0.010371,
      clicks_coverage: 0.880267,
      installs: null,
      cvr: null,
      installs_coverage: 0,
    })
    expect(rowsOf(response).map((row) => row.slice(0, 4))).toEqual([
      ['DE', null, null, 0],
      ['FR', 2, 0.01, 1],
      ['JP', null, null, 0],
      // 24 of 2307; the 10 impressions of amazon are of unknown clicks.
      ['US', 24, 0.010403, 0.995684],
    ])
    expect(jsonOf(response).meta.partly_known).toEqual(['clicks', 'ctr'])
    const known = jsonOf(await ask({ metrics: 'clicks', network: 'chartboost' }))
    expect(known.meta.partly_known).toEqual([])
  })
})

describe('filters', () => {
  const impressions = async (query: Record<string, string>) => {
    const { totals } = jsonOf(await ask({ metrics: 'impressions', ...query }))
    return totals.impressions
  }

  test.each([
    [{ network: 'admob' }, 707],
    [{ network_not: 'admob' }, 2141],
    [{ network: 'ADMOB,chartboost' }, 907],
    [{ network: 'admob', network_not: 'admob' }, null],
    [{ country: 'us' }, 2317],
    [{ country_not: 'US,JP' }, 500],
    [{ ad_format: 'interstitial' }, 210],
    [{ ad_format_not: 'video' }, 214],
    [{ ad_tag: 'menu' }, 500],
    [{ ad_tag_not: 'menu' }, 2348],
    [{ platform: 'ios' }, 2638],
    [{ platform_not: 'ios,amazon' }, 200],
    [{ app_id: zoo }, 35],
    [{ app_id: `${rocket.android},${rocket.amazon}` }, 210],
    [{ app_id_not: zoo }, 2813],
    [{ app_id: rocket.ios, platform: 'android' }, null],
    [{ app_id: rocket.ios, country: 'DE' }, 300],
  ])('%j selects %s impressions', async (query, expected) => {
    expect(await impressions(query as unknown as Record<string, string>)).toBe(expected)
  })

  test('of apps without figures select nothing, whose totals are unknown', async () => {
    expect(await impressions({ app_id: legacy })).toBe(null)
  })

  test('values that no figure has are named, by filter', async () => {
    const filters = {
      network: 'admob,nobody',
      country_not: 'US,NZ',
      ad_format: 'native,offerwall',
      ad_tag: 'menu,Menu',
      platform: 'ios,android',
    }
    expect(jsonOf(await ask(filters)).meta.unmatched).toEqual({
      network: ['nobody'],
      country_not: ['NZ'],
      ad_format: ['offerwall'],
      ad_tag: ['Menu'],
    })
  })

  test('a POST may have values with commas', async () => {
    const { meta } = jsonOf(await post({ ad_tag: ['menu', 'a,b'] }))
    expect(meta.unmatched).toEqual({ ad_tag: ['a,b'] })
  })
})

describe('relative days', () => {
  const asked = { dimensions: 'date', metrics: 'impressions' }
  const relative = (days: string, query: object = {}) =>
    publisher.server.get(reportPath, { ...asked, days, ...query }, withKey(acme.key))

  // Today is 10 March, a Tuesday.
  test.each([
    ['today', '2026-03-10', '2026-03-10'],
    ['yesterday', '2026-03-09', '2026-03-09'],
    ['last_9', '2026-03-01', '2026-03-09'],
    ['week_to_date', '2026-03-09', '2026-03-10'],
    ['month_to_date', '2026-03-01', '2026-03-10'],
    ['quarter_to_date', '2026-01-01', '2026-03-10'],
    ['year_to_date', '2026-01-01', '2026-03-10'],
    ['previous_week', '2026-03-02', '2026-03-08'],
    ['previous_month', '2026-02-01', '2026-02-28'],
    ['previous_quarter', '2025-10-01', '2025-12-31'],
    ['previous_year', '2025-01-01', '2025-12-31'],
  ])('%s is %s to %s, by GET and POST', async (days, start_date, end_date) => {
    const found = await relative(days)
    const { meta, data, totals } = jsonOf(found)
    expect(meta).toMatchObject({ start_date, end_date })
    const dated = jsonOf(await ask({ ...asked, start_date, end_date }))
    expect({ data, totals }).toEqual({ data: dated.data, totals: dated.totals })
    const posted = await publisher.server.app.inject({
      method: 'POST',
      url: reportPath,
      headers: withKey(acme.key),
      payload: { dimensions: ['date'], metrics: ['impressions'], days },
    })
    expect(posted.body).toBe(found.body)
  })

  test('are stated by the headers of CSV, and end pages with the dates of the first one', async () => {
    const { headers, body } = await relative('last_9', { format: 'csv', limit: '1' })
    expect(headers).toMatchObject({
      'adtally-start-date': '2026-03-01',
      'adtally-end-date': '2026-03-09',
      'content-disposition': expect.stringContaining('2026-03-01-2026-03-09'),
    })
    expect(body.split('\r\n')).toHaveLength(3)
    const next = await ask({
      ...asked,
      start_date: '2026-03-01',
      end_date: '2026-03-09',
      format: 'csv',
      cursor: String(headers['adtally-next-cursor']),
    })
    expect(next.statusCode).toBe(200)
  })
})

describe('conditions on metrics', () => {
  // Revenue ÷ impressions: DE 0.3 ÷ 300, FR 4 ÷ 200, JP 1 ÷ 31, US 15.305002 ÷ 2317; clicks are known of FR and US.
  const asked = { dimensions: 'country', metrics: 'revenue,impressions,ecpm,clicks' }
  const countries = async (having: string, query: Record<string, string> = {}) =>
    jsonOf(await ask({ ...asked, having, ...query })).data.map(({ country }) => country)

  test.each([
    ['revenue:gte:4', ['FR', 'US']],
    ['revenue:gt:4.000000', ['US']],
    ['revenue:lt:1', ['DE']],
    ['revenue:lte:1,impressions:gt:31', ['DE']],
    ['impressions:ne:200', ['DE', 'JP', 'US']],
    // 1 ÷ 31 × 1000 is 32.25806…, and 15.305002 ÷ 2317 × 1000 is 6.60552…
    ['ecpm:eq:32.2581', ['JP']],
    ['ecpm:gt:6.6055', ['FR', 'JP']],
    ['ecpm:gte:6.6055', ['FR', 'JP', 'US']],
    // Unknown clicks are neither 2 nor anything else.
    ['clicks:ne:2', ['US']],
    ['clicks:gte:0', ['FR', 'US']],
    ['revenue_micros:gte:4000001', ['US']],
    ['revenue:gt:-1', ['DE', 'FR', 'JP', 'US']],
  ])('%s keeps the rows whose shown values fulfil it: %j', async (having, expected) => {
    expect(await countries(having)).toEqual(expected)
    const lists = { dimensions: ['country'], metrics: ['revenue'], having: having.split(',') }
    expect(jsonOf(await post(lists)).data.map(({ country }) => country)).toEqual(expected)
  })

  test('may be on metrics that are not shown; totals and total_rows are of the rows that remain', async () => {
    const { data, totals, meta } = jsonOf(
      await ask({
        dimensions: 'country',
        metrics: 'revenue,ctr',
        having: 'impressions:gte:200',
        include: 'total_rows',
        order_by: 'revenue:desc',
        limit: '1',
      }),
    )
    expect(data).toEqual([{ country: 'US', revenue: 15.305002, ctr: expect.any(Number) }])
    // DE, FR and US: 0.3 + 4 + 15.305002
    expect([totals.revenue, meta.total_rows]).toEqual([19.605002, 3])
  })

  test('hold on every page, for filled rows too', async () => {
    const query = { ...asked, having: 'revenue:gte:1', order_by: 'revenue:desc', limit: '2' }
    const first = jsonOf(await ask(query))
    expect(first.data.map(({ country }) => country)).toEqual(['US', 'FR'])
    const second = jsonOf(await ask({ ...query, cursor: first.next_cursor! }))
    expect(second.data.map(({ country }) => country)).toEqual(['JP'])
    const other = await ask({ ...query, having: 'revenue:gte:2', cursor: first.next_cursor! })
    expect(other.statusCode).toBe(400)
    const filled = { dimensions: 'date', metrics: 'impressions', fill: 'dates' }
    const days = async (having: string) =>
      jsonOf(await ask({ ...filled, end_date: '2026-03-10', having })).data.length
    const all = jsonOf(await ask({ ...filled, end_date: '2026-03-10' })).data
    const known = all.filter(({ impressions }) => impressions !== null)
    expect(await days('impressions:gte:0')).toBe(known.length)
    expect(await days('impressions:lt:0')).toBe(0)
  })
})

describe('include', () => {
  test('freshness counts network days up to today', async () => {
    const { meta } = jsonOf(await ask({ include: 'freshness' }))
    // Seven networks of five days. Today is 10 March: 1 March is final where Adtally asks a week long.
    expect(meta.freshness).toEqual({
      status: 'missing',
      missing: 26,
      estimated: 5,
      restating: 1,
      final: 3,
    })
    expect(meta.clocks).toEqual({
      UTC: ['admob', 'applovin', 'chartboost', 'mintegral', 'ownnet', 'unityads', 'vungle'],
    })
  })

  test('freshness is of the filtered networks and apps', async () => {
    const { meta } = jsonOf(await ask({ include: 'freshness', network: 'vungle' }))
    expect(meta.freshness).toMatchObject({ status: 'missing', missing: 4, restating: 1 })
    const ofApp = jsonOf(await ask({ include: 'freshness', app_id: rocket.android })).meta
    expect(ofApp.clocks).toEqual({ UTC: ['chartboost'] })
  })
})

import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { jsonOf, reportPath, withKey } from '../../fixtures/report-endpoint.ts'
import type { Query, Response } from '../../fixtures/report-server.ts'
import { shareTwins, type TwinSite } from '../../fixtures/twin-sites.ts'

const march = { start_date: '2026-03-01', end_date: '2026-03-10' }
const long = { start_date: '2026-02-01', end_date: '2026-03-10' }
const everything = 'impressions,clicks,installs,revenue,revenue_micros,ecpm,ctr,cvr,clicks_coverage'

const { whole, twin, keys } = shareTwins()

const ask = ({ server }: TwinSite, query: Query, key: string, headers = {}) =>
  server.get(reportPath, query, { ...withKey(key), ...headers })

const schema = ({ server }: TwinSite, key: string) =>
  server.get(`${reportPath}/schema`, {}, withKey(key))

/** An answer without the parts that differ from request to request. */
const answerOf = ({ statusCode, headers, body }: Response) => ({
  statusCode,
  headers: Object.entries(headers).filter(
    ([name]) =>
      !['date', 'etag', 'x-request-id', 'content-length', 'adtally-next-cursor'].includes(name),
  ),
  body: body
    .replace(/"next_cursor":"[^"]*"/, '"next_cursor":""')
    .replace(/"request_id":"[^"]*"/, '"request_id":""'),
})

const questions: readonly Query[] = [
  {},
  { metrics: everything },
  ...'date week month app_id app_name platform network ad_format country'
    .split(' ')
    .map((dimensions) => ({ dimensions, metrics: everything })),
  { dimensions: 'ad_tag,network,date', order_by: 'network:desc' },
  { dimensions: 'date,app_id,app_name,platform,network,ad_format,country,ad_tag,currency' },
  { dimensions: 'app_name,platform', order_by: 'app_name:desc,platform' },
  { dimensions: 'network', network: 'vungle,ownnet' },
  { dimensions: 'country', country_not: 'JP,US', ad_format: 'banner', ad_tag: 'shop' },
  { platform: 'amazon', dimensions: 'date' },
  { platform_not: 'ios', dimensions: 'network', compare: 'previous_period' },
  { dimensions: 'date,network', compare: 'previous_period', metrics: everything },
  { dimensions: 'date,country', fill: 'dates' },
  { dimensions: 'date,network', include: 'total_rows,freshness' },
  { include: 'freshness', network: 'vungle' },
  { dimensions: 'date,network', limit: '2' },
  { dimensions: 'date,network', limit: '2', format: 'csv' },
  { dimensions: 'date,network', format: 'ndjson', metrics: everything },
  ...['2026-03-10T12:01:30Z', '2026-03-10T12:02:30Z', '2026-03-10T12:03:30Z'].map((as_of) => ({
    as_of,
    dimensions: 'app_name,country',
  })),
]

describe('a key that is limited to some apps', () => {
  test.each(
    questions.flatMap((query) => [
      { ...long, ...query },
      { ...march, ...query },
    ]),
  )('sees with %j an account that has only these apps', async (query) => {
    const answer = answerOf(await ask(whole, query, keys.limited))
    expect(answer.statusCode).toBe(200)
    expect(answer).toEqual(answerOf(await ask(twin, query, keys.limited)))
    for (const hidden of ['zap', 'Zap', 'vungle', 'unityads', 'shop', '"JP"', '"FR"', 'amazon']) {
      const isAsked = JSON.stringify(query).includes(hidden.replaceAll('"', ''))
      if (!isAsked) expect(answer.body).not.toContain(hidden)
    }
  })

  test('is told of its own unmatched values as if hidden apps did not exist', async () => {
    const query = {
      ...long,
      network: 'vungle,ownnet',
      country: 'JP',
      ad_tag: 'shop,menu',
      platform: 'amazon',
    }
    const { unmatched } = jsonOf(await ask(whole, query, keys.limited)).meta
    expect(unmatched).toEqual({
      network: ['vungle'],
      country: ['JP'],
      ad_tag: ['shop'],
      platform: ['amazon'],
    })
    expect(jsonOf(await ask(whole, query, keys.full)).meta.unmatched).toEqual({
      // An import replaced the figures with this tag.
      ad_tag: ['shop'],
    })
  })

  test('sees in the schema only values of its apps', async () => {
    const limited = await schema(whole, keys.limited)
    expect(answerOf(limited)).toEqual(answerOf(await schema(twin, keys.limited)))
    expect(limited.body).not.toMatch(/zap|Zap|vungle|unityads|shop|"JP"|"FR"/)
    expect((await schema(whole, keys.full)).body).toMatch(/zap.*vungle.*"JP"/s)
  })

  test('gets for a hidden app the answer for an app that does not exist', async () => {
    for (const parameter of ['app_id', 'app_id_not']) {
      for (const format of ['json', 'csv']) {
        const about = async (appId: string) => {
          const query = { ...march, [parameter]: `hop-ios,${appId}`, format }
          return answerOf(await ask(whole, query, keys.limited))
        }
        const hidden = await about('zap-ios')
        const unknown = await about('not-ios')
        expect(hidden.statusCode).toBe(404)
        expect(hidden.body).toBe(unknown.body.replaceAll('not-ios', 'zap-ios'))
      }
    }
  })

  test('reads all pages of the twin', async () => {
    const pagesOf = async (site: TwinSite) => {
      const rows: unknown[] = []
      let cursor: string | undefined
      do {
        const query = {
          ...long,
          dimensions: 'date,app_name,network',
          limit: '2',
          ...(cursor && { cursor }),
        }
        const page = jsonOf(await ask(site, query, keys.limited))
        rows.push(...page.data)
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      return rows
    }
    expect(await pagesOf(whole)).toEqual(await pagesOf(twin))
  })

  test('never gets an answer for the scope of another key', async () => {
    for (const query of [march, { ...march, dimensions: 'network', format: 'csv' }]) {
      const full = await ask(whole, query, keys.full)
      const known = { 'if-none-match': full.headers.etag as string }
      expect((await ask(whole, query, keys.limited, known)).statusCode).toBe(200)
      expect((await ask(whole, query, keys.full, known)).statusCode).toBe(304)
    }
  })
})

test('a key whose apps are all gone sees an empty account', async () => {
  const { data, meta } = jsonOf(
    await ask(
      whole,
      { ...long, dimensions: 'date', include: 'total_rows,freshness' },
      keys.emptied,
    ),
  )
  expect([data, meta.as_of, meta.total_rows, meta.clocks]).toEqual([[], null, 0, {}])
  const seen = (await schema(whole, keys.emptied)).json()
  const names = [
    ...['app_id', 'network', 'ad_format', 'country', 'ad_tag', 'source', 'rung', 'floor'],
    ...['placement', 'test_group', 'consent', 'device_type', 'channel', 'campaign', 'age'],
    ...['partner', 'share_rule'],
  ]
  expect(seen.values).toEqual(Object.fromEntries(names.map((name) => [name, []])))
  expect([seen.first_day, seen.last_day]).toEqual([null, null])
})

test('a key that may not read is refused', async () => {
  expectProblem(await ask(whole, march, keys.blind), 403, 'forbidden')
  expectProblem(await schema(whole, keys.blind), 403, 'forbidden')
  const posted = await whole.server.app.inject({
    method: 'POST',
    url: reportPath,
    headers: withKey(keys.blind),
    payload: march,
  })
  expectProblem(posted, 403, 'forbidden')
})

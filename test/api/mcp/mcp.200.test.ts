import { beforeAll, describe, expect, test } from 'vitest'
import { ask, connectAgent, eras } from '../../fixtures/mcp-agent.ts'
import { openRestatedSite, reportThrice } from '../../fixtures/restated-site.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const key = 'acme-key-of-some-length-0123'
const site = shareSite(openRestatedSite)
const days = { start_date: '2026-03-08', end_date: '2026-03-09' }
let instants: string[] = []

beforeAll(async () => {
  instants = await reportThrice(site)
})

describe.each(eras)('an agent that speaks %s', (era) => {
  test('finds tools that only read, each with schemas of its arguments and answers', async () => {
    const client = await connectAgent(site.server, key, era)
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['describe_data', 'run_report', 'explain_change', 'list_changes', 'get_freshness'],
      'check_claims',
    ])
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true })
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/"format":"(?!date)/)
    }
  })

  test('gets figures with totals, their time and how complete they are', async () => {
    const client = await connectAgent(site.server, key, era)
    const asked = { ...days, dimensions: ['date', 'network'], metrics: ['revenue', 'impressions'] }
    const report = await ask(client, 'run_report', asked)
    expect(report).toMatchObject({
      as_of: expect.stringMatching(/^2026-03-1\dT/),
      currency: 'USD',
      columns: ['date', 'network', 'revenue', 'impressions'],
      rows: [
        ['2026-03-08', 'admob', 151, 2000],
        ['2026-03-09', 'admob', 203.600001, 1000],
        ['2026-03-09', 'unityads', 40, 2000],
      ],
      totals: { revenue: 394.600001, impressions: 5000 },
      freshness: { status: 'missing', missing: 1, estimated: 1, restating: 2, final: 0 },
      has_more: false,
      citation: expect.stringMatching(/^\/c\//),
      note: null,
    })
  })
})

test('the data is described with what the other tools take', async () => {
  const described = await ask(await connectAgent(site.server, key), 'describe_data')
  expect(described).toMatchObject({
    today: '2026-03-13',
    first_day: '2026-03-08',
    last_day: '2026-03-09',
    currency: 'USD',
    values: {
      app_id: [{ app_id: 'hop-android' }, { app_id: 'hop-ios' }],
      network: ['admob', 'unityads'],
      country: ['US'],
      ad_format: ['video'],
    },
  })
})

test('a report that is cut says so, has totals of all rows, and goes on', async () => {
  const client = await connectAgent(site.server, key)
  const asked = { ...days, dimensions: ['date', 'network'], metrics: ['revenue'], limit: 2 }
  const first = await ask(client, 'run_report', asked)
  expect(first).toMatchObject({ totals: { revenue: 394.600001 }, has_more: true })
  expect(first.rows).toHaveLength(2)
  expect(first.note).toMatch(/not all rows.*cursor/)
  const rest = await ask(client, 'run_report', { ...asked, cursor: first.next_cursor })
  expect(rest).toMatchObject({ rows: [['2026-03-09', 'unityads', 40]], note: null })
})

test('earlier figures are those of then', async () => {
  const client = await connectAgent(site.server, key)
  const asked = { ...days, dimensions: [], metrics: ['revenue'], as_of: instants[1] }
  const then = await ask(client, 'run_report', asked)
  expect(then).toMatchObject({ totals: { revenue: 380 }, citation: expect.any(String) })
  // How complete they are is known of now only.
  expect(then).not.toHaveProperty('freshness')
})

/** What a citation shows of then. */
async function citedIn(path: string) {
  const headers = { authorization: `Bearer ${key}` }
  const response = await site.server.get(path, {}, headers)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().cited
}

test('a change is explained by parts that add up to it, and days that were not reported are apart', async () => {
  const client = await connectAgent(site.server, key)
  const day = { start_date: '2026-03-09', end_date: '2026-03-09' }
  const found = await ask(client, 'explain_change', { ...day, compare: 'previous_period' })
  // Unity Ads did not report 8 March, so its 40 are no gain.
  expect(found).toMatchObject({
    compare_start_date: '2026-03-08',
    compared_days: 1,
    total: { current: { revenue: 203.600001 }, previous: { revenue: 151 }, change: 52.600001 },
    not_compared: { current: { revenue: 40 }, previous: { revenue: 0 } },
  })
  const { volume, price, new: added, ended } = found.total.effects
  expect(volume + price + added + ended).toBeCloseTo(52.600001, 9)
  expect(found.networks.map((one: { network: string }) => one.network)).toEqual([
    'admob',
    'unityads',
  ])
  const [byApp] = found.breakdowns
  expect(byApp).toMatchObject({
    by: ['app_id'],
    rows: [
      { app_id: 'hop-ios', app_name: 'Hop', change: 102.600001 },
      { app_id: 'hop-android', kind: 'ended', change: -50 },
    ],
  })
  expect(await citedIn(found.citation)).toMatchObject({
    totals: expect.arrayContaining(['203.600001', '151']),
  })
  expect(await citedIn(byApp.citation)).toMatchObject({
    rows: expect.arrayContaining([expect.arrayContaining(['hop-ios'])]),
    totals: expect.arrayContaining(['203.600001', '151']),
  })
  const one = await ask(client, 'explain_change', { ...day, compare: '2026-03-08', limit: 1 })
  expect(one.breakdowns[0]).toMatchObject({ rows: [{ app_id: 'hop-ios' }], others: { count: 1 } })
  const ofApp = { ...day, compare: 'previous_period', app_id: ['hop-android'] }
  expect(await ask(client, 'explain_change', ofApp)).toMatchObject({ total: { change: -50 } })
})

test('restatements since a time have the sums of before and after, and new figures are none', async () => {
  const client = await connectAgent(site.server, key)
  const found = await ask(client, 'list_changes', { since: instants[0] })
  const short = (list: readonly Record<string, { revenue: number }>[]) =>
    list.map(({ date, app_id, before, after }) => [date, app_id, before!.revenue, after!.revenue])
  const all = [
    ['2026-03-08', 'hop-ios', 100, 101],
    ['2026-03-09', 'hop-ios', 200, 202],
    ['2026-03-09', 'hop-ios', 202, 203.600001],
    ['2026-03-08', 'hop-android', 50, 999],
    ['2026-03-08', 'hop-android', 999, 50],
  ]
  expect(short(found.changes)).toEqual(all)
  expect(found).toMatchObject({ currency: 'USD', has_more: false, note: null })
  for (const { citation, after } of found.changes) {
    const { totals } = await citedIn(citation)
    expect(totals.slice(0, 2).map(Number)).toEqual([after.revenue, after.impressions])
  }
  const later = await ask(client, 'list_changes', { since: instants[3] })
  expect(short(later.changes)).toEqual(all.slice(3))
  const first = await ask(client, 'list_changes', { since: instants[0], limit: 2 })
  expect([short(first.changes), first.has_more]).toEqual([all.slice(0, 2), true])
  const rest = await ask(client, 'list_changes', { cursor: first.next_cursor })
  expect(short(rest.changes)).toEqual(all.slice(2))
})

test('freshness joins days in a row of the same status', async () => {
  const client = await connectAgent(site.server, key)
  const range = { start_date: '2026-03-08', end_date: '2026-03-12' }
  const { network_days: counts, spans } = await ask(client, 'get_freshness', range)
  expect(counts).toEqual({ missing: 7, estimated: 1, restating: 2, final: 0 })
  expect(spans.map((span: object) => Object.values(span).slice(0, 4))).toEqual([
    ['admob', 'missing', '2026-03-10', '2026-03-12'],
    ['unityads', 'missing', '2026-03-10', '2026-03-12'],
    ['admob', 'restating', '2026-03-08', '2026-03-09'],
    ['unityads', 'estimated', '2026-03-09', '2026-03-09'],
    ['unityads', 'missing', '2026-03-08', '2026-03-08'],
  ])
  const ofOne = await ask(client, 'get_freshness', { ...range, network: ['unityads'] })
  expect(ofOne.network_days).toMatchObject({ missing: 4, estimated: 1 })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallNetwork } from '../fixtures/community.ts'
import { networkUrl, type Query, type TestServer, withQuery } from '../fixtures/report-server.ts'
import {
  acme,
  applicationsPath,
  emptyDays,
  legacy,
  openV2Publisher,
  rival,
  rocket,
  sharedDay,
  statsPath,
  tieDay,
  twoDays,
  zoo,
} from '../fixtures/v2-publisher.ts'

// The recordings were made before the third edition (c6d303bb). Clients of these families depend on every byte.

const spring = { start_date: '2026-02-18', end_date: '2026-03-06' }
const groups = [undefined, 'network', 'format', 'country']

const v2Requests: readonly [string, Query][] = [
  [`${applicationsPath}/`, acme],
  [applicationsPath, rival],
  [applicationsPath, { ...acme, key: 'wrong' }],
  [applicationsPath, { developer: acme.developer }],
  ...groups.flatMap((group_by) =>
    [
      spring,
      twoDays,
      tieDay,
      sharedDay,
      emptyDays,
      { ...spring, app_id: rocket.ios },
      { ...spring, app_id: [rocket.ios, rocket.android, rocket.amazon, zoo].join() },
      { ...spring, app_id: legacy },
      { ...spring, android_package: 'com.acme.rocket' },
      { ...spring, android_package: 'com.acme.rocket', platform: 'amazon' },
      { ...spring, app_store_id: '400123456', network: 'admob,ownnet' },
      { ...spring, geo: 'us,de' },
      { ...spring, geo: 'FR', network: 'chartboost' },
      { ...spring, network: 'nobody' },
    ].map((query): [string, Query] => [statsPath, { ...acme, ...query, group_by }]),
  ),
  [statsPath, { ...rival, ...spring }],
  [statsPath, { ...rival, ...spring, app_id: '2001' }],
  ...[
    {},
    { start_date: twoDays.start_date },
    { ...spring, end_date: '2026-02-30' },
    { ...spring, start_date: '2026-03-07' },
    { ...spring, group_by: 'app' },
    { ...spring, geo: 'Germany' },
    { ...spring, app_id: '2001' },
    { ...spring, app_id: zoo, android_package: 'com.acme.rocket' },
    { ...spring, country: 'US' },
    { ...spring, currency: 'EUR' },
  ].map((query): [string, Query] => [statsPath, { ...acme, ...query }]),
]

const publisher = '/api/publisher'
const own = { key: acme.key }
const publisherRequests: readonly [string, Query][] = [
  [`${publisher}/`, {}],
  [`${publisher}/`, acme],
  ...[{}, { format: 'csv' }].flatMap((format) =>
    [
      spring,
      { ...twoDays, creative_type: 'video' },
      { ...twoDays, network: 'ownnet,ownnet_exchange' },
      { ...twoDays, ad_tag: 'menu' },
      emptyDays,
    ].flatMap((query): [string, Query][] => [
      [`${publisher}/acme`, { ...own, ...query, ...format }],
      [`${publisher}/acme/ios/400123456/`, { ...own, ...query, ...format }],
      [`${publisher}/acme/android/com.acme.rocket/`, { ...own, ...query, ...format }],
    ]),
  ),
  [`${publisher}/acme`, own],
  [`${publisher}/acme/ios/400123456/`, own],
  [`${publisher}/acme/android/com.acme.rocket/`, { ...own, ...twoDays, platform: 'amazon' }],
  [`${publisher}/acme/ios/1/`, { ...own, ...twoDays }],
  [`${publisher}/acme/windows/1/`, { ...own, ...twoDays }],
  [`${publisher}/acme`, { ...twoDays, key: rival.key }],
  [`${publisher}/rival`, { ...own, ...twoDays }],
  [`${publisher}/acme`, { ...own, ...twoDays, format: 'xml' }],
  [`${publisher}/acme`, { ...own, ...twoDays, geo: 'US' }],
  [`${publisher}/acme`, { ...own, ...twoDays, network: 'admob' }],
]

/** Headers that clients read. Ids and times differ each time. */
const shownHeaders = ['content-type', 'cache-control', 'content-disposition', 'location', 'vary']

async function record(server: TestServer, path: string, query: Query): Promise<string> {
  const answer = await server.get(path, query)
  const headers = shownHeaders.flatMap((name) =>
    answer.headers[name] === undefined ? [] : [`${name}: ${answer.headers[name]}`],
  )
  const body = answer.body.replace(/(?<="request_id":")[^"]+/, '…').replaceAll('\r\n', '␍\n')
  return [`GET ${withQuery(path, query)}`, answer.statusCode, ...headers, body, '', ''].join('\n')
}

async function recordAll(server: TestServer, requests: readonly [string, Query][]) {
  let all = ''
  for (const [path, query] of requests) all += await record(server, path, query)
  return all
}

describe('the families of publishers answer byte for byte as recorded', () => {
  let site: Awaited<ReturnType<typeof openV2Publisher>>
  beforeAll(async () => {
    site = await openV2Publisher()
  })
  afterAll(() => site.close())

  test.each([
    ['V2', 'v2', v2Requests],
    ['the earlier interface', 'publisher', publisherRequests],
  ])('%s', async (_name, file, requests) => {
    await expect(await recordAll(site.server, requests)).toMatchFileSnapshot(`recorded/${file}.txt`)
  })
})

test('the public interface answers byte for byte as recorded, at every address that it links to', async () => {
  const site = await openSmallNetwork()
  try {
    const found = ['/api/v1/', '/api/v1/games?limit=1', '/api/v1/nothing', '/api/v1/games?limit=0']
    let all = ''
    // Each answer may add addresses.
    for (const path of found) {
      const recorded = await record(site.server, path, {})
      all += recorded
      for (const [, next] of recorded.matchAll(/"[a-z_]*url":"([^"]+)"/g)) {
        const linked = next!.startsWith(`${networkUrl}/api/`) && next!.slice(networkUrl.length)
        if (linked && !found.includes(linked)) found.push(linked)
      }
    }
    await expect(all).toMatchFileSnapshot('recorded/v1.txt')
  } finally {
    await site.close()
  }
})

import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query, Response } from '../../fixtures/report-server.ts'
import { shareTwins, type TwinSite } from '../../fixtures/twin-sites.ts'

const v2 = '/api/v2/publisher'
const stats = `${v2}/applications/stats`
const earlier = '/api/publisher/studio'
const march = { start_date: '2026-03-01', end_date: '2026-03-10' }
const long = { start_date: '2026-02-01', end_date: '2026-03-10' }

const { whole, twin, keys } = shareTwins()

const ask = (
  { server }: TwinSite,
  [path, query]: readonly [string, Query],
  key: string,
  headers = {},
) =>
  server.get(
    path,
    { ...(path.startsWith(earlier) ? {} : { developer: 'studio' }), ...query },
    { authorization: `Bearer ${key}`, ...headers },
  )

/** Every kind of question of the documented families. */
const questions: readonly (readonly [string, Query])[] = [
  [`${v2}/applications`, {}],
  [stats, march],
  [stats, long],
  ...['hop-ios', 'hop-android', 'hop-ios,hop-android'].map(
    (ids) => [stats, { ...long, app_id: ids }] as const,
  ),
  [stats, { ...march, app_bundle_id: 'com.example.hop' }],
  [stats, { ...march, app_store_id: '9000' }],
  [stats, { ...march, android_package: 'com.example.hop.android' }],
  ...['network', 'format', 'country'].map((by) => [stats, { ...long, group_by: by }] as const),
  [stats, { ...long, group_by: 'network', app_id: 'hop-ios' }],
  [stats, { ...long, network: 'vungle,unityads' }],
  [stats, { ...long, network: 'ownnet', geo: 'us,jp', group_by: 'country' }],
  ...['2026-03-10T12:01:30Z', '2026-03-10T12:02:30Z', '2026-03-10T12:03:30Z'].flatMap((asOf) => [
    [stats, { ...long, as_of: asOf }] as const,
    [stats, { ...long, as_of: asOf, group_by: 'country' }] as const,
    [earlier, { ...march, as_of: asOf }] as const,
  ]),
  [`${v2}/changes`, {}],
  [`${v2}/changes`, { limit: '1' }],
  [`${v2}/freshness`, long],
  ['/api/publisher', {}],
  [earlier, march],
  [earlier, long],
  [earlier, { ...march, format: 'csv' }],
  [earlier, { ...march, network: 'ownnet,ownnet_exchange' }],
  [earlier, { ...march, creative_type: 'video' }],
  [earlier, { ...march, ad_tag: 'menu' }],
  [earlier, { ...march, ad_tag: 'shop' }],
  [`${earlier}/ios/9000`, march],
  [`${earlier}/ios/9000`, { ...march, format: 'csv' }],
  [`${earlier}/android/com.example.hop.android`, march],
]

/** Questions about an app, with the name of an app that is hidden, or of none. */
const aboutApp = (
  appId: string,
  storeId: string,
  game: string,
): readonly (readonly [string, Query])[] => [
  [stats, { ...march, app_id: appId }],
  [stats, { ...march, app_id: `hop-ios,${appId}` }],
  [stats, { ...march, app_id: appId, group_by: 'network' }],
  [stats, { ...march, app_store_id: storeId }],
  [stats, { ...march, app_bundle_id: `com.example.${game}` }],
  [stats, { ...march, android_package: `com.example.${game}.android` }],
  [stats, { ...march, android_package: `com.example.${game}.amazon`, platform: 'amazon' }],
  [`${earlier}/ios/${storeId}`, march],
  [`${earlier}/ios/${storeId}`, { ...march, format: 'csv' }],
  [`${earlier}/android/com.example.${game}.android`, march],
  [`${earlier}/android/com.example.${game}.amazon`, { ...march, platform: 'amazon' }],
]

/** An answer without the parts that depend on the request, the time or the length of a list. */
const answerOf = ({ statusCode, headers, body }: Response) => ({
  statusCode,
  type: headers['content-type'],
  cache: headers['cache-control'],
  file: headers['content-disposition'],
  body: body
    .replace(/"next_cursor":"[^"]*"/, '"next_cursor":""')
    .replace(/"request_id":"[^"]*"/, '"request_id":""'),
})

describe('a key that is limited to some apps', () => {
  test.each(questions)('sees at %s %j an account that has only these apps', async (...question) => {
    const answer = answerOf(await ask(whole, question, keys.limited))
    expect(answer.statusCode).toBe(200)
    expect(answer).toEqual(answerOf(await ask(twin, question, keys.limited)))
    const [path, query] = question
    const inUrl = [path, { ...query, key: keys.limited }] as const
    const withLinks = answerOf(await ask(whole, inUrl, '', { authorization: '' }))
    expect(withLinks).toEqual(answerOf(await ask(twin, inUrl, '', { authorization: '' })))
    for (const hidden of ['zap', 'Zap', 'vungle', 'unityads', 'shop', '"JP"', '"FR"']) {
      const isAsked = JSON.stringify(query).toLowerCase().includes(hidden.toLowerCase())
      if (!isAsked) expect(answer.body).not.toContain(hidden)
    }
  })

  test('reads all its changes page by page, and an empty page at the end', async () => {
    const pagesOf = async (site: TwinSite) => {
      const changes: unknown[] = []
      let since: string | undefined
      for (;;) {
        const query = { limit: '1', ...(since !== undefined && { since }) }
        const page = (await ask(site, [`${v2}/changes`, query], keys.limited)).json()
        changes.push(...page.data)
        if (!page.has_more) return changes
        since = page.next_cursor
      }
    }
    const own = await pagesOf(whole)
    expect(own).toHaveLength(7)
    expect(own).toEqual(await pagesOf(twin))
  })

  test('gets for an app that it does not see the answer for an app that does not exist', async () => {
    const hidden = aboutApp('zap-ios', '9002', 'zap')
    const unknown = aboutApp('not-ios', '9992', 'not')
    for (const [nth, question] of hidden.entries()) {
      const answer = answerOf(await ask(whole, question, keys.limited))
      const none = answerOf(await ask(whole, unknown[nth]!, keys.limited))
      expect(answer.statusCode).toBe(404)
      expect(answer).toEqual({ ...none, body: none.body.replaceAll('not-ios', 'zap-ios') })
      expect((await ask(whole, question, keys.full)).statusCode).toBe(200)
    }
  })
})

test('a key whose apps are all gone sees an empty account', async () => {
  const bodies = await Promise.all(
    [
      [`${v2}/applications`, {}] as const,
      [stats, long] as const,
      [stats, { ...long, group_by: 'network' }] as const,
      [`${v2}/freshness`, long] as const,
    ].map(async (question) => (await ask(whole, question, keys.emptied)).json().data),
  )
  expect(bodies).toEqual([[], [], [], []])
})

test('an answer for one scope is never taken for that of another', async () => {
  let compared = 0
  // One question of each path that all three keys see.
  const ofPath = new Map(questions.filter(([path]) => !path.includes('hop')))
  for (const question of ofPath) {
    const all = await Promise.all(
      [keys.full, keys.limited, keys.other].map((key) => ask(whole, question, key)),
    )
    const [first] = all
    if (first!.headers.etag === undefined) continue
    compared++
    const tags = all.map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size).toBe(3)
    for (const [nth, key] of [keys.full, keys.limited, keys.other].entries()) {
      const statuses = await Promise.all(
        tags.map(async (tag) => {
          const answer = await ask(whole, question, key, { 'if-none-match': tag })
          return answer.statusCode
        }),
      )
      expect(statuses).toEqual(tags.map((_, of) => (of === nth ? 304 : 200)))
    }
  }
  expect(compared).toBe(6)
})

test('a cursor of another scope has expired', async () => {
  const cursors = await Promise.all(
    [keys.full, keys.limited, keys.other].map(
      async (key) => (await ask(whole, [`${v2}/changes`, { limit: '1' }], key)).json().next_cursor,
    ),
  )
  for (const [nth, key] of [keys.full, keys.limited, keys.other].entries()) {
    for (const [of, since] of cursors.entries()) {
      const answer = await ask(whole, [`${v2}/changes`, { since }], key)
      if (of === nth) expect(answer.statusCode).toBe(200)
      else expectProblem(answer, 410, 'cursor_expired')
    }
  }
})

test('a key that may not read is refused by every question, also about what does not exist', async () => {
  for (const question of [...questions, ...aboutApp('not-ios', '1', 'not')]) {
    const answer = await ask(whole, question, keys.blind)
    expectProblem(answer, 403, 'forbidden')
    expect(answer.json().detail).toContain('"blind" may not read')
  }
})

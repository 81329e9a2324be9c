import { describe, expect, test } from 'vitest'
import { renameApp } from '../../../src/use-cases/change-app.ts'
import { createKey } from '../../../src/use-cases/create-key.ts'
import { narrowKey } from '../../../src/use-cases/narrow-key.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { asking, jsonOf, type ReportJson, rowsOf, withKey } from '../../fixtures/report-endpoint.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openV2Publisher, rival, zoo } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)
const ask = asking(publisher)

const shown = { network: 'ownnet', format: 'video', country: 'US' }
const byRevenue = {
  dimensions: 'date,network,country',
  metrics: 'revenue',
  order_by: 'revenue:desc',
} as const

type Question = Parameters<ReturnType<typeof asking>>[0] & object

/** Reads all pages; something may happen after each. */
async function pagesOf(
  question: Question,
  limit: number,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<ReportJson[]> {
  const pages: ReportJson[] = []
  let cursor: string | null = null
  do {
    const more: Question = cursor === null ? {} : { cursor }
    const page = jsonOf(await ask({ ...question, ...more, limit: String(limit) }))
    expect(page.has_more).toBe(page.next_cursor !== null)
    pages.push(page)
    cursor = page.next_cursor
    await between(pages.length)
  } while (cursor !== null)
  return pages
}

describe('order_by', () => {
  test('sorts by shown values, and by the other dimensions where they are equal', async () => {
    const response = await ask({ ...byRevenue, start_date: '2026-03-02' })
    expect(rowsOf(response)).toEqual([
      ['2026-03-05', 'applovin', 'JP', 1],
      ['2026-03-05', 'vungle', 'JP', 1],
      ['2026-03-02', 'admob', 'US', 0.000005],
      ['2026-03-05', 'mintegral', 'JP', 0],
      ['2026-03-02', 'ownnet', 'US', -0.5],
      ['2026-03-05', 'unityads', 'JP', -1],
    ])
  })

  test.each([
    ['clicks', [2, 26 - 2, null, null]],
    ['clicks:desc', [24, 2, null, null]],
  ])('puts unknown values last: %s', async (order, clicks) => {
    const response = await ask({ dimensions: 'country', metrics: 'clicks', order_by: order })
    expect(rowsOf(response).map(([, value]) => value)).toEqual(clicks)
  })

  test.each([
    ['app_id', ['10', '100', '9', 'zq']],
    ['app_id:desc', ['zq', '9', '100', '10']],
    ['app_name:desc,app_id', ['zq', '10', '100', '9']],
    ['platform,app_name:desc', ['100', '10', 'zq', '9']],
  ])('sorts apps by their texts: %s', async (order, ids) => {
    const response = await ask({ dimensions: 'app_id,app_name,platform', order_by: order })
    expect(jsonOf(response).data.map(({ app_id: id }) => id)).toEqual(ids)
  })
})

describe('pages', () => {
  test.each([1, 2, 4, 9, 100])('of %i rows have the rows of the whole, in order', async (limit) => {
    const whole = jsonOf(await ask(byRevenue))
    const pages = await pagesOf(byRevenue, limit)
    expect(pages).toHaveLength(Math.ceil(whole.data.length / limit))
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data)
    for (const { totals, meta } of pages) expect([totals, meta]).toEqual([whole.totals, whole.meta])
  })

  test('are of one state, when an import, an undo and new apps come in between', async () => {
    const { installation } = publisher
    const question = { ...byRevenue, dimensions: 'app_name,network', include: 'total_rows' }
    const before = jsonOf(await ask(question))
    const [last] = await installation.ledger.entries(null, 1)
    const pages = await pagesOf(question, 1, async (page) => {
      if (page === 1) {
        await installation.importApps([
          { app_id: 'new', publisher: 'acme', app_name: 'A first name', platform: 'ios' },
        ])
        await installation.importFigures([
          { ...shown, date: '2026-03-01', app_id: 'new', impressions: 1, revenue: '500' },
          { ...shown, date: '2026-03-01', app_id: '9', impressions: 1, revenue: '600' },
        ])
      }
      if (page === 2) await installation.call(undoImport, { id: last!.id })
    })
    expect(pages.flatMap(({ data }) => data)).toEqual(before.data)
    for (const { meta } of pages) expect(meta).toEqual(before.meta)
    const after = jsonOf(await ask(question))
    expect(after.data[0]).toMatchObject({ app_name: 'Rocket Racer', revenue: 600 })
    await installation.importFigures([
      { ...shown, date: '2026-03-09', app_id: '9', impressions: 1, revenue: '0' },
    ])
  })

  test('say in headers where the next one is, without JSON', async () => {
    const question = { ...byRevenue, format: 'csv', limit: '1' }
    const first = await ask(question)
    const lines = first.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    const cursor = first.headers['adtally-next-cursor'] as string
    const second = await ask({ ...question, format: 'ndjson', limit: '100000', cursor })
    expect(second.headers).not.toHaveProperty('adtally-next-cursor')
    const { data } = jsonOf(await ask(byRevenue))
    const rest = second.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rest).toEqual(data.slice(1))
  })

  test('may end without a limit', async () => {
    const { next_cursor: cursor } = jsonOf(await ask({ ...byRevenue, limit: '1' }))
    const rest = jsonOf(await ask({ ...byRevenue, cursor: cursor! }))
    expect(rest.data).toEqual(jsonOf(await ask(byRevenue)).data.slice(1))
    expect(rest.has_more).toBe(false)
  })
})

describe('a cursor', () => {
  const cursorOf = async (question: Question = byRevenue) =>
    jsonOf(await ask({ ...question, limit: '1' })).next_cursor!

  test.each<[string, Question]>([
    ['other days', { end_date: '2026-03-04' }],
    ['another filter', { country: 'US' }],
    ['another order', { order_by: 'revenue' }],
    ['other metrics', { metrics: 'revenue,ecpm' }],
    ['another time', { as_of: '2026-03-09T00:00:00Z' }],
  ])('is refused with %s', async (_, change) => {
    const response = await ask({ ...byRevenue, ...change, cursor: await cursorOf() })
    expectProblem(response, 400, 'bad_parameters', { cursor: /not a cursor of this question/ })
  })

  test('of another account is refused', async () => {
    const cursor = await cursorOf()
    const response = await ask({ ...byRevenue, cursor }, withKey(rival.key))
    expectProblem(response, 410, 'cursor_expired')
  })

  test('is refused once its key sees fewer apps', async () => {
    const { call } = publisher.installation
    const { key } = await call(createKey, { username: 'acme', name: 'narrowed' })
    const first = await ask({ ...byRevenue, limit: '1' }, withKey(key))
    await call(narrowKey, { username: 'acme', name: 'narrowed', appId: [zoo] })
    const cursor = jsonOf(first).next_cursor!
    expectProblem(await ask({ ...byRevenue, cursor }, withKey(key)), 410, 'cursor_expired')
  })

  test('is refused once an app is renamed whose name groups rows', async () => {
    const question = { dimensions: 'app_name', metrics: 'revenue' }
    const cursor = await cursorOf(question)
    const byId = { dimensions: 'app_id,app_name', metrics: 'revenue' }
    const other = await cursorOf(byId)
    const { call } = publisher.installation
    await call(renameApp, { appId: zoo, newName: 'Aardvark Quiz' })
    expectProblem(await ask({ ...question, cursor }), 410, 'cursor_expired')
    expect((await ask({ ...byId, cursor: other })).statusCode).toBe(200)
  })

  test('that was tampered with is never an error of the server', async () => {
    const cursor = await cursorOf()
    const text = Buffer.from(cursor, 'base64url').toString('latin1')
    const changed = [
      ...[text.replace(/e\d+/, 'e99999999'), text.replace(/e\d+/, 'e9999999999')],
      ...[text.replace(/o\d+/, 'o999999999999'), text.replace(/g\d+/, 'g77')],
      ...[text.replace(/a\d+/, 'a4294967295'), `${text}0`, text.slice(1), ''],
      ...[text.replace(/o\d+/, 'o-1'), text.replace(/o\d+/, 'o01'), text.toUpperCase()],
    ].map((one) => Buffer.from(one, 'latin1').toString('base64url'))
    for (const one of [...changed, `${cursor}=`, `${cursor}\n`, cursor.slice(0, -1), '%00', '🍪']) {
      const { statusCode } = await ask({ ...byRevenue, cursor: one })
      expect([200, 400, 410], one).toContain(statusCode)
    }
    const beyond = text.replace(/o\d+/, 'o999999999999')
    const empty = await ask({ ...byRevenue, cursor: Buffer.from(beyond).toString('base64url') })
    expect([jsonOf(empty).data, jsonOf(empty).has_more]).toEqual([[], false])
  })
})

test('as_of answers with the figures of that time, and its own state again', async () => {
  const past = jsonOf(await ask({ ...byRevenue, as_of: '2020-01-01T00:00:00Z' }))
  expect([past.meta.as_of, past.data, past.totals]).toEqual([null, [], { revenue: null }])
  const now = jsonOf(await ask(byRevenue))
  const same = jsonOf(await ask({ ...byRevenue, as_of: now.meta.as_of as string }))
  expect(same).toEqual(now)
  expect(jsonOf(await ask({ ...byRevenue, as_of: '2999-01-01T00:00:00Z' }))).toEqual(now)
})

import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { watchQueries } from '../../fixtures/engine-queries.ts'
import {
  type Headers,
  nothingKept,
  type Query,
  serveReports,
} from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  acme,
  figureOf,
  openV2Publisher,
  rival,
  rocket,
  statsPath,
  twoDays,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

const shapes: [string, Query][] = [
  ['all apps', twoDays],
  ['one app', { ...twoDays, app_id: rocket.ios }],
  ['groups', { ...twoDays, group_by: 'country' }],
]

const ask = (query: Query, headers: Headers = {}) =>
  publisher.server.get(statsPath, { ...acme, ...query }, headers)

async function tagOf(query: Query, headers: Headers = {}): Promise<string> {
  const response = await ask(query, headers)
  expect(response.statusCode).toBe(200)
  const { etag } = response.headers
  expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
  return etag as string
}

describe.each(shapes)('%s', (_title, query) => {
  test('the tag is strong and does not change between requests', async () => {
    expect(await tagOf(query)).toBe(await tagOf(query))
  })

  test('a client with the tag gets 304 without a body', async () => {
    const tag = await tagOf(query)
    const headers = ['', 'W/'].flatMap((weak) => [
      `${weak}${tag}`,
      `"other", ${weak}${tag}`,
      `W/"other",${weak}${tag} , "more"`,
    ])
    for (const header of [...headers, '*']) {
      const response = await ask(query, { 'if-none-match': header })
      expect(response.statusCode).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers.etag).toBe(tag)
      expect(response.headers['cache-control']).toBe('private')
    }
  })

  test('a client with another tag gets the answer', async () => {
    const tag = await tagOf(query)
    for (const header of ['"other"', 'W/"other"', tag.slice(1, -1), `"${tag.slice(2)}`, '']) {
      expect((await ask(query, { 'if-none-match': header })).statusCode).toBe(200)
    }
  })

  test('gzip and identity have different tags, and neither matches the other', async () => {
    const [plain, gzip] = [{ 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip' }]
    const [plainTag, gzipTag] = [await tagOf(query, plain), await tagOf(query, gzip)]
    expect(gzipTag).not.toBe(plainTag)
    const crossed = [
      await ask(query, { ...plain, 'if-none-match': gzipTag }),
      await ask(query, { ...gzip, 'if-none-match': plainTag }),
    ]
    expect(crossed.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const same = await ask(query, { ...gzip, 'if-none-match': gzipTag })
    expect(same.statusCode).toBe(304)
    expect(same.headers['content-encoding']).toBeUndefined()
  })

  test('the gzip body is the identity body, compressed', async () => {
    const plain = await ask(query, { 'accept-encoding': 'identity' })
    const gzip = await ask(query, { 'accept-encoding': 'gzip' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gzip.headers['content-type']).toBe(plain.headers['content-type'])
    expect(gzip.headers.vary).toMatch(/accept-encoding/i)
    expect(plain.headers.vary).toMatch(/accept-encoding/i)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  })
})

test.each([
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=0.1', true],
  ['*', true],
  ['gzip;q=0', false],
  ['identity', false],
  ['br', false],
  ['', false],
])('accepting %j means gzip: %s', async (accepted, compressed) => {
  const { headers } = await ask(twoDays, { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(compressed ? 'gzip' : undefined)
})

test('different requests have different tags', async () => {
  const questions: Query[] = [
    ...shapes.map(([, query]) => query),
    { ...twoDays, geo: 'us' },
    { ...twoDays, geo: 'de' },
    { ...twoDays, network: 'admob' },
    { ...twoDays, end_date: '2026-03-01' },
    { ...twoDays, ...rival },
  ]
  const tags = await Promise.all(questions.map((query) => tagOf(query)))
  expect(new Set(tags).size).toBe(questions.length)
})

test('an answer that an import overtakes is of the figures that its tag is of', async () => {
  const { installation } = publisher
  let impressions = 78
  const overtaken = watchQueries(installation.figures, () =>
    installation.importFigures([figureOf(rocket.ios, 77)]),
  )
  const server = serveReports({ ...installation, ...nothingKept, figures: overtaken })
  try {
    for (const [, query] of shapes) {
      await publisher.installation.importFigures([figureOf(rocket.ios, impressions++)])
      const before = await ask(query)
      const raced = await server.get(statsPath, { ...acme, ...query })
      expect(raced.statusCode).toBe(200)
      expect(raced.body).toBe(before.body)
      expect(raced.headers.etag).toBe(before.headers.etag)
      const settled = await ask(query)
      expect(settled.headers.etag).not.toBe(before.headers.etag)
    }
  } finally {
    await server.close()
  }
})

test('a refused import changes no tag', async () => {
  const tag = await tagOf(twoDays)
  const refused = publisher.installation.importFigures([
    { ...figureOf(rocket.ios, 1), country: 'QQ' },
  ])
  await expect(refused).rejects.toMatchObject({ code: 'bad_cells', facts: { count: 1 } })
  expect(await tagOf(twoDays)).toBe(tag)
})

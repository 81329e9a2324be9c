import { describe, expect, test } from 'vitest'
import { csv, header, placesOf, refusalOf, refusedUnchanged, shareSite } from './import-site.ts'

const columns = `${header},clicks,installs,requests,matched_requests,ad_tag,currency`

const goodRow = {
  date: '2026-03-01',
  app_id: 'zap-ios',
  network: 'ownnet',
  format: 'video',
  country: 'US',
  impressions: '100',
  revenue: '1.5',
  clicks: '3',
  installs: '1',
  requests: '9',
  matched_requests: '4',
  ad_tag: 'menu',
  currency: 'USD',
}

type Column = keyof typeof goodRow

const line = (changes: Partial<Record<Column, string>> = {}) =>
  Object.values({ ...goodRow, ...changes })
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')

const badCells: [Column, string, accepts: RegExp][] = [
  ['date', '2026-02-30', /YYYY-MM-DD/],
  ['date', '2025-02-29', /YYYY-MM-DD/],
  ['date', '2026-3-1', /YYYY-MM-DD/],
  ['date', '20260301', /YYYY-MM-DD/],
  ['date', '03/01/2026', /YYYY-MM-DD/],
  ['date', '2026-03-01T00:00:00Z', /YYYY-MM-DD/],
  ['date', '', /YYYY-MM-DD/],
  ['app_id', '', /app/],
  ['network', 'Own Net', /lower-case/],
  ['network', 'OWNNET', /lower-case/],
  ['network', '', /lower-case/],
  ['format', 'Rewarded Video', /lower-case/],
  ['format', '', /lower-case/],
  ['country', 'XX', /ISO 3166-1/],
  ['country', 'UK', /ISO 3166-1/],
  ['country', 'us', /upper case/],
  ['country', 'USA', /ISO 3166-1/],
  ['country', 'Germany', /ISO 3166-1/],
  ['country', '', /ISO 3166-1/],
  ['impressions', '-1', /whole number/],
  ['impressions', '1.5', /whole number/],
  ['impressions', '1e3', /whole number/],
  ['impressions', '1,000', /whole number/],
  ['impressions', 'many', /whole number/],
  ['impressions', '', /whole number/],
  ['revenue', '1.2345678', /decimal/],
  ['revenue', 'ten', /decimal/],
  ['revenue', '', /decimal/],
  ['clicks', 'many', /whole number/],
  ['clicks', '-1', /whole number/],
  ['clicks', '0.5', /whole number/],
  ['installs', 'x', /whole number/],
  ['installs', '-2', /whole number/],
  ['requests', '1.0', /whole number/],
  ['requests', '9223372036854775807', /at most 15 digits/],
  ['matched_requests', '-1', /whole number/],
  ['matched_requests', 'N/A', /whole number/],
  ['ad_tag', 'a\tb', /control character/],
  ['ad_tag', 'x'.repeat(256), /255/],
  ['currency', 'EUR', /currency/],
  ['currency', 'usd', /currency/],
  ['currency', '$', /currency/],
]

describe('a bad cell fails the import whole', () => {
  const shared = shareSite()

  test.each(badCells)('%s %j', async (column, value, accepts) => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(
        [line(), line({ country: 'DE', [column]: value }), line({ country: 'FR' })],
        {
          columns,
        },
      ),
    )
    expect(refusal.message).toBe('Nothing was imported. Fix this cell:')
    const shown =
      value === '' ? 'is missing' : `${JSON.stringify(value.slice(0, 200))} is not accepted`
    expect(refusal.details).toHaveLength(1)
    expect(refusal.details[0]).toContain(`figures.csv:3: ${column}: ${shown}; expected `)
    expect(refusal.details[0]).toMatch(accepts)
  })

  test('a currency must be that of the account: EUR for one, USD for the other', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () =>
      site.importLines([line({ currency: 'EUR' }), line({ app_id: 'euro-app', currency: 'USD' })], {
        columns,
      }),
    )
    expect(placesOf(refusal)).toEqual([
      'figures.csv:2: currency: "EUR"',
      'figures.csv:3: currency: "USD"',
    ])
  })

  test('every bad cell of a row is listed, in the order of the columns', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(
        [line({ date: 'soon', country: 'XX', impressions: '-1', revenue: 'ten', clicks: '?' })],
        { columns },
      ),
    )
    expect(refusal.message).toBe('Nothing was imported. Fix these 5 cells:')
    expect(placesOf(refusal)).toEqual([
      'figures.csv:2: date: "soon"',
      'figures.csv:2: country: "XX"',
      'figures.csv:2: impressions: "-1"',
      'figures.csv:2: clicks: "?"',
      'figures.csv:2: revenue: "ten"',
    ])
  })

  test('the first 20 are listed, with their total number', async () => {
    const site = shared()
    // Lines 2 to 31; every second row is bad, with two bad cells each: 15 rows.
    const lines = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 1
        ? line({ ad_tag: `t${index}`, impressions: '-1', clicks: 'x' })
        : line({ ad_tag: `t${index}` }),
    )
    const refusal = await refusedUnchanged(site, () => site.importLines(lines, { columns }))
    expect(refusal.message).toBe(
      'Nothing was imported. Fix these 30 cells (the first 20 are shown):',
    )
    expect(placesOf(refusal)).toEqual(
      [3, 5, 7, 9, 11, 13, 15, 17, 19, 21].flatMap((at) => [
        `figures.csv:${at}: impressions: "-1"`,
        `figures.csv:${at}: clicks: "x"`,
      ]),
    )
  })

  test('exactly 20 are all listed, without a total', async () => {
    const site = shared()
    const lines = Array.from({ length: 20 }, (_, index) =>
      line({ ad_tag: `t${index}`, impressions: '-1' }),
    )
    const refusal = await refusedUnchanged(site, () => site.importLines(lines, { columns }))
    expect(refusal.message).toBe('Nothing was imported. Fix these 20 cells:')
    expect(refusal.details).toHaveLength(20)
  })

  test('those of several files are listed file by file', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, async () =>
      site.importStats([
        await site.file('b.csv', csv([line(), line({ country: 'XX' })], columns)),
        await site.file('c.ndjson', JSON.stringify({ ...goodRow, country: 'XY' })),
        await site.file('a.csv', csv([line({ date: 'soon' })], columns)),
      ]),
    )
    expect(placesOf(refusal)).toEqual([
      'b.csv:3: country: "XX"',
      'c.ndjson:1: country: "XY"',
      'a.csv:2: date: "soon"',
    ])
  })

  test('those of a Parquet file have the number of the row', async () => {
    const site = shared()
    const file = await site.parquet(
      'figures.parquet',
      `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network, 'video' AS format,
        unnest(['US', 'XX', 'DE']) AS country, unnest([1, 2, -3]) AS impressions, '1' AS revenue`,
    )
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(placesOf(refusal)).toEqual([
      'figures.parquet:2: country: "XX"',
      'figures.parquet:3: impressions: "-3"',
    ])
  })
})

describe('a CSV row that does not fit its header fails the import', () => {
  const shared = shareSite()

  test.each([
    ['too few cells', '2026-03-01,zap-ios,ownnet,video,US,100', '6 cells'],
    ['too many cells', '2026-03-01,zap-ios,ownnet,video,US,100,1.5,9', '8 cells'],
    ['a money amount with a comma', '2026-03-01,zap-ios,ownnet,video,US,100,1,500.25', '8 cells'],
    ['a trailing comma', '2026-03-01,zap-ios,ownnet,video,US,100,1.5,', '8 cells'],
  ])('%s', async (_fault, row, found) => {
    const site = shared()
    const good = '2026-03-01,zap-ios,ownnet,video,DE,100,1.5'
    const refusal = await refusedUnchanged(site, () => site.importLines([good, row, good]))
    expect(refusal.details[0]).toContain('figures.csv:3:')
    expect(refusal.details[0]).toContain(found)
    expect(refusal.details[0]).toContain('7 cells')
  })

  test('an unclosed quote is reported with its line', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(['2026-03-01,zap-ios,ownnet,video,"US,100,1.5']),
    )
    expect(refusal.message).toMatch(/^figures\.csv:\d+: .*quote/)
  })
})

describe('an NDJSON line that is not a row fails the import', () => {
  const shared = shareSite()
  const good = JSON.stringify(goodRow)

  test.each([
    ['not JSON', '{"date":', /JSON object/],
    ['an array', '[1,2]', /JSON object/],
    ['a number', '7', /JSON object/],
    ['a nested object', '{"date":{"day":1}}', /date/],
    ['an unknown column', JSON.stringify({ ...goodRow, ecpm: 5 }), /date, app_id, network/],
  ])('%s', async (_fault, text, accepts) => {
    const site = shared()
    const file = await site.file('figures.ndjson', `${good}\n${text}\n`)
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(refusal.details).toHaveLength(1)
    expect(refusal.details[0]).toMatch(/^figures\.ndjson:2: /)
    expect(refusal.details[0]).toMatch(accepts)
  })

  test('an unknown column is named', async () => {
    const site = shared()
    const file = await site.file('figures.ndjson', JSON.stringify({ ...goodRow, ecpm: 5 }))
    expect((await refusalOf(site.importStats([file]))).details[0]).toContain('"ecpm"')
  })
})

describe('accepted values', () => {
  const shared = shareSite()

  test.each<[Column, string]>([
    ['date', '2024-02-29'],
    ['network', 'my_net_2'],
    ['format', 'playable'],
    ['country', 'XK'],
    ['country', 'ZZ'],
    ['impressions', '0'],
    ['clicks', ''],
    ['installs', ''],
    ['requests', ''],
    ['requests', '999999999999999'],
    ['matched_requests', ''],
    ['matched_requests', '10'],
    ['ad_tag', ''],
    ['ad_tag', 'ä'.repeat(255)],
    ['currency', ''],
  ])('%s %j', async (column, value) => {
    const site = shared()
    const summary = await site.importLines([line({ [column]: value })], { columns })
    expect(summary).toMatchObject({ rows: 1, revenue: { USD: '1.5' } })
  })
})

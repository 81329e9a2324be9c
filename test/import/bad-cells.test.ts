import { describe, expect, test } from 'vitest'
import { csv, header, openSite, placesOf, refusedUnchanged, shareSite } from './import-site.ts'

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

const badValues: readonly [Column, accepts: RegExp, values: readonly string[]][] = [
  ['date', /YYYY-MM-DD/, ['2026-02-30', '2025-02-29', '2026-3-1', '20260301', '03/01/2026', '']],
  ['date', /YYYY-MM-DD/, ['2026-03-01T00:00:00Z']],
  ['app_id', /app/, ['']],
  ['network', /lower-case/, ['Own Net', 'OWNNET', '']],
  ['format', /lower-case/, ['Rewarded Video', '']],
  ['country', /ISO 3166-1.*upper case/, ['XX', 'UK', 'us', 'USA', 'Germany', '']],
  ['impressions', /whole number/, ['-1', '1.5', '1e3', '1,000', 'many', '']],
  ['revenue', /decimal/, ['1.2345678', 'ten', '']],
  ['clicks', /whole number/, ['many', '-1', '0.5']],
  ['installs', /whole number/, ['x', '-2']],
  ['requests', /whole number.*at most 15 digits/, ['1.0', '9223372036854775807']],
  ['matched_requests', /whole number/, ['-1', 'N/A']],
  ['ad_tag', /255 characters.*control character/, ['a\tb', 'x'.repeat(256)]],
  ['currency', /currency/, ['EUR', 'usd', '$']],
]

describe('a bad cell fails the import whole', () => {
  const shared = shareSite()

  test.each(badValues)('%s: what is accepted matches %s', async (column, accepts, values) => {
    const site = shared()
    const bad = values.map((value, nth) => line({ ad_tag: `t${nth}`, [column]: value }))
    const lines = [line(), ...bad, line({ country: 'FR' })]
    const refusal = await refusedUnchanged(site, () => site.importLines(lines, { columns }))
    expect(refusal.message).toMatch(/^Nothing was imported\. Fix (this cell|these \d cells):$/)
    expect(refusal.details).toHaveLength(values.length)
    for (const [nth, value] of values.entries()) {
      const shown =
        value === '' ? 'is missing' : `${JSON.stringify(value.slice(0, 200))} is not accepted`
      expect(refusal.details[nth]).toContain(
        `figures.csv:${nth + 3}: ${column}: ${shown}; expected `,
      )
      expect(refusal.details[nth]).toMatch(accepts)
    }
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

describe('a row that is none fails the import', () => {
  const shared = shareSite()

  test('in a CSV, where its cells do not fit the header', async () => {
    const cells = '2026-03-01,zap-ios,ownnet,video,US,100'
    const lines = [cells, `${cells},1.5,9`, `${cells},1,500.25`, `${cells},1.5,`]
    const refusal = await refusedUnchanged(shared(), () => shared().importLines(lines))
    const fault = (line: number, found: number) =>
      expect.stringMatching(`^figures\\.csv:${line}: .*${found} cells.*7 cells`)
    expect(refusal.details).toEqual([fault(2, 6), fault(3, 8), fault(4, 8), fault(5, 8)])
  })

  test('in a CSV, where a quote is not closed', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(['2026-03-01,zap-ios,ownnet,video,"US,100,1.5']),
    )
    expect(refusal.message).toMatch(/^figures\.csv:\d+: .*quote/)
  })

  test('in NDJSON, where it is no object of known columns', async () => {
    const site = shared()
    const lines = ['{"date":', '[1,2]', '7', '{"date":{"day":1}}']
    const unknown = JSON.stringify({ ...goodRow, ecpm: 5 })
    const text = [JSON.stringify(goodRow), ...lines, unknown].join('\n')
    const file = await site.file('a.ndjson', text)
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(refusal.details).toEqual([
      ...[2, 3, 4].map((line) => expect.stringMatching(`^a\\.ndjson:${line}: .*JSON object`)),
      expect.stringMatching(/^a\.ndjson:5: .*date/),
      expect.stringMatching(/^a\.ndjson:6: .*"ecpm".*date, app_id, network/),
    ])
  })
})

test('accepted values', async () => {
  const accepted: readonly Partial<Record<Column, string>>[] = [
    { date: '2024-02-29', network: 'my_net_2', format: 'playable' },
    ...[{ country: 'XK' }, { country: 'ZZ' }, { impressions: '0' }, { currency: '' }],
    { clicks: '', installs: '', requests: '', matched_requests: '' },
    ...[{ requests: '999999999999999' }, { matched_requests: '10' }],
    ...[{ ad_tag: '' }, { ad_tag: 'ä'.repeat(255) }],
  ]
  const lines = accepted.map((cells, nth) => line({ ad_tag: `t${nth}`, ...cells }))
  const summary = await (await openSite()).importLines(lines, { columns })
  expect(summary).toMatchObject({ rows: accepted.length, revenue: { USD: '15' } })
})

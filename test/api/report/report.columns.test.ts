import { asyncBufferFromUrl } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { type NumberText, parseExactly } from '../../fixtures/exact-json.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { asking, march, posting, reportPath, withKey } from '../../fixtures/report-endpoint.ts'
import type { Response } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher, rival } from '../../fixtures/v2-publisher.ts'
import { readArrow } from '../../formats/read-arrow.ts'
import { readParquet } from '../../formats/read-parquet.ts'
import type { Cell } from '../../formats/sample-table.ts'

const publisher = shareSite(openV2Publisher)
const ask = asking(publisher)
const post = posting(publisher)

const arrowOf = ({ rawPayload }: Response) => readArrow([rawPayload])
const parquetOf = ({ rawPayload: { buffer, byteOffset, byteLength } }: Response) =>
  readParquet((buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength))

const byCountry = { dimensions: 'country', metrics: 'revenue,clicks' }
const everything = {
  dimensions: 'date,app_id,app_name,platform,network,ad_format,country,ad_tag,currency',
  metrics:
    'impressions,clicks,installs,requests,matched_requests,revenue,revenue_micros,ecpm,ctr,cvr,fill_rate,clicks_coverage,installs_coverage,requests_coverage',
}

describe.each([
  ['arrow', arrowOf, 'application/vnd.apache.arrow.stream', 'arrows'],
  ['parquet', parquetOf, 'application/vnd.apache.parquet', 'parquet'],
] as const)('%s', (format, read, mediaType, ending) => {
  test.each([
    everything,
    { ...everything, compare: 'previous_period' },
    { ...byCountry, dimensions: 'week,network', fill: 'dates', order_by: 'revenue:desc' },
    { ...byCountry, network: 'nobody' },
    { metrics: 'revenue' },
  ])('has the columns and values of the JSON: %o', async (query) => {
    const { columns, cells } = await read(await ask({ ...query, format }))
    const json = parseExactly((await ask(query)).body) as {
      readonly data: readonly Readonly<Record<string, NumberText | string | null>>[]
    }
    const rows = cells[0]!.map((_, row) => cells.map((column) => column[row]!))
    const expected = json.data.map((row) =>
      columns.map((column) => toCell(column, row[column.split(' ')[0]!]!)),
    )
    expect(rows).toEqual(expected)
    for (const row of json.data) {
      expect(Object.keys(row)).toEqual(columns.map((column) => column.split(' ')[0]))
    }
  })

  test('is chosen by the Accept header, and has its name, headers and meta data', async () => {
    const response = await ask(byCountry, { accept: mediaType })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': mediaType,
      'content-disposition': `attachment; filename="adtally-acme-2026-03-01-2026-03-05-by-country.${ending}"`,
      'adtally-as-of': '2026-03-10T15:04:05Z',
      'adtally-currency': 'USD',
      'adtally-partly-known': 'clicks',
      'cache-control': 'private',
      vary: expect.stringMatching(/Authorization.*Accept/),
    })
    expect((await read(response)).metadata).toEqual({
      as_of: '2026-03-10T15:04:05Z',
      start_date: '2026-03-01',
      end_date: '2026-03-05',
      dimensions: '["country"]',
      metrics: '["revenue","clicks"]',
      currency: 'USD',
      partial_periods: '[]',
      partly_known: '["clicks"]',
      unmatched: '{}',
    })
  })

  test('has pages of one state', async () => {
    const first = await ask({ ...byCountry, format, limit: '3' })
    const cursor = String(first.headers['adtally-next-cursor'])
    const { cells, metadata } = await read(first)
    expect(cells[0]).toEqual(['DE', 'FR', 'JP'])
    expect(metadata.next_cursor).toBe(cursor)
    const last = await ask({ ...byCountry, format, limit: '3', cursor })
    expect((await read(last)).cells[0]).toEqual(['US'])
    expect(last.headers).not.toHaveProperty('adtally-next-cursor')
  })

  test('answers POST as GET', async () => {
    const body = { dimensions: ['country'], metrics: ['revenue', 'clicks'], format }
    const [posted, got] = [await post(body), await ask({ ...byCountry, format })]
    expect(posted.rawPayload.equals(got.rawPayload)).toBe(true)
  })

  test('refuses bad questions with a problem body', async () => {
    const response = await ask({ ...byCountry, metrics: 'revenu', format })
    expectProblem(response, 400, 'bad_parameters', { metrics: /revenue/ })
    expect(response.headers).not.toHaveProperty('content-disposition')
  })
})

/** A value of the JSON as readers of columns have it. */
function toCell(column: string, value: NumberText | string | null): Cell {
  if (value === null) return null
  if (typeof value === 'string') {
    return /date/i.test(column.split(' ')[1]!) ? Date.parse(value) / 86_400_000 : value
  }
  const scale = Number(/(?:e\+|,)(\d+)[\])]/.exec(column)?.[1] ?? 0)
  const [whole = '', fraction = ''] = value.written.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

describe('a Parquet file', () => {
  const file = { ...byCountry, format: 'parquet' }

  test('is read over HTTP by its ranges', async () => {
    const { app } = publisher.server
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const query = new URLSearchParams({ ...march, ...file })
    const url = `${address}${reportPath}?${query}`
    const requestInit = { headers: withKey(acme.key) }
    const { cells } = await readParquet(await asyncBufferFromUrl({ url, requestInit }), ['revenue'])
    expect(cells).toEqual([[300_000n, 4_000_000n, 1_000_000n, 15_305_002n]])
  })

  test('has a tag, by which it is not sent again', async () => {
    const { headers } = await ask(file)
    const again = await ask(file, { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('answers HEAD with its length', async () => {
    const whole = await ask(file)
    const query = { ...march, ...file }
    const head = await publisher.server.send('HEAD', reportPath, query, withKey(acme.key))
    expect(head.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(whole.rawPayload.length),
      etag: whole.headers.etag,
    })
    expect(head.body).toBe('')
  })

  test('answers a range beyond its end with a problem body', async () => {
    const response = await ask(file, { range: 'bytes=999999-' })
    expectProblem(response, 416, 'range_not_satisfiable')
    expect(response.headers).not.toHaveProperty('content-disposition')
  })

  test('is another one for another account', async () => {
    const { body } = await ask(file, withKey(rival.key))
    const own = await ask(file)
    expect(own.body).not.toBe(body)
  })

  test('is another one after an import', async () => {
    const before = await ask(file)
    const figure = { date: '2026-03-02', app_id: '9', network: 'ownnet', format: 'video' }
    await publisher.installation.importFigures([
      { ...figure, country: 'AT', impressions: 1, revenue: '9007199254.740993' },
    ])
    const { cells } = await parquetOf(await ask(file))
    expect(cells[0]![0]).toBe('AT')
    expect(cells[1]![0]).toBe(9_007_199_254_740_993n)
    expect((await ask(file)).headers.etag).not.toBe(before.headers.etag)
  })
})

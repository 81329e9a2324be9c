import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { GivenFile } from '../../src/sources/readers/input-file.ts'
import {
  csv,
  header,
  type ImportSite,
  openSite,
  refusedUnchanged,
  shareSite,
} from './import-site.ts'
import { storedRequests } from './stored-requests.ts'

const csvText = csv(
  [
    '2026-03-01,zap-ios,ownnet,video,US,1000,12.5,30,4,4000,1100,menu,USD',
    '2026-03-01,zap-ios,ownnet,video,DE,200,0.000404,,,0,,,',
  ],
  `${header},clicks,installs,requests,matched_requests,ad_tag,currency`,
)

const ndjsonText = [
  '{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"video","country":"US","impressions":1000,"revenue":12.5,"clicks":30,"installs":4,"requests":4000,"matched_requests":"1100","ad_tag":"menu","currency":"USD"}',
  '{"revenue":"0.000404","impressions":"200","country":"DE","format":"video","network":"ownnet","app_id":"zap-ios","date":"2026-03-01","clicks":null,"requests":0}',
  '',
].join('\n')

// In another order than the columns of the CSV.
const parquetQuery = `SELECT CAST(12.5 AS DECIMAL(18, 6)) AS revenue, 1000 AS impressions, 'US' AS country,
  'video' AS format, 'ownnet' AS network, 'zap-ios' AS app_id, DATE '2026-03-01' AS date,
  30 AS clicks, 4 AS installs, 4000 AS requests, '1100' AS matched_requests,
  'menu' AS ad_tag, 'USD' AS currency
  UNION ALL SELECT CAST(0.000404 AS DECIMAL(18, 6)), 200, 'DE', 'video', 'ownnet', 'zap-ios',
  DATE '2026-03-01', NULL, NULL, 0, NULL, NULL, NULL`

const bothRows = [
  '2026-03-01 zap-ios ownnet video DE 200 0 0 404',
  '2026-03-01 zap-ios ownnet video US 1000 30 4 12500000',
]

async function make(site: ImportSite, format: string, name: string): Promise<GivenFile> {
  if (format === 'csv') return site.file(name, csvText)
  if (format === 'ndjson') return site.file(name, ndjsonText)
  return site.parquet(name, parquetQuery)
}

describe.each(['csv', 'ndjson', 'parquet'] as const)('%s', (format) => {
  test('is recognised by its extension; a count that it does not state is unknown', async () => {
    const site = await openSite()
    await site.importStats([await make(site, format, `figures.${format}`)])
    expect(await site.figures()).toEqual(bothRows)
    const { id } = await site.installation.accounts.get('studio')
    expect(await storedRequests(site, [id])).toEqual([
      ['2026-03-01 zap-ios DE 200 0 null', '2026-03-01 zap-ios US 1000 4000 1100'],
    ])
  })

  test.each([false, true])(
    'is set by the input format when the name does not show it; gzipped: %s',
    async (isGzipped) => {
      const site = await openSite()
      const plain = await make(site, format, 'plain')
      const bytes = await readFile(plain.path)
      const file = await site.file('figures', isGzipped ? gzipSync(bytes) : bytes)
      await site.importStats([file], { inputFormat: format })
      expect(await site.figures()).toEqual(bothRows)
    },
  )
})

test('a name without a known extension is refused, naming the option', async () => {
  const site = await openSite()
  const refusal = await refusedUnchanged(site, async () =>
    site.importStats([await site.file('figures.txt', csvText)]),
  )
  expect(refusal.message).toMatch(
    /^figures\.txt: .*`--input-format FORMAT`: csv, ndjson, parquet or json$/,
  )
})

test('the summary counts rows, slices, days, impressions and money', async () => {
  const site = await openSite()
  const summary = await site.importLines([
    '2026-03-01,zap-ios,ownnet,video,US,1000,12.5',
    '2026-03-01,zap-ios,ownnet,banner,US,1,0.25',
    '2026-03-02,zap-ios,ownnet,video,US,10,1',
    '2026-03-02,zap-ios,admob,video,US,10,1',
    '2026-03-04,euro-app,admob,video,DE,5,2.000001',
  ])
  expect(summary).toMatchObject({
    source: 'adtally',
    files: ['figures.csv'],
    rows: 5,
    slices: 4,
    replaced_slices: 0,
    first_day: '2026-03-01',
    last_day: '2026-03-04',
    impressions: '1026',
    revenue: { USD: '14.75', EUR: '2.000001' },
    created_apps: [],
    skipped_rows: 0,
    skipped_slices: 0,
    reject_file: null,
  })
})

describe('columns', () => {
  // Each importing test states other figures than the one before.
  const shared = shareSite()

  test('may be in any order in a CSV', async () => {
    const site = shared()
    await site.importLines(['3,DE,7.25,2026-03-01,video,zap-ios,2,ownnet,100'], {
      columns: 'clicks,country,revenue,date,format,app_id,installs,network,impressions',
    })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet video DE 100 3 2 7250000'])
  })

  test('that are unknown are named, with the accepted ones', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(['2026-03-01,zap-ios,ownnet,video,DE,100,7.25,1.5'], {
        columns: `${header},ecpm`,
      }),
    )
    expect(refusal.message).toContain('figures.csv:1')
    expect(refusal.message).toContain('unknown column "ecpm"')
    for (const column of [...header.split(','), 'clicks', 'requests', 'matched_requests']) {
      expect(refusal.message).toContain(column)
    }
  })

  test.each([
    [
      'missing',
      'date,app_id,network,format,country',
      'missing columns "impressions" and "revenue"',
    ],
    ['repeated', `${header},revenue`, 'repeated column "revenue"'],
  ])('that are %s are all named', async (_, columns, message) => {
    const cells = '2026-03-01,zap-ios,ownnet,video,DE,100,7.25,8'.split(',')
    const line = cells.slice(0, columns.split(',').length).join()
    const refusal = await refusedUnchanged(shared(), () =>
      shared().importLines([line], { columns }),
    )
    expect(refusal.message).toContain(message)
  })

  test('of a Parquet file are checked in the same way', async () => {
    const site = shared()
    const file = await site.parquet(
      'figures.parquet',
      `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network, 'video' AS format,
        'DE' AS country, 100 AS impressions, 5 AS views`,
    )
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(refusal.message).toContain('unknown column "views"')
    expect(refusal.message).toContain('missing column "revenue"')
  })

  test('that are missing in NDJSON are bad cells of their rows', async () => {
    const site = shared()
    const text =
      '{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"video","country":"DE"}\n'
    const file = await site.file('figures.ndjson', text)
    const { details } = await refusedUnchanged(site, () => site.importStats([file]))
    expect(details).toHaveLength(2)
    expect(details[0]).toMatch(/^figures\.ndjson:1: impressions: is missing; expected /)
    expect(details[1]).toMatch(/^figures\.ndjson:1: revenue: is missing; expected /)
  })
})

describe('several files', () => {
  test('are one import, whatever their formats', async () => {
    const site = await openSite()
    const summary = await site.importStats([
      await site.file('a.csv', csv(['2026-03-01,zap-ios,ownnet,video,US,1,1'])),
      await site.file(
        'b.ndjson',
        '{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"video","country":"DE","impressions":2,"revenue":2}',
      ),
      await site.parquet(
        'c.parquet',
        `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network, 'video' AS format,
          'FR' AS country, 3 AS impressions, 3 AS revenue`,
      ),
    ])
    expect(summary).toMatchObject({ files: ['a.csv', 'b.ndjson', 'c.parquet'], rows: 3, slices: 1 })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video DE 2 0 0 2000000',
      '2026-03-01 zap-ios ownnet video FR 3 0 0 3000000',
      '2026-03-01 zap-ios ownnet video US 1 0 0 1000000',
    ])
  })
})

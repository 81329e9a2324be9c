import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import {
  csv,
  euroKey,
  type ImportSite,
  openSite,
  placesOf,
  readRejects,
  refusalOf,
  refusedUnchanged,
  shareSite,
} from './import-site.ts'

// A report with the network's own columns; all figures are invented.
const columns =
  'Fyber App ID,App Name,Placement Name,Placement Type,Country,Device OS,Date,Bid Requests,' +
  'Bid Responses,Impressions,Clicks,Rewarded Completions,Revenue (USD),Unique Impressions'

interface Row {
  readonly id: string
  readonly name: string
  readonly placement: string
  readonly type: string
  readonly country: string
  readonly os: string
  readonly date: string
  readonly impressions: string
  readonly clicks: string
  readonly revenue: string
}

const zap: Row = {
  id: '501',
  name: 'Zap',
  placement: 'Z BANNER 1',
  type: 'Banner',
  country: 'US',
  os: 'ios',
  date: '2026-03-01',
  impressions: '10',
  clicks: '1',
  revenue: '0.01',
}

const line = (changes: Partial<Row> = {}) => {
  const row = { ...zap, ...changes }
  return [
    row.id,
    row.name,
    row.placement,
    row.type,
    row.country,
    row.os,
    row.date,
    '900',
    '90',
    row.impressions,
    row.clicks,
    '0',
    row.revenue,
    '""',
  ].join(',')
}

async function importReport(
  site: ImportSite,
  rows: readonly Partial<Row>[],
  request: { createApps?: string; skipBadRows?: boolean } = {},
) {
  const file = await site.file('report.csv', csv(rows.map(line), columns))
  return site.importStats([file], { source: 'digital-turbine', ...request })
}

const link = (site: ImportSite, networkAppId: string, appId: string) =>
  site.call(linkApp, { network: 'digitalturbine', networkAppId, appId })

describe('a report of Digital Turbine', () => {
  test('has money whose floating-point noise is rounded to micros', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    const summary = await importReport(site, [
      { country: 'US', revenue: '0.036300000000000006' },
      { country: 'DE', revenue: '13.289675770000008' },
      { country: 'FR', revenue: '0.0' },
      { country: 'GB', revenue: '0.0000004' },
      { country: 'IT', revenue: '0.0000005' },
      { country: 'JP', revenue: '1.0E-4' },
      { country: 'KR', revenue: '0.07' },
      { country: 'SE', revenue: '0.0000014999999999' },
    ])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner DE 10 1 0 13289676',
      '2026-03-01 zap-ios digitalturbine banner FR 10 1 0 0',
      '2026-03-01 zap-ios digitalturbine banner GB 10 1 0 0',
      '2026-03-01 zap-ios digitalturbine banner IT 10 1 0 1',
      '2026-03-01 zap-ios digitalturbine banner JP 10 1 0 100',
      '2026-03-01 zap-ios digitalturbine banner KR 10 1 0 70000',
      '2026-03-01 zap-ios digitalturbine banner SE 10 1 0 1',
      '2026-03-01 zap-ios digitalturbine banner US 10 1 0 36300',
    ])
    // 13,289,676 + 1 + 100 + 70,000 + 1 + 36,300 micros
    expect(summary.revenue).toEqual({ USD: '13.396078' })
  })

  test('has its placements summed before money is rounded', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    const summary = await importReport(site, [
      { placement: 'A', impressions: '10', clicks: '1', revenue: '0.0000004' },
      { placement: 'B', impressions: '20', clicks: '2', revenue: '0.0000004' },
      { placement: 'C', impressions: '30', clicks: '0', revenue: '0.0000004' },
      { placement: 'A', date: '2026-03-02', impressions: '5' },
    ])
    // Three times 0.4 micros are 1.2.
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner US 60 3 0 1',
      '2026-03-02 zap-ios digitalturbine banner US 5 1 0 10000',
    ])
    expect(summary).toMatchObject({ source: 'digital-turbine', slices: 2, impressions: '65' })
  })

  test('has repeated rows summed, not refused', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    await importReport(site, [zap, zap])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner US 20 2 0 20000',
    ])
  })

  test('replaces its slices when it is restated', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    await importReport(site, [{ country: 'US' }, { country: 'DE' }])
    await importReport(site, [{ country: 'DE', impressions: '11' }])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner DE 11 1 0 10000',
    ])
  })

  test('has its formats and countries mapped', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    await importReport(site, [
      { type: 'Banner' },
      { type: 'Interstitial' },
      { type: 'Rewarded', country: 'de' },
      { type: 'Rewarded', country: '' },
    ])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner US 10 1 0 10000',
      '2026-03-01 zap-ios digitalturbine interstitial US 10 1 0 10000',
      '2026-03-01 zap-ios digitalturbine rewarded DE 10 1 0 10000',
      '2026-03-01 zap-ios digitalturbine rewarded ZZ 10 1 0 10000',
    ])
  })

  test('is read with its columns in another order, gzipped, with CRLF', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    const text = [
      'Revenue (USD),Date,Clicks,Country,Device OS,Impressions,Placement Type,App Name,Fyber App ID',
      '0.5,2026-03-01,4,US,ios,7,Banner,"Zap, the game",501',
      '',
    ].join('\r\n')
    const file = await site.file('report.csv.gz', gzipSync(text))
    await site.importStats([file], { source: 'digital-turbine' })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner US 7 4 0 500000',
    ])
  })
})

describe('apps of a report', () => {
  test('that are unknown are listed, and nothing is imported or created', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    const before = await site.applications()
    const refusal = await refusedUnchanged(site, () =>
      importReport(site, [
        zap,
        { id: '502', name: 'Brand New', os: 'android' },
        { id: '503', name: 'Other New', os: 'amazon' },
        { id: '503', name: 'Other New', os: 'amazon', country: 'DE' },
      ]),
    )
    expect(refusal.message).toContain('2 apps are unknown')
    expect(refusal.details).toEqual([
      '  adtally apps link digitalturbine 502 APP_ID   # Brand New, android',
      '  adtally apps link digitalturbine 503 APP_ID   # Other New, amazon',
      'Or create them in an account: add `--create-apps USERNAME`',
    ])
    expect(await site.applications()).toEqual(before)
  })

  test('that are unknown are created on request, and matched the second time', async () => {
    const site = await openSite()
    const rows = [
      { id: '502', name: 'Brand New', os: 'android' },
      { id: '503', name: 'Fresh', os: 'ios' },
    ]
    const first = await refusalOf(importReport(site, rows, { createApps: 'euros' }))
    // The report is in USD and the account uses EUR, so a conversion is needed.
    expect(first.message).toContain('Nothing was imported. There is no rate to EUR')
    expect(await site.applications('euros', euroKey)).toHaveLength(1)

    const summary = await importReport(site, rows, { createApps: 'studio' })
    expect(summary.created_apps).toEqual(['Brand New', 'Fresh'])
    const created = (await site.applications()).filter((app) => /^\d+$/.test(String(app.app_id)))
    expect(created).toMatchObject([
      { app_name: 'Brand New', platform: 'android' },
      { app_name: 'Fresh', platform: 'ios' },
    ])
    expect(await site.figures()).toHaveLength(2)

    const again = await importReport(site, rows)
    expect(again).toMatchObject({ created_apps: [], slices: 2, replaced_slices: 2 })
    expect(await site.applications()).toHaveLength(5)
  })

  test('are created once for an id, however many rows it has', async () => {
    const site = await openSite()
    const { created_apps: created } = await importReport(
      site,
      ['US', 'DE', 'FR'].map((country) => ({ id: '9', name: 'Newcomer', country })),
      { createApps: 'studio' },
    )
    expect(created).toEqual(['Newcomer'])
    expect(await site.applications()).toHaveLength(4)
  })

  test('are not created for an unknown account', async () => {
    const site = await openSite()
    const refusal = await refusalOf(importReport(site, [zap], { createApps: 'nobody' }))
    expect(refusal.message).toContain('"nobody"')
  })

  test('are not created by an import that fails because of a bad row', async () => {
    const site = await openSite()
    await refusalOf(
      importReport(site, [{ id: '9' }, { id: '9', impressions: 'x' }], { createApps: 'studio' }),
    )
    expect(await site.applications()).toHaveLength(3)
  })

  test('are not created by an import whose slices are all skipped', async () => {
    const site = await openSite()
    await refusalOf(
      importReport(site, [{ id: '9', impressions: 'x' }], {
        createApps: 'studio',
        skipBadRows: true,
      }),
    )
    expect(await site.applications()).toHaveLength(3)
  })

  test('can be linked: one id on two platforms to two apps', async () => {
    const site = await openSite()
    await link(site, '501', 'zap-ios')
    await importReport(site, [zap])
    await link(site, '501', 'brick')
    await importReport(site, [{ ...zap, os: 'android', date: '2026-03-02' }])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner US 10 1 0 10000',
      '2026-03-02 brick digitalturbine banner US 10 1 0 10000',
    ])
  })

  test('cannot be linked to an app that does not exist', async () => {
    const site = await openSite()
    const refusal = await refusalOf(link(site, '501', 'nothing'))
    expect(refusal.message).toContain('"nothing"')
  })
})

describe('a report is refused', () => {
  const shared = shareSite()

  test.each<[keyof Row, string, string]>([
    ['os', 'windows', 'platform: "windows"'],
    ['date', '2026-02-30', 'date: "2026-02-30"'],
    ['date', '', 'date:'],
    ['impressions', '-1', 'impressions: "-1"'],
    ['impressions', '1.5', 'impressions: "1.5"'],
    ['impressions', '', 'impressions:'],
    ['clicks', 'x', 'clicks: "x"'],
    ['revenue', 'free', 'revenue: "free"'],
    ['revenue', '', 'revenue:'],
  ])('because of a bad cell: %s %j', async (column, value, place) => {
    const site = shared()
    await link(site, '501', 'zap-ios')
    const refusal = await refusedUnchanged(site, () =>
      importReport(site, [zap, { [column]: value }]),
    )
    expect(placesOf(refusal)).toEqual([`report.csv:3: ${place}`])
    expect(refusal.details[0]).toMatch(/; expected .+/)
  })

  test('but not because of an unknown country or format: those are counted', async () => {
    const site = shared()
    await link(site, '501', 'zap-ios')
    const rows = [{ country: 'XX' }, { type: 'Skyscraper ad' }, { country: 'DE' }]
    const summary = await importReport(site, rows)
    expect(summary.unknown_countries).toEqual({ XX: 1 })
    expect(summary.unknown_formats).toEqual({ 'Skyscraper ad': 1 })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner DE 10 1 0 10000',
      '2026-03-01 zap-ios digitalturbine banner ZZ 10 1 0 10000',
      '2026-03-01 zap-ios digitalturbine unknown US 10 1 0 10000',
    ])
  })

  test('naming the line after a quoted newline', async () => {
    const site = shared()
    await link(site, '501', 'zap-ios')
    const rows = [{ name: '"Zap\nand\nmore"' }, { impressions: '-1', country: 'DE' }]
    const refusal = await refusedUnchanged(site, () => importReport(site, rows))
    expect(placesOf(refusal)).toEqual(['report.csv:5: impressions: "-1"'])
  })

  test('when a column is missing, naming it', async () => {
    const site = shared()
    const file = await site.file('report.csv', 'Fyber App ID,App Name,Date\n1,A,2026-03-01\n')
    const refusal = await refusedUnchanged(site, () =>
      site.importStats([file], { source: 'digital-turbine' }),
    )
    for (const column of ['Placement Type', 'Impressions', 'Revenue (USD)']) {
      expect(refusal.message).toContain(`"${column}"`)
    }
  })

  test('when it contains only a header', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () => importReport(site, []))
    expect(refusal.message).toMatch(/^report\.csv: .*no rows/)
  })
})

test('a report with a bad row is imported without that slice on request', async () => {
  const site = await openSite()
  await link(site, '501', 'zap-ios')
  const summary = await importReport(
    site,
    [{ country: 'US' }, { country: 'DE', revenue: 'free' }, { date: '2026-03-02' }],
    { skipBadRows: true },
  )
  expect(summary).toMatchObject({ rows: 1, skipped_rows: 2, skipped_slices: 1 })
  const rejects = await readRejects(summary.reject_file)
  expect(rejects.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'report.csv:2',
    'report.csv:3',
  ])
  expect(rejects[1]?.reason).toMatch(/revenue: "free"/)
})

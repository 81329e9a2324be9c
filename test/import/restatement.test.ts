import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { csv, header, type ImportSite, openSite } from './import-site.ts'

const columns = `${header},clicks,installs,ad_tag`

/** Two days, two apps, two networks: every kind of neighbour of a slice. */
const firstFigures = [
  '2026-03-01,zap-ios,ownnet,video,US,100,1,10,1,',
  '2026-03-01,zap-ios,ownnet,video,DE,50,0.5,5,,',
  '2026-03-01,zap-ios,ownnet,banner,US,900,0.09,,,',
  '2026-03-01,zap-ios,admob,video,US,70,0.7,,,',
  '2026-03-01,zap-android,ownnet,video,US,60,0.6,,,',
  '2026-03-02,zap-ios,ownnet,video,US,80,0.8,,,',
  '2026-03-01,euro-app,ownnet,video,DE,40,0.4,,,',
]

const others = [
  '2026-03-01 euro-app ownnet video DE 40 0 0 400000',
  '2026-03-01 zap-android ownnet video US 60 0 0 600000',
  '2026-03-01 zap-ios admob video US 70 0 0 700000',
  '2026-03-02 zap-ios ownnet video US 80 0 0 800000',
]

async function siteWithFirstFigures(): Promise<ImportSite> {
  const site = await openSite()
  await site.importLines(firstFigures, { columns })
  expect(await site.figures()).toHaveLength(7)
  return site
}

describe('an import replaces whole slices', () => {
  test('a restated slice replaces the old one, and no other slice changes', async () => {
    const site = await siteWithFirstFigures()
    const summary = await site.importLines(
      [
        '2026-03-01,zap-ios,ownnet,video,US,101,1.01,11,,',
        '2026-03-01,zap-ios,ownnet,video,DE,51,0.51,,,',
        '2026-03-01,zap-ios,ownnet,banner,US,901,0.091,,,',
      ],
      { columns },
    )
    expect(summary).toMatchObject({ rows: 3, slices: 1, replaced_slices: 1 })
    expect(await site.figures()).toEqual(
      [
        ...others,
        '2026-03-01 zap-ios ownnet banner US 901 0 0 91000',
        '2026-03-01 zap-ios ownnet video DE 51 0 0 510000',
        '2026-03-01 zap-ios ownnet video US 101 11 0 1010000',
      ].sort(),
    )
  })

  test('rows missing from a restated slice are removed, whatever their format or country', async () => {
    const site = await siteWithFirstFigures()
    await site.importLines(['2026-03-01,zap-ios,ownnet,video,FR,7,0.07,,,'], { columns })
    expect(await site.figures()).toEqual(
      [...others, '2026-03-01 zap-ios ownnet video FR 7 0 0 70000'].sort(),
    )
    expect(await site.report({ group_by: 'format', app_id: 'zap-ios', network: 'ownnet' })).toEqual(
      {
        stats: 'full',
        group_by: 'format',
        // 80 of the other day plus 7: 0.87 dollars for 87.
        data: [{ format: 'video', impressions: 87, revenue_in_cents: 87, ecpm_cents: 1000 }],
      },
    )
  })

  test('rows of an ad tag that is missing from a restated slice are removed', async () => {
    const site = await openSite()
    const row = '2026-03-01,zap-ios,ownnet,video,US,100,1,,,'
    await site.importLines([`${row}menu`, `${row}pause`, row], { columns })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet video US 300 0 0 3000000'])
    await site.importLines([`${row}menu`], { columns })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet video US 100 0 0 1000000'])
  })

  test('importing the same file twice changes nothing', async () => {
    const site = await siteWithFirstFigures()
    const before = [await site.figures(), await site.slices(), await site.report({})]
    const summary = await site.importLines(firstFigures, { columns })
    expect(summary).toMatchObject({ rows: 7, slices: 5, replaced_slices: 5 })
    expect([await site.figures(), await site.slices(), await site.report({})]).toEqual(before)
  })

  test('a slice split over two files of one import is one slice', async () => {
    const site = await openSite()
    const summary = await site.importStats([
      await site.file('a.csv', csv(['2026-03-01,zap-ios,ownnet,video,US,1,1'])),
      await site.file('b.csv', csv(['2026-03-01,zap-ios,ownnet,video,DE,2,2'])),
    ])
    expect(summary).toMatchObject({ slices: 1, replaced_slices: 0, rows: 2 })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video DE 2 0 0 2000000',
      '2026-03-01 zap-ios ownnet video US 1 0 0 1000000',
    ])
  })

  test('days between the days of an import do not change', async () => {
    const site = await openSite()
    const line = (day: string, impressions: number) =>
      `${day},zap-ios,ownnet,video,US,${impressions},1`
    await site.importLines(['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => line(day, 100)))
    await site.importLines([line('2026-03-01', 7), line('2026-03-03', 8)])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video US 7 0 0 1000000',
      '2026-03-02 zap-ios ownnet video US 100 0 0 1000000',
      '2026-03-03 zap-ios ownnet video US 8 0 0 1000000',
    ])
  })

  test('apps and networks of an import are not combined with all of its days', async () => {
    const site = await siteWithFirstFigures()
    // Day 1 of one slice and day 2 of another; neither is zap-ios ownnet on day 2.
    await site.importLines([
      '2026-03-01,zap-ios,admob,video,US,1,0.01',
      '2026-03-02,zap-android,ownnet,video,US,2,0.02',
    ])
    const figures = await site.figures()
    expect(figures).toContain('2026-03-02 zap-ios ownnet video US 80 0 0 800000')
    expect(figures).toContain('2026-03-01 zap-android ownnet video US 60 0 0 600000')
    expect(figures).toContain('2026-03-01 zap-ios ownnet video DE 50 5 0 500000')
    expect(figures).toContain('2026-03-01 zap-ios admob video US 1 0 0 10000')
    expect(figures).toHaveLength(8)
  })

  test('slice totals equal the figures after every restatement', async () => {
    const site = await siteWithFirstFigures()
    expect(await site.slices()).toEqual([
      '2026-03-01 euro-app ownnet 40 0 0 400000',
      '2026-03-01 zap-android ownnet 60 0 0 600000',
      '2026-03-01 zap-ios admob 70 0 0 700000',
      // 100 + 50 + 900 impressions, 10 + 5 clicks, 1 install, 1 + 0.5 + 0.09.
      '2026-03-01 zap-ios ownnet 1050 15 1 1590000',
      '2026-03-02 zap-ios ownnet 80 0 0 800000',
    ])
    await site.importLines(['2026-03-01,zap-ios,ownnet,video,FR,7,0.07,,,'], { columns })
    expect(await site.slices()).toContain('2026-03-01 zap-ios ownnet 7 0 0 70000')
  })

  test('a row of zeros is stored and shown', async () => {
    const site = await openSite()
    await site.importLines(['2026-03-01,zap-ios,ownnet,video,US,0,0'])
    const { data } = await site.report({ app_id: 'zap-ios' })
    expect(data).toHaveLength(1)
    expect(data[0].data).toEqual([
      {
        country_code: 'US',
        currency: 'USD',
        revenue_in_cents: 0,
        impressions: 0,
        clicks: 0,
        ecpm_cents: 0,
      },
    ])
  })

  test('a restatement by another source of the same network also replaces', async () => {
    const site = await openSite()
    await site.call(linkApp, {
      network: 'digitalturbine',
      networkAppId: '77',
      appId: 'zap-ios',
    })
    await site.importLines(['2026-03-01,zap-ios,digitalturbine,banner,US,5,5'])
    const report =
      'Fyber App ID,App Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)\n' +
      '77,Zap,Banner,DE,ios,2026-03-01,9,1,0.09\n'
    await site.importStats([await site.file('dt.csv', report)], { source: 'digital-turbine' })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner DE 9 1 0 90000',
    ])
  })
})

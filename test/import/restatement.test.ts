import { describe, expect, test } from 'vitest'
import { header, type ImportSite, openSite } from './import-site.ts'

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
})

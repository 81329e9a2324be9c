import { describe, expect, test } from 'vitest'
import { header, openSite, placesOf, refusedUnchanged } from './import-site.ts'

const columns = `${header},ad_tag,clicks`

/** Enough rows that the engine reads the file in place. Their key is the ad tag. */
const lines = (...last: string[]) => [
  ...Array.from(
    { length: 2_000 },
    (_, index) => `2026-03-01,zap-ios,ownnet,video,US,100,1.5,tag ${index},7`,
  ),
  ...last,
]

describe('a large CSV', () => {
  test('with bad cells is refused with their lines', async () => {
    const site = await openSite()
    const row = '2026-03-01,zap-ios,ownnet,video,US'
    const bad = [
      ...[`${row},-7,1.5,a,`, `${row},+7,1.5,b,`, `${row},7.0,1.5,c,`, `${row},7,1.5,d,1e3`],
      ...[`${row},7,1.5,e,0x1F`, `${row},7,1.0000001,f,`, `${row},7, 1,g,`],
    ]
    const refusal = await refusedUnchanged(site, () => site.importLines(lines(...bad), { columns }))
    expect(placesOf(refusal)).toEqual([
      'figures.csv:2002: impressions: "-7"',
      'figures.csv:2003: impressions: "+7"',
      'figures.csv:2004: impressions: "7.0"',
      'figures.csv:2005: clicks: "1e3"',
      'figures.csv:2006: clicks: "0x1F"',
      'figures.csv:2007: revenue: "1.0000001"',
      'figures.csv:2008: revenue: " 1"',
    ])
  })

  test('has counts of more than nine digits', async () => {
    const site = await openSite()
    const long = '2026-03-01,zap-ios,ownnet,video,US,999999999999999,9999999999.999999,,4294967296'
    const summary = await site.importLines(lines(long), { columns })
    // 2,000 rows of 100 impressions and 1.5 dollars, and the long one.
    expect(summary).toMatchObject({
      rows: 2_001,
      impressions: '1000000000199999',
      revenue: { USD: '10000002999.999999' },
    })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video US 1000000000199999 4294981296 0 10000002999999999',
    ])
  })
})

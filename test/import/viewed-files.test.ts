import { describe, expect, test } from 'vitest'
import { header, openSite, placesOf, refusedUnchanged, shareSite } from './import-site.ts'

const columns = `${header},ad_tag,clicks`

/** Enough rows that the engine reads the file in place. Their key is the ad tag. */
const lines = (last: string) => [
  ...Array.from(
    { length: 2_000 },
    (_, index) => `2026-03-01,zap-ios,ownnet,video,US,100,1.5,tag ${index},7`,
  ),
  last,
]

describe('a large CSV', () => {
  const shared = shareSite()

  test.each([
    ['impressions', '-7', '2026-03-01,zap-ios,ownnet,video,US,-7,1.5,,'],
    ['impressions', '+7', '2026-03-01,zap-ios,ownnet,video,US,+7,1.5,,'],
    ['impressions', '7.0', '2026-03-01,zap-ios,ownnet,video,US,7.0,1.5,,'],
    ['clicks', '1e3', '2026-03-01,zap-ios,ownnet,video,US,7,1.5,,1e3'],
    ['clicks', '0x1F', '2026-03-01,zap-ios,ownnet,video,US,7,1.5,,0x1F'],
    ['revenue', '1.0000001', '2026-03-01,zap-ios,ownnet,video,US,7,1.0000001,,'],
    ['revenue', ' 1', '2026-03-01,zap-ios,ownnet,video,US,7, 1,,'],
  ])('with bad %s %j is refused with its line', async (column, value, line) => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () => site.importLines(lines(line), { columns }))
    expect(placesOf(refusal)).toEqual([`figures.csv:2002: ${column}: ${JSON.stringify(value)}`])
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FigureRow } from '../../fixtures/import-rows.ts'
import { daysOf } from '../../fixtures/naive-dashboard.ts'
import { type OwnFigures, openOwnFigures, toQuery } from './own-figures.ts'

const most = { impressions: 999_999_999_999_999, clicks: 999_999_999_999_999 }
const hop = { app_id: 'hop-ios', network: 'ownnet', format: 'video' } as const
const countries = ['US', 'DE', 'FR', 'JP', 'NZ', 'AT', 'CH', 'GB', 'IT', 'ES']

/** Ten rows with the largest count and revenue on each of two days, and 923 days with one row. */
const two: FigureRow[] = ['2026-03-01', '2026-03-02'].flatMap((date) =>
  countries.map((country) => ({ date, ...hop, country, ...most, revenue: '9999999999.999999' })),
)
const many = daysOf('2020-01-01', '2022-07-11')
const long: FigureRow[] = many.map((date) => ({
  date,
  ...hop,
  country: 'US',
  impressions: 1,
  revenue: '9999999999.999999',
}))

let site: OwnFigures
beforeAll(async () => {
  site = await openOwnFigures([...two, ...long])
})
afterAll(() => site.close())

describe('sums too large for an exact JSON number', () => {
  test('are exact text', async () => {
    const query = toQuery({ by: 'network', start: '2026-03-01', end: '2026-03-02' })
    const body = (await site.ask(query)).json()
    const total = {
      // Twenty times 999,999,999,999,999 and 9,999,999,999,999,999 micros.
      impressions: '19999999999999980',
      clicks: '19999999999999980',
      installs: 0,
      revenue_micros: '199999999999999980',
    }
    expect(body.total).toEqual(total)
    expect(body.groups).toMatchObject([{ key: 'ownnet', total }])
    expect(body.days.revenue_micros).toEqual(['99999999999999990', '99999999999999990'])
    // Ten times the revenue is still a safe integer, just below 10^16.
    expect(body.days.impressions).toEqual(['9999999999999990', '9999999999999990'])
  })

  test('are text from one unit above the largest number', async () => {
    const of = async (impressions: number[]) => {
      const rows = impressions.map((count, nth) => ({
        date: '2025-01-01',
        ...hop,
        country: countries[nth]!,
        impressions: count,
        revenue: '0',
      }))
      await site.installation.importFigures(rows)
      const query = toQuery({ by: 'network', start: '2025-01-01', end: '2025-01-01' })
      return (await site.ask(query)).json().total.impressions
    }
    const nine = Array(9).fill(999_999_999_999_999)
    // 9 × 999,999,999,999,999 and 7,199,254,741,000 are 2^53 - 1.
    expect(await of([...nine, 7_199_254_741_000])).toBe(9_007_199_254_740_991)
    expect(await of([...nine, 7_199_254_741_001])).toBe('9007199254740992')
    expect(await of([...nine, 7_199_254_741_002])).toBe('9007199254740993')
  })

  test('equal those of the naive model for every breakdown', async () => {
    for (const by of ['network', 'country', 'ad_format', 'app_id', 'platform'] as const) {
      await site.expectNaive({ by, start: '2026-03-01', end: '2026-03-02' })
      await site.expectNaive({ by, start: '2026-03-03', end: '2026-03-04' })
    }
  })
})

describe('sums beyond 64 bits', () => {
  // 923 × 9,999,999,999,999,999 micros are more than 2^63.
  const sum = '9229999999999999077'

  test('are refused for the range', async () => {
    const query = toQuery({ by: 'network', start: many[0]!, end: many.at(-1)! })
    const body = (await site.ask(query)).json()
    expect(many).toHaveLength(923)
    expect(body.total).toMatchObject({ impressions: 923, revenue_micros: sum })
  })
})

test('a trend with points small enough for a number is exact, even for very large days', async () => {
  const row = { ...hop, country: 'US', impressions: 1 }
  await site.installation.importFigures([
    { ...row, date: '2024-01-02', revenue: '9999999999.999999' },
    { ...row, date: '2024-01-03', revenue: '-9999999999.999997' },
  ])
  // 31 days: each point but the first covers two, which have two micros together.
  const query = toQuery({ by: 'network', start: '2024-01-01', end: '2024-01-31' })
  const [group] = (await site.ask(query)).json().groups
  expect([group.total.revenue_micros, group.trend[1]]).toEqual([2, 1])
})

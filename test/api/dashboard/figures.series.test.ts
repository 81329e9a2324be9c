import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure, type OwnFigures, openOwnFigures, toQuery } from './own-figures.ts'

// Twelve networks: on 1 March `net_1` earns 1, `net_2` 2 and so on. On 3 March all except `net_12`
// earn a cent. On 5 March eight earn, on 6 March nine, and on 7 March three earn the same.
const names = Array.from({ length: 12 }, (_, nth) => `net_${nth + 1}`)
const on = (day: string, network: string, revenue: string, impressions = 10) =>
  figure(`${day} hop-ios ${network} video US ${impressions} 1 1 ${revenue}`)
const rows = [
  ...names.map((name, nth) => on('03-01', name, `${nth + 1}`)),
  ...names.slice(0, 11).map((name) => on('03-03', name, '0.01')),
  ...names.slice(0, 8).map((name, nth) => on('03-05', name, `${nth + 1}`)),
  ...names.slice(0, 9).map((name, nth) => on('03-06', name, `${nth + 1}`)),
  ...['zeta', 'beta', 'a_1', 'a1', 'ab', 'eta'].map((name) => on('03-07', name, '5')),
  on('03-07', 'loss', '-5'),
  on('03-07', 'nothing', '0', 0),
]

let site: OwnFigures
beforeAll(async () => {
  site = await openOwnFigures(rows)
})
afterAll(() => site.close())

interface Body {
  readonly days: Record<string, (number | null)[]>
  readonly series: { readonly key: string | null; readonly days: Record<string, unknown[]> }[]
  readonly groups: { readonly key: string; readonly trend: unknown[] }[]
}

const read = async (
  start: string,
  end = start,
  more: Record<string, string> = {},
): Promise<Body> => {
  const query = {
    ...toQuery({ by: 'network', start: `2026-${start}`, end: `2026-${end}` }),
    ...more,
  }
  const response = await site.ask(query)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const keysOf = (some: readonly { readonly key: string | null }[]) => some.map(({ key }) => key)

describe('series', () => {
  test('are all groups when there are eight', async () => {
    const { series, groups } = await read('03-05')
    expect(keysOf(series)).toEqual(names.slice(0, 8).reverse())
    expect(keysOf(groups)).toEqual(keysOf(series))
  })

  test('are the first eight and the sum of the rest when there are more', async () => {
    const { series, groups } = await read('03-06')
    expect(keysOf(series)).toEqual([...names.slice(1, 9).reverse(), null])
    expect(keysOf(groups)).toEqual(names.slice(0, 9).reverse())
    expect(series.at(-1)!.days).toEqual({
      impressions: [10],
      clicks: [1],
      installs: [1],
      revenue_micros: [1_000_000],
    })
  })

  test('add up to the days; the rest is null on a day without any of it', async () => {
    const { days, series } = await read('03-01', '03-04')
    // The rest is net_1 to net_4: 1 + 2 + 3 + 4, then a cent each.
    expect(series[8]).toEqual({
      key: null,
      days: {
        impressions: [40, null, 40, null],
        clicks: [4, null, 4, null],
        installs: [4, null, 4, null],
        revenue_micros: [10_000_000, null, 40_000, null],
      },
    })
    expect(series[0]!.days.revenue_micros).toEqual([12_000_000, null, null, null])
    for (const [metric, column] of Object.entries(days)) {
      const added = column.map((_day, place) => {
        const known = series.flatMap((one) => (one.days[metric]![place] ?? []) as number)
        return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
      })
      expect(column).toEqual(added)
    }
    // 1 + 2 + … + 12, and eleven cents.
    expect(days.revenue_micros).toEqual([78_000_000, null, 110_000, null])
  })

  test('equal those of the naive model', () =>
    site.expectNaive({ by: 'network', start: '2026-02-25', end: '2026-03-10' }))
})

test('groups with equal revenue are sorted by name', async () => {
  const { groups } = await read('03-07')
  expect(keysOf(groups)).toEqual([...['a1', 'a_1', 'ab', 'beta', 'eta', 'zeta', 'nothing', 'loss']])
})

describe('the trend of a group', () => {
  const trendOf = async (start: string, end: string) => {
    const { groups } = await read(start, end, { network: 'net_12' })
    return groups[0]!.trend
  }

  test('has a point for each day of up to thirty', async () => {
    expect(await trendOf('02-28', '03-02')).toEqual([null, 12_000_000, null])
    const thirty = await trendOf('02-10', '03-11')
    expect(thirty).toHaveLength(30)
    // 1 March is the twentieth day.
    expect(thirty[19]).toBe(12_000_000)
  })

  test('has points of equally many days for more', async () => {
    // 31 days: one point of one day and fifteen points of two days; 1 March is day 20, from 0 to 30.
    const points = await trendOf('02-09', '03-11')
    expect(points).toEqual([...Array(10).fill(null), 12_000_000, ...Array(5).fill(null)])
    expect(await trendOf('01-01', '12-31')).toHaveLength(29)
  })

  test('equals that of the naive model', async () => {
    for (const end of ['2026-03-30', '2026-03-31', '2026-04-29', '2026-04-30', '2026-05-30']) {
      await site.expectNaive({ by: 'network', start: '2026-03-01', end })
    }
  })
})

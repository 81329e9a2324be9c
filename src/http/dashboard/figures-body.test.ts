import { expect, test } from 'vitest'
import { parseDay } from '../../values/day.ts'
import { figuresBody } from './figures-body.ts'
import type { GroupDays } from './group-days.ts'

const first = parseDay('2016-01-01')!
const dayCount = 3_650

/** Apps that have one impression and a micro on each of some days. */
function manyGroups(count: number, daysEach: number): Map<string, GroupDays> {
  const sums = { impressions: 1n, clicks: 0n, installs: 0n, revenueMicros: 1n }
  return new Map(
    Array.from({ length: count }, (_, nth) => {
      const days = new Map(Array.from({ length: daysEach }, (_, day) => [day * 9, { ...sums }]))
      const total = { ...sums, impressions: BigInt(daysEach), revenueMicros: BigInt(daysEach) }
      return [`app-${nth}`, { key: `app-${nth}`, total, days }]
    }),
  )
}

test('others run while 5,000 apps over ten years are added up', async () => {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const days = { firstDay: first, lastDay: (first + dayCount - 1) as typeof first }
  const groups = manyGroups(5_000, 200)
  const body = await figuresBody(groups, days)
  isDone = true
  // A million days of apps are looked at three times, 20,000 in a turn.
  expect(turns).toBeGreaterThanOrEqual(140)
  expect(body.total).toMatchObject({ impressions: 1_000_000, revenue_micros: 1_000_000 })
  expect([body.groups.length, body.series.length]).toEqual([5_000, 9])
  expect(body.days.impressions.slice(0, 10)).toEqual([5_000, ...Array(8).fill(null), 5_000])
  // A micro on each reported day, also in the first point, which has 112 days instead of 122.
  expect(body.groups[0]!.trend.slice(0, 2)).toEqual([1, 1])
})

import { expect, test } from 'vitest'
import { type Amounts, noAmounts } from '../../insight/amounts.ts'
import { parseDay } from '../../values/day.ts'
import { comparisonBody } from './insight-bodies.ts'

const day = parseDay('2026-03-01')!
const days = { firstDay: day, lastDay: day }

function bodyOf(current: Amounts, previous: Amounts, dayCount = 1) {
  const like = { dayCount, current, previous, leftOut: [] }
  return comparisonBody(days, 'previous_year', {
    ...like,
    other: days,
    total: current,
    networks: [],
    days: [],
  })
}

const amounts = (impressions: bigint, revenueMicros: bigint): Amounts => ({
  impressions,
  revenueMicros,
})

test('a ratio to less than nothing, to nothing or of nothing compared is null with its reason', () => {
  const after = (previous: Amounts, dayCount?: number) => {
    const { revenue_micros, impressions, ecpm_micros } = bodyOf(
      amounts(10n, 300n),
      previous,
      dayCount,
    )
    return [revenue_micros, impressions, ecpm_micros].map(({ change_ratio, no_ratio_reason }) =>
      [change_ratio, no_ratio_reason].find((one) => one !== null),
    )
  }
  expect(after(amounts(20n, 200n))).toEqual([0.5, -0.5, 2])
  expect(after(amounts(20n, -200n))).toEqual(['negative_before', -0.5, 'negative_before'])
  expect(after(amounts(0n, -200n))).toEqual(['negative_before', 'nothing_before', 'nothing_before'])
  expect(after(noAmounts)).toEqual(Array(3).fill('nothing_before'))
  expect(after(noAmounts, 0)).toEqual(Array(3).fill('nothing_compared'))
})

test('numbers beyond 53 bits are texts', () => {
  const { total, revenue_micros } = bodyOf(amounts(1n, 2n ** 60n), amounts(1n, 1n))
  expect(total.revenue_micros).toBe('1152921504606846976')
  expect(revenue_micros.change).toBe('1152921504606846975')
})

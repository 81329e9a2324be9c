import { describe, expect, test } from 'vitest'
import { changeOf, decimalOf, type ShownMetric } from './metrics.ts'
import type { Totals } from './sums.ts'

const totals = (more: Partial<Totals>): Totals => ({
  impressions: 0,
  revenueMicros: 0,
  ...more,
})

describe('decimalOf', () => {
  test.each<[ShownMetric, Partial<Totals>, string | null, string]>([
    ['revenue', { revenueMicros: 1_234_565_000 }, '1234.57', '1,234.565 rounds away from zero'],
    ['revenue', { revenueMicros: -5_000 }, '-0.01', 'half a cent below zero'],
    ['revenue', { revenueMicros: 9_007_199_254_740_993_000_000n }, '9007199254740993', 'exact'],
    ['impressions', { impressions: 12 }, '12', 'a count'],
    // 1.50 for 4,000 is 0.375 a thousand.
    ['ecpm', { revenueMicros: 1_500_000, impressions: 4_000 }, '0.38', 'per thousand'],
    // 12.3449996 a thousand: rounded to 4 decimals first, it would become 12.35.
    ['ecpm', { revenueMicros: 123_449_996, impressions: 10_000 }, '12.34', 'rounded once'],
    ['ecpm', { revenueMicros: 5 }, null, 'nothing was shown'],
  ])('%s of %o is %s: %s', (name, some, expected) => {
    expect(decimalOf(name, totals(some))).toBe(expected)
  })
})

describe('changeOf', () => {
  const [old, now] = [totals({ revenueMicros: 80 }), totals({ revenueMicros: 90 })]

  test('is the relative growth of a sum', () => {
    expect(changeOf('revenue', now, old)).toBe('0.125')
    expect(changeOf('revenue', old, now)).toBe('-0.111')
  })

  test('compares ratios without rounding them first', () => {
    // 10 for 3,000 against 10 for 4,000: a third more.
    const before = totals({ revenueMicros: 10, impressions: 4_000 })
    expect(changeOf('ecpm', totals({ revenueMicros: 10, impressions: 3_000 }), before)).toBe(
      '0.333',
    )
  })

  test('from zero, or from a loss, is null', () => {
    expect(changeOf('revenue', now, null)).toBeNull()
    expect(changeOf('revenue', now, totals({ revenueMicros: -10 }))).toBeNull()
    expect(changeOf('revenue', now, totals({}))).toBeNull()
    expect(changeOf('ecpm', totals({ revenueMicros: 1, impressions: 2 }), old)).toBeNull()
  })
})

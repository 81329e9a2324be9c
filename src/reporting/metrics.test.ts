import { describe, expect, test } from 'vitest'
import { divideToPlaces } from '../values/decimal.ts'
import { changeOfMetric, deriveKnownMetric, deriveMetric, metricFraction } from './derive-metric.ts'
import { type MetricName, metrics, type Sums, sumsBehind } from './metrics.ts'

describe('deriveMetric', () => {
  test.each<[MetricName, Sums, expected: number | bigint, string]>([
    ['impressions', { impressions: 12 }, 12, 'as they are'],
    ['clicks', { clicks: 3 }, 3, 'as they are'],
    ['installs', { installs: 2 }, 2, 'as they are'],
    ['revenue', { revenueMicros: -1_234_567 }, -1_234_567, 'micros are its last decimal place'],
    // 0.15 for 2,000 impressions is 0.075 a thousand, in units of 10^-4.
    ['ecpm', { revenueMicros: 150_000, impressions: 2_000 }, 750, 'rounded to 4 decimals'],
    ['ecpm', { revenueMicros: 150_000, impressions: 0 }, 0, '0 without impressions'],
    // 1 ÷ 3 and 2 ÷ 3, in units of 10^-6.
    ['ctr', { clicks: 1, impressions: 3 }, 333_333, 'rounded to 6 decimals'],
    ['cvr', { installs: 2, impressions: 3 }, 666_667, 'installs per impression, not per click'],
    ['ctr', { clicks: 1, impressions: 0 }, 0, '0 without impressions'],
    ['cvr', { installs: 3, impressions: 2 }, 1_500_000, 'may exceed 1'],
    ['revenueCents', { revenueMicros: 12_345_000 }, 1_235, '1234.5 cents, half away from zero'],
    ['revenueCents', { revenueMicros: -12_345_000 }, -1_235, 'below zero alike'],
    ['revenueCents', { revenueMicros: 4_999 }, 0, 'less than half a cent'],
    // 15 cents for 2,000 impressions are 7.5 cents a thousand.
    ['ecpmCents', { revenueMicros: 150_000, impressions: 2_000 }, 75_000, 'in units of 10^-4'],
    // 1 cent for 3,000,000: 0.000333... cents a thousand.
    ['ecpmCents', { revenueMicros: 10_000, impressions: 3_000_000 }, 3, 'rounded to 4 decimals'],
    // 0.1 cents a thousand for one: 1,000 × 0.0001 cents.
    ['ecpmCents', { revenueMicros: 1, impressions: 1 }, 1_000, 'of a single micro'],
    ['ecpmCents', { revenueMicros: 150_000, impressions: 0 }, 0, '0 without impressions'],
    ['ecpmCents', { revenueMicros: -150_000, impressions: 2_000 }, -75_000, 'below zero'],
    [
      'revenueCents',
      { revenueMicros: 90_071_992_547_409_925_000n },
      9_007_199_254_740_993n,
      'beyond 2^53',
    ],
  ])('%s of %o is %s: %s', (name, sums, expected) => {
    expect(deriveMetric(name, sums)).toBe(expected)
  })

  test('a sum that is absent counts as 0', () => {
    expect(deriveMetric('impressions', {})).toBe(0)
    expect(deriveMetric('ecpmCents', { revenueMicros: 5 })).toBe(0)
    expect(deriveMetric('ecpmCents', { impressions: 5 })).toBe(0)
  })
})

describe('sumsBehind', () => {
  test('lists the needed sums once, in the order of the catalogue', () => {
    expect(sumsBehind(['ecpmCents', 'clicks', 'revenueCents'])).toEqual([
      'impressions',
      'clicks',
      'revenueMicros',
    ])
    expect(sumsBehind(['clicks'])).toEqual(['clicks'])
    expect(sumsBehind([])).toEqual([])
    expect(sumsBehind(['knownCtr'])).toEqual(['clicks', 'clicksRows', 'clicksImpressions'])
  })
})

describe('deriveKnownMetric', () => {
  test('is null when no row knows it, and 0 when all that do are zero', () => {
    expect(deriveKnownMetric('knownClicks', { clicks: 0, clicksRows: 0 })).toBeNull()
    expect(deriveKnownMetric('knownClicks', { clicks: 0 })).toBeNull()
    expect(deriveKnownMetric('knownClicks', { clicks: 0, clicksRows: 1 })).toBe(0)
    expect(deriveKnownMetric('fillRate', { fillRows: 0 })).toBeNull()
    expect(deriveKnownMetric('impressions', {})).toBe(0)
  })

  test('counts only the impressions of rows that know it', () => {
    const totals = { clicks: 1, clicksRows: 2, clicksImpressions: 4, impressions: 1_000 }
    expect(deriveKnownMetric('knownCtr', totals)).toBe(250_000)
  })
})

describe('changeOfMetric', () => {
  const clicks = (count: number, rows = 1) => ({ clicks: count, clicksRows: rows })

  test('is a fraction of the previous value, rounded once', () => {
    expect(changeOfMetric('impressions', { impressions: 4 }, { impressions: 3 })).toBe(333_333)
    expect(changeOfMetric('impressions', { impressions: 1 }, { impressions: 3 })).toBe(-666_667)
    expect(changeOfMetric('revenue', { revenueMicros: 1 }, { revenueMicros: -2 })).toBe(-1_500_000)
    expect(changeOfMetric('revenue', { revenueMicros: -1 }, { revenueMicros: -2 })).toBe(-500_000)
  })

  test('is of the exact values, not of the rounded ones', () => {
    // 1 micro for 3,000 impressions and for 4,000: both rates are rounded to 0.
    const current = { revenueMicros: 1, impressions: 3_000 }
    const previous = { revenueMicros: 1, impressions: 4_000 }
    expect(changeOfMetric('ecpm', current, previous)).toBe(333_333)
  })

  test('is null when a value is unknown or the previous one is 0', () => {
    expect(changeOfMetric('knownClicks', clicks(1, 0), clicks(1))).toBeNull()
    expect(changeOfMetric('knownClicks', clicks(1), clicks(1, 0))).toBeNull()
    expect(changeOfMetric('knownClicks', clicks(1), clicks(0))).toBeNull()
    expect(changeOfMetric('knownClicks', clicks(0), clicks(1))).toBe(-1_000_000)
    expect(changeOfMetric('ecpm', { revenueMicros: 1, impressions: 1 }, {})).toBeNull()
    expect(changeOfMetric('ecpm', {}, { revenueMicros: 1, impressions: 1 })).toBe(-1_000_000)
  })
})

describe('changes that no decimal type can hold', () => {
  // 10^32 is 1 with 32 zeros before the point, and 38 in units of 10^-6.
  test.each([
    [10n ** 32n, 1n, 10n ** 38n - 10n ** 6n],
    [10n ** 32n + 1n, 1n, null],
    [-(10n ** 32n) + 2n, 1n, -(10n ** 38n) + 10n ** 6n],
    [-(10n ** 32n) + 1n, 1n, null],
  ])('%s after %s is %s', (current, previous, change) => {
    expect(changeOfMetric('revenue', revenue(current), revenue(previous))).toBe(change)
  })
  const revenue = (micros: bigint) => ({ revenueMicros: micros })
})

describe('metricFraction', () => {
  test('is the metric in its unit, not rounded', () => {
    const totals = { impressions: 3_000n, clicks: 1, installs: 2, revenueMicros: 4_500_001 }
    const value = (name: MetricName) => {
      const [top, bottom] = metricFraction(name, totals)
      return Number(top) / Number(bottom)
    }
    expect(value('revenue')).toBe(4.500001)
    expect(value('revenueCents')).toBe(450.0001)
    // 4.500001 ÷ 3.
    expect(value('ecpm')).toBeCloseTo(1.500000333, 9)
    expect(value('ecpmCents')).toBeCloseTo(150.0000333, 7)
    expect(value('ctr')).toBe(1 / 3_000)
  })

  test('has a denominator of 0 when there is nothing to divide by', () => {
    expect(metricFraction('ecpm', { revenueMicros: 5 })[1]).toBe(0n)
  })

  test('equals the derived value, for every metric', () => {
    const totals = { impressions: 700, clicks: 9, installs: 4, revenueMicros: -1_234_567 }
    for (const name of Object.keys(metrics) as MetricName[]) {
      const [top, bottom] = metricFraction(name, totals)
      const { units } = divideToPlaces(top, bottom, metrics[name].decimals)
      expect(units, name).toBe(deriveMetric(name, totals))
    }
  })
})

import { divideToPlaces, formatDecimal } from '../../../src/values/decimal.ts'
import type { ExactInteger } from '../../../src/values/exact-integer.ts'
import type { Totals } from './sums.ts'

/** A figure as it is shown: rounded once, from sums. */
export interface Measure {
  readonly title: string
  readonly kind: 'money' | 'count' | 'percent'
  readonly of: keyof Totals
  /** Figures per this; null for plain sums. */
  readonly per: keyof Totals | null
  /** What the quotient is multiplied by: micros to the currency, a thousand impressions. */
  readonly numerator: bigint
  readonly denominator: bigint
}

export const measures = {
  revenue: {
    title: 'Revenue',
    kind: 'money',
    of: 'revenue_micros',
    per: null,
    numerator: 1n,
    denominator: 1_000_000n,
  },
  impressions: {
    title: 'Impressions',
    kind: 'count',
    of: 'impressions',
    per: null,
    numerator: 1n,
    denominator: 1n,
  },
  ecpm: {
    title: 'eCPM',
    kind: 'money',
    of: 'revenue_micros',
    per: 'impressions',
    numerator: 1_000n,
    denominator: 1_000_000n,
  },
  clicks: {
    title: 'Clicks',
    kind: 'count',
    of: 'clicks',
    per: null,
    numerator: 1n,
    denominator: 1n,
  },
  ctr: {
    title: 'CTR',
    kind: 'percent',
    of: 'clicks',
    per: 'impressions',
    numerator: 1n,
    denominator: 1n,
  },
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

/** Decimals that a figure is shown with. */
const decimals = { money: 2, count: 0, percent: 4 } as const

/**
 * A figure as a decimal, rounded once, half away from zero.
 *
 * @returns percentages as fractions; null when it is per impression and there are none
 */
export function decimalOf(name: MeasureName, totals: Totals): string | null {
  const [top, bottom] = fraction(name, totals)
  if (bottom === 0n) return null
  const places = decimals[measures[name].kind]
  return formatDecimal(divideToPlaces(top, bottom, places))
}

/** A figure for drawing, where the last digit does not matter; null as in {@link decimalOf}. */
export function numberOf(name: MeasureName, totals: Totals | null): number | null {
  if (!totals) return null
  const [top, bottom] = fraction(name, totals)
  return bottom === 0n ? null : Number(top) / Number(bottom)
}

/**
 * By which part a figure grew: `0.125` is an eighth more.
 *
 * @returns a decimal of three places; null when there was nothing to grow from
 */
export function changeOf(name: MeasureName, now: Totals, before: Totals | null): string | null {
  if (!before) return null
  const [top, bottom] = fraction(name, now)
  const [oldTop, oldBottom] = fraction(name, before)
  if (bottom === 0n || oldBottom === 0n || oldTop === 0n) return null
  const size = oldTop < 0n ? -oldTop : oldTop
  const difference = top * oldBottom - oldTop * bottom
  return formatDecimal(divideToPlaces(difference, size * bottom, 3))
}

/** Which part of a whole a figure is, as a decimal of three places; null of nothing. */
export function shareOf(part: ExactInteger, whole: ExactInteger): string | null {
  if (BigInt(whole) <= 0n) return null
  return formatDecimal(divideToPlaces(part, whole, 3))
}

function fraction(name: MeasureName, totals: Totals): [top: bigint, bottom: bigint] {
  const { of, per, numerator, denominator } = measures[name]
  return [BigInt(totals[of]) * numerator, denominator * (per === null ? 1n : BigInt(totals[per]))]
}

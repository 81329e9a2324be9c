import { metricFraction, metrics, type Unit } from '../../../src/reporting/metrics.ts'
import { divideToPlaces, formatDecimal } from '../../../src/values/decimal.ts'
import type { ExactInteger } from '../../../src/values/exact-integer.ts'
import type { Totals } from './sums.ts'

/** The metrics that the dashboard shows, in their order. */
export const shownMetrics = ['revenue', 'impressions', 'ecpm', 'clicks', 'ctr'] as const

export type ShownMetric = (typeof shownMetrics)[number]

/** How a metric is written. */
export type Style = 'money' | 'count' | 'percent'

const styles = { money: 'money', count: 'count', ratio: 'percent' } as const satisfies Partial<
  Record<Unit, Style>
>

export const titleOf = (name: ShownMetric): string => metrics[name].title

export const styleOf = (name: ShownMetric): Style => styles[metrics[name].unit]

/** Decimals that a metric is shown with, percentages as fractions. */
const decimals: Readonly<Record<Style, number>> = { money: 2, count: 0, percent: 4 }
/** Decimals of changes and shares, as fractions. */
const partDecimals = 3

/**
 * A metric as a decimal, rounded once, half away from zero.
 *
 * @returns percentages as fractions; null when it is per impression and there are none
 */
export function decimalOf(name: ShownMetric, totals: Totals): string | null {
  const [top, bottom] = metricFraction(name, totals)
  if (bottom === 0n) return null
  return formatDecimal(divideToPlaces(top, bottom, decimals[styleOf(name)]))
}

/** A metric for drawing, where the last digit does not matter; null as in {@link decimalOf}. */
export function numberOf(name: ShownMetric, totals: Totals | null): number | null {
  if (!totals) return null
  const [top, bottom] = metricFraction(name, totals)
  return bottom === 0n ? null : Number(top) / Number(bottom)
}

/**
 * By which part a metric grew: `0.125` is an eighth more.
 *
 * @returns a decimal of three places; null when there was nothing to grow from
 */
export function changeOf(name: ShownMetric, now: Totals, before: Totals | null): string | null {
  if (!before) return null
  const [top, bottom] = metricFraction(name, now)
  const [oldTop, oldBottom] = metricFraction(name, before)
  if (bottom === 0n || oldBottom === 0n || oldTop === 0n) return null
  const size = oldTop < 0n ? -oldTop : oldTop
  const difference = top * oldBottom - oldTop * bottom
  return formatDecimal(divideToPlaces(difference, size * bottom, partDecimals))
}

/** Which part of a whole an amount is, as a decimal of three places; null of nothing. */
export function shareOf(part: ExactInteger, whole: ExactInteger): string | null {
  if (BigInt(whole) <= 0n) return null
  return formatDecimal(divideToPlaces(part, whole, partDecimals))
}

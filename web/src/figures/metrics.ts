import { metricFraction } from '../../../src/reporting/derive-metric.ts'
import { metrics, type Unit } from '../../../src/reporting/metrics.ts'
import { type WireMetric, wireMetrics } from '../../../src/reporting/question/vocabulary.ts'
import { divideToPlaces, formatDecimal } from '../../../src/values/decimal.ts'
import type { Totals } from './sums.ts'

/** The metrics that the dashboard shows, in order. */
const shownMetrics = ['revenue', 'impressions', 'ecpm'] as const

export type ShownMetric = (typeof shownMetrics)[number]

export type Style = 'money' | 'count' | 'percent'

const styles = { money: 'money', count: 'count', ratio: 'percent' } as const satisfies Partial<
  Record<Unit, Style>
>

/** The title of a metric of the report endpoint. */
export const titleOf = (name: WireMetric): string => metrics[wireMetrics[name]].title

export const styleOf = (name: ShownMetric): Style => styles[metrics[name].unit]

/** Decimals of metrics that are not money; percentages are fractions. */
const decimals = { count: 0, percent: 4 } as const
/** Decimals of changes, as fractions. */
const partDecimals = 3

/**
 * A metric as a decimal, rounded once, half away from zero.
 *
 * @param moneyDecimals of amounts of money
 * @returns percentages as fractions; null when the divisor is 0
 */
export function decimalOf(name: ShownMetric, totals: Totals, moneyDecimals = 2): string | null {
  const [top, bottom] = metricFraction(name, totals)
  if (bottom === 0n) return null
  const style = styleOf(name)
  const places = style === 'money' ? moneyDecimals : decimals[style]
  return formatDecimal(divideToPlaces(top, bottom, places))
}

/**
 * The relative change of a metric: `0.125` is 12.5 % more.
 *
 * @returns a decimal of three places; null when the metric was 0 or less, or has no value
 */
export function changeOf(name: ShownMetric, now: Totals, before: Totals | null): string | null {
  if (!before) return null
  const [top, bottom] = metricFraction(name, now)
  const [oldTop, oldBottom] = metricFraction(name, before)
  if (bottom === 0n || oldBottom === 0n || oldTop <= 0n) return null
  const difference = top * oldBottom - oldTop * bottom
  return formatDecimal(divideToPlaces(difference, oldTop * bottom, partDecimals))
}

import { metrics } from '../../../src/reporting/metrics.ts'
import { type WireMetric, wireMetrics } from '../../../src/reporting/question/vocabulary.ts'
import { divideToPlaces, formatDecimal } from '../../../src/values/decimal.ts'
import type { WireNumber } from '../api/wire.ts'

export type Style = 'money' | 'count' | 'percent'

/** The title of a metric of the report endpoint. */
export const titleOf = (name: WireMetric): string => metrics[wireMetrics[name]].title

/** Decimals of changes, as fractions. */
const changePlaces = 3

/**
 * The relative change of an amount: `0.125` is 12.5 % more.
 *
 * @returns a decimal of three places; null when the amount before was 0 or less
 */
export function changeOf(now: WireNumber, before: WireNumber): string | null {
  const [amount, old] = [BigInt(now), BigInt(before)]
  return old > 0n ? formatDecimal(divideToPlaces(amount - old, old, changePlaces)) : null
}

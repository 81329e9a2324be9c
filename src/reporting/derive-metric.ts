import { divideRounded, type ExactInteger } from '../values/exact-integer.ts'
import { type Metric, type MetricName, metrics, mixedSums, type Sum, type Sums } from './metrics.ts'
import { rowStatus } from './report-store.ts'

/**
 * Derives a metric from sums.
 *
 * @returns a whole number of `10^-decimals` units; 0 when the divisor is 0 or a sum is absent
 */
export function deriveMetric(name: MetricName, totals: Sums): ExactInteger {
  const { of, factor, per } = metrics[name]
  return divideRounded(totals[of] ?? 0, factor, typeof per === 'number' ? per : (totals[per] ?? 0))
}

/**
 * Derives a metric from sums of rows that may not know it.
 *
 * @returns as {@link deriveMetric}; null when no row knows it
 */
export function deriveKnownMetric(name: MetricName, totals: Sums): ExactInteger | null {
  return isKnown(name, totals) ? deriveMetric(name, totals) : null
}

/** Decimal places of {@link changeOfMetric}. */
export const changeDecimals = 6
/** No decimal type of Arrow or Parquet has more digits. */
export const changeDigits = 38
const tooLargeChange = 10n ** BigInt(changeDigits)

/**
 * The change of a metric, (current − previous) ÷ previous, of the exact values.
 *
 * @returns a whole number of `10^-6`, rounded once, half away from zero; null when either value is
 *   unknown, when the previous one is 0, or when the change has more than {@link changeDigits} digits
 */
export function changeOfMetric(
  name: MetricName,
  current: Sums,
  previous: Sums,
): ExactInteger | null {
  if (!isKnown(name, current) || !isKnown(name, previous)) return null
  const [top, bottom] = valueFraction(name, current)
  const [topBefore, bottomBefore] = valueFraction(name, previous)
  if (topBefore === 0n) return null
  const growth = top * bottomBefore - topBefore * bottom
  const size = bottom * topBefore
  const factor = 10 ** changeDecimals
  const change =
    size < 0n ? divideRounded(-growth, factor, -size) : divideRounded(growth, factor, size)
  return change >= tooLargeChange || change <= -tooLargeChange ? null : change
}

/** The sums of a row in a range, with their {@link rowStatus}. */
interface RangeSums {
  readonly sums: Sums
  readonly status: number
}

/**
 * The change of a metric between two ranges of a row. A range that was reported without figures is a change to
 * zero, never one from zero.
 *
 * @returns as {@link changeOfMetric}
 */
export function changeOfRows(
  name: MetricName,
  now: RangeSums,
  before: RangeSums,
): ExactInteger | null {
  if (before.status !== rowStatus.hasFigures || now.status === rowStatus.notReported) return null
  if (now.status === rowStatus.hasFigures) return changeOfMetric(name, now.sums, before.sums)
  const change = changeOfMetric(name, before.sums, before.sums)
  return change === null ? null : -(10 ** changeDecimals)
}

function isKnown(name: MetricName, totals: Sums): boolean {
  const known = knownBy(name, totals)
  return known === undefined || (totals[known] ?? 0) > 0
}

/** The rows that know a metric, see {@link Metric}. Beside other kinds, ad figures are known where there are any. */
export function knownBy(name: MetricName, totals: Readonly<Partial<Record<Sum, unknown>>>) {
  const { known }: Metric = metrics[name]
  const isMixed = mixedSums.filter((sum) => totals[sum] !== undefined).length > 1
  return known ?? (isMixed ? 'rows' : undefined)
}

/** As {@link metricFraction}, but 0 when there is nothing to divide by. */
function valueFraction(name: MetricName, totals: Sums): [top: bigint, bottom: bigint] {
  const [top, bottom] = metricFraction(name, totals)
  return bottom === 0n ? [0n, 1n] : [top, bottom]
}

/**
 * A metric before rounding, as the exact fraction `top ÷ bottom` in its unit.
 *
 * @returns a bottom of 0 when the divisor is 0
 */
export function metricFraction(name: MetricName, totals: Sums): [top: bigint, bottom: bigint] {
  const { of, factor, per, decimals } = metrics[name]
  const divisor = BigInt(typeof per === 'number' ? per : (totals[per] ?? 0))
  return [BigInt(totals[of] ?? 0) * BigInt(factor), divisor * 10n ** BigInt(decimals)]
}

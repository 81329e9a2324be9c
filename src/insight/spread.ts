/** The middle value of a list, or the mean of the two middle ones. @param values one or more, in any order */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * A quantile of a list, at the place `share × (n + 1)` of the sorted values, between two values in
 * proportion (R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical Packages", The American Statistician
 * 50, 1996: definition 6).
 *
 * @param values one or more, in any order
 * @param share from 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = Math.min(Math.max(share * (sorted.length + 1), 1), sorted.length)
  const [low, high] = [sorted[Math.floor(place) - 1]!, sorted[Math.ceil(place) - 1]!]
  return low + (high - low) * (place - Math.floor(place))
}

/** Makes the MAD of normally distributed values their standard deviation. */
const normalFactor = 1.4826

/**
 * How far values usually are from their median, which a few outliers do not change: 1.4826 times the median
 * absolute deviation (MAD).
 */
export function robustSpread(values: readonly number[]): number {
  const middle = median(values)
  return normalFactor * median(values.map((value) => Math.abs(value - middle)))
}

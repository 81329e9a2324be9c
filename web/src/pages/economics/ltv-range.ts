/** Of fewer weeks, the 10th and the 90th percentile are little more than the lowest and the highest. */
export const leastWeeks = 4

const [low, high] = [0.1, 0.9]

/** The 10th and the 90th percentile of the weeks of install; null for fewer than {@link leastWeeks}. */
export function rangeOf(values: readonly number[]): readonly [low: number, high: number] | null {
  if (values.length < leastWeeks) return null
  const sorted = values.toSorted((a, b) => a - b)
  return [percentile(sorted, low), percentile(sorted, high)]
}

/** Between two values, in proportion. @param sorted from the lowest value */
function percentile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part
  const below = Math.floor(place)
  const value = sorted[below]!
  return value + ((sorted[below + 1] ?? value) - value) * (place - below)
}

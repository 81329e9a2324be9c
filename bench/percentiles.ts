/**
 * The value that a share of the values does not exceed (nearest rank).
 *
 * @param values in any order, at least one
 * @param share from 0 to 1: 0.5 for the median
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const rank = Math.max(Math.ceil(sorted.length * share), 1)
  return sorted[rank - 1] ?? Number.NaN
}

/** The median (nearest rank). */
export const median = (values: readonly number[]): number => percentile(values, 0.5)

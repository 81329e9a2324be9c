/** A bar of a waterfall, in percent of its width. */
export interface Step {
  readonly start: number
  readonly size: number
}

/**
 * Places the parts of a change one after the other: each bar begins where the one before ended, and the first one and
 * the whole begin at a common zero.
 *
 * @returns the bars of the parts, that of the whole, and the place of zero
 */
export function waterfall(parts: readonly number[]): {
  readonly steps: readonly Step[]
  readonly whole: Step
  readonly zero: number
} {
  const sums = [0]
  for (const part of parts) sums.push(sums.at(-1)! + part)
  const low = Math.min(...sums)
  const width = Math.max(...sums) - low || 1
  const placeOf = (value: number) => ((value - low) / width) * 100
  const between = (one: number, other: number): Step => ({
    start: placeOf(Math.min(one, other)),
    size: placeOf(Math.max(one, other)) - placeOf(Math.min(one, other)),
  })
  return {
    steps: parts.map((_, place) => between(sums[place]!, sums[place + 1]!)),
    whole: between(0, sums.at(-1)!),
    zero: placeOf(0),
  }
}

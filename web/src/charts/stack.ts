/** Values of series by day; null where there is nothing. */
export type Columns = readonly (readonly (number | null)[])[]

/**
 * Piles the series of each day onto each other: what adds goes up from zero, what takes away goes
 * down.
 *
 * @returns where each value ends, series by series
 */
export function stack(columns: Columns): (number | null)[][] {
  const length = columns[0]?.length ?? 0
  const up = new Array<number>(length).fill(0)
  const down = new Array<number>(length).fill(0)
  return columns.map((column) =>
    column.map((value, day) => {
      if (value === null) return null
      const pile = value < 0 ? down : up
      pile[day]! += value
      return pile[day]!
    }),
  )
}

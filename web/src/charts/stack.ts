/** Values by series and day; null without figures. */
export type Columns = readonly (readonly (number | null)[])[]

/**
 * Stacks the series of each day: positive values up from zero, negative values down.
 *
 * @returns the end of each bar, by series and day
 */
export function stack(columns: Columns): (number | null)[][] {
  const length = columns[0]?.length ?? 0
  const up = new Array<number>(length).fill(0)
  const down = new Array<number>(length).fill(0)
  return columns.map((column) =>
    column.map((value, day) => {
      if (value === null) return null
      const ends = value < 0 ? down : up
      ends[day]! += value
      return ends[day]!
    }),
  )
}

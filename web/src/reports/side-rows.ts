import { isTime } from '../view/explore.ts'
import type { Cells, Report } from './report.ts'

export type Side = 'now' | 'before'

/**
 * The rows of one range of a comparison. Both ranges have a row for each key, in the same order; without figures
 * it is empty.
 */
export function sideRows({ dimensions, metrics, rows }: Report, side: Side): Cells[] {
  return rows.map((row) => {
    const cellOf = (name: string) => row[side === 'before' ? `previous_${name}` : name] ?? null
    return {
      // Days of the range before may repeat: several days are laid over the last one of a shorter month.
      key: JSON.stringify(dimensions.map((name) => row[name] ?? null)),
      ...Object.fromEntries(
        dimensions.map((name) => [name, isTime(name) ? cellOf(name) : (row[name] ?? null)]),
      ),
      ...Object.fromEntries(metrics.map((name) => [name, cellOf(name)])),
    }
  })
}

import type { Cells, ReportResult } from './report.ts'

export type Side = 'now' | 'before'

/**
 * The rows of one range of a comparison. Both ranges have a row for each key, in the same order; without figures
 * it is empty. Keys have no days, which are others in each range.
 */
export function sideRows({ dimensions, metrics, rows }: ReportResult, side: Side): Cells[] {
  return rows.map((row) => {
    const cellOf = (name: string) => row[side === 'before' ? `previous_${name}` : name] ?? null
    return Object.fromEntries([
      ...dimensions.map((name) => [name, row[name] ?? null]),
      ...metrics.map((name) => [name, cellOf(name)]),
    ])
  })
}

import { type Day, formatDay } from '../../src/values/day.ts'
import { trueRows } from './reported-figures.ts'
import type { Truth } from './truth.ts'

/** The figures that a network or `mediation` reports for a day. A line for each network: day, network, impressions, micros. */
export function saidBy(truth: Truth, reports: string, day: Day): string[] {
  const byNetwork = Object.groupBy(trueRows(truth, reports, day), ({ network }) => network)
  return Object.entries(byNetwork)
    .map(([network, rows = []]) => {
      const sum = (of: 'impressions' | 'revenueMicros') =>
        rows.reduce((total, row) => total + row[of], 0)
      return [formatDay(day), network, sum('impressions'), sum('revenueMicros')].join(' ')
    })
    .sort()
}

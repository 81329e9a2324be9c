import { type CountedSum, countedSums } from '../../reporting/metrics.ts'
import type { Groups } from './groups.ts'
import type { Series } from './slice-series.ts'

/**
 * Adds the slices of a series to their groups.
 *
 * @param place what the series' app and network add to the numbers of its groups
 */
export function addSeries(groups: Groups, series: Series, place: number): void {
  const { firstDay, lastDay, slices } = series
  const columns = groups.sums.map((sum) => series.sums[countedSums.indexOf(sum as CountedSum)]!)
  for (const period of groups.space.periods) {
    if (period.lastDay < firstDay || period.firstDay > lastDay) continue
    const before = period.firstDay - firstDay - 1
    const until = Math.min(period.lastDay, lastDay) - firstDay
    const sliceCount = slices[until]! - (before < 0 ? 0 : slices[before]!)
    if (sliceCount === 0) continue
    const group = place + period.place
    groups.present[group] = 1
    for (let sum = 0; sum < columns.length; sum++) {
      const totals = columns[sum]
      if (!totals) continue
      groups.totals[sum]![group]! += totals[until]! - (before < 0 ? 0 : totals[before]!)
    }
  }
}

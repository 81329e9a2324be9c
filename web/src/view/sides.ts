import { namedRanges } from '../../../src/values/compared-range.ts'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { ComparisonBasis } from './compare.ts'
import type { ExploreView } from './explore.ts'
import { daysOf } from './view.ts'

/** A view of each range of a comparison: of the chosen one, and of the one before it. */
export function sidesOf(
  view: ExploreView,
  basis: ComparisonBasis,
  today: string,
): readonly [now: ExploreView, before: ExploreView] {
  const { from, to } = daysOf(view.range, today)
  const span = { firstDay: parseDay(from)!, lastDay: parseDay(to)! }
  const { firstDay, lastDay } = namedRanges[basis](span).days
  const now = { ...view, compare: null, isSideBySide: false }
  const range = { from: formatDay(firstDay), to: formatDay(lastDay) }
  return [now, { ...now, range, within: null }]
}

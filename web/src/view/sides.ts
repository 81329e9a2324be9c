import { type NamedRange, namedRanges } from '../../../src/reporting/question/other-range.ts'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { ComparisonBasis } from './compare.ts'
import type { ExploreView } from './explore.ts'
import { daysOf } from './view.ts'

/** What the report endpoint calls the ranges that days can be compared with. */
export const rangeNames: Readonly<Record<ComparisonBasis, NamedRange>> = {
  previous_range: 'previous_period',
  same_weekdays: 'previous_weekdays',
  last_month: 'previous_month',
  last_year: 'previous_year',
  last_year_weekdays: 'previous_year_weekdays',
}

/** A view of each range of a comparison: of the chosen one, and of the one before it. */
export function sidesOf(
  view: ExploreView,
  against: ComparisonBasis,
  today: string,
): readonly [now: ExploreView, before: ExploreView] {
  const { from, to } = daysOf(view.range, today)
  const span = { firstDay: parseDay(from)!, lastDay: parseDay(to)! }
  const { firstDay, lastDay } = namedRanges[rangeNames[against]](span).days
  const now = { ...view, against: null, isSideBySide: false }
  const range = { from: formatDay(firstDay), to: formatDay(lastDay) }
  return [now, { ...now, range, within: null }]
}

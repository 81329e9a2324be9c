import { previousPeriod, previousYear } from '../../../src/reporting/question/other-range.ts'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Comparison, ExploreView } from './explore.ts'
import { daysOf } from './view.ts'

const others = { previous_period: previousPeriod, previous_year: previousYear }

/** A view of each range of a comparison: of the chosen one, and of the one before it. */
export function sidesOf(
  view: ExploreView,
  against: Comparison,
  today: string,
): readonly [now: ExploreView, before: ExploreView] {
  const { from, to } = daysOf(view.range, today)
  const span = { firstDay: parseDay(from)!, lastDay: parseDay(to)! }
  const { firstDay, lastDay } = others[against](span).days
  const now = { ...view, against: null, isSideBySide: false }
  const range = { from: formatDay(firstDay), to: formatDay(lastDay) }
  return [now, { ...now, range, within: null }]
}

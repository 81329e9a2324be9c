import { namedRanges, rangeFrom } from '../../../src/values/compared-range.ts'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import { comparedWith } from './compared-with.ts'
import type { ReportView } from './report-view.ts'
import { daysOf } from './view.ts'

/** A view of each range of a comparison: of the chosen one, and of the one before it. */
export function sidesOf(
  view: ReportView,
  today: string,
): readonly [now: ReportView, before: ReportView] {
  const { from, to } = daysOf(view.range, today)
  const span = { firstDay: parseDay(from)!, lastDay: parseDay(to)! }
  const basis = comparedWith(view.compare, view.range, today)
  const { firstDay, lastDay } = (
    typeof basis === 'object' ? rangeFrom(span, parseDay(basis.from)!) : namedRanges[basis](span)
  ).days
  const now = { ...view, compare: 'none', isSideBySide: false } as const
  const range = { from: formatDay(firstDay), to: formatDay(lastDay) }
  return [now, { ...now, range, within: null }]
}

import { addDays, formatDay, parseDay } from '../../../src/values/day.ts'
import type { ExploreView } from '../view/explore.ts'
import { daysOf, presets, type Range } from '../view/view.ts'
import {
  allRows,
  filterParametersOf,
  maxTableRows,
  tableQuestion,
  withAppNames,
} from './questions.ts'

/** What a person chooses for a report link. */
export interface LinkChoice {
  readonly name: string
  /** Whether its days move on with the day. */
  readonly isMoving: boolean
  /** After how many days it expires; null for never. */
  readonly expiresAfterDays: number | null
}

/** How many days a range has that ends yesterday; null for others, which cannot move on. */
export function movingDays(range: Range, today: string): number | null {
  if (!('preset' in range)) return null
  const { firstDay, lastDay } = presets[range.preset](parseDay(today)!)
  const isLatest = !range.preset.includes('month')
  return isLatest ? lastDay - firstDay + 1 : null
}

/** The request for a report link that shows the table of a view. */
export function linkRequest(view: ExploreView, today: string, choice: LinkChoice) {
  const { name, isMoving, expiresAfterDays } = choice
  const { from, to } = daysOf(view.range, today)
  const days = movingDays(view.range, today)
  const { app, ...filters } = view.filters
  const { order_by, metrics, compare, compare_days } = tableQuestion(view, today)
  const expires = expiresAfterDays && formatDay(addDays(parseDay(today)!, expiresAfterDays))
  return {
    name,
    ...(isMoving && days !== null ? { days } : { start: from, end: to }),
    ...(app && { app }),
    ...(expires && { expires }),
    format: 'json',
    report: listed({
      ...filterParametersOf(filters),
      dimensions: withAppNames(allRows(view)),
      metrics,
      ...{ order_by, compare, compare_days },
      limit: String(maxTableRows),
      include: ['total_rows', 'freshness'],
    }),
  }
}

/** Every parameter as a list. */
const listed = (parameters: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat()]],
    ),
  )

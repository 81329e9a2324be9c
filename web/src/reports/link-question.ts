import { addDays, formatDay, parseDay } from '../../../src/values/day.ts'
import type { ReportView } from '../view/report-view.ts'
import { daysOf } from '../view/view.ts'
import { allRows, maxTableRows, tableQuestion, withAppNames } from './questions.ts'

/** The choices of a person for a report link. */
export interface LinkChoice {
  readonly name: string
  /** Whether its days move on with the day. */
  readonly isMoving: boolean
  /** After how many days it expires; null for never. */
  readonly expiresAfterDays: number | null
}

/** The request for a report link that shows the table of a view. */
export function linkRequest(view: ReportView, today: string, choice: LinkChoice) {
  const { name, isMoving, expiresAfterDays } = choice
  const { from, to } = daysOf(view.range, today)
  const { app_id, ...filters } = view.filters
  const { order_by, having, metrics, compare, compare_days } = tableQuestion(view, today)
  const expires = expiresAfterDays && formatDay(addDays(parseDay(today)!, expiresAfterDays))
  return {
    name,
    ...('preset' in view.range && isMoving
      ? { days: view.range.preset }
      : { start_date: from, end_date: to }),
    ...(app_id && { app_id }),
    ...(expires && { expires }),
    format: 'json',
    report: listed({
      ...filters,
      dimensions: withAppNames(allRows(view)),
      metrics,
      order_by,
      having,
      compare,
      compare_days,
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

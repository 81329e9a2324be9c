import { formatDay, parseDay } from '../../../../src/values/day.ts'
import { lastDayOfMonth } from '../../../../src/values/months.ts'

/** How far a reconciliation is drilled down. */
export interface DrillLevel {
  readonly by: 'month' | 'day' | 'app_id' | 'network' | 'slice'
  /** The days that are shown. */
  readonly from: string
  readonly to: string
}

/**
 * The level that an address asks for.
 *
 * @param within a month (`2026-03`), a day, or anything else for all days
 * @param by `app_id` or `network`; anything else for time
 * @param days that are compared
 */
export function levelOf(
  within: string | undefined,
  by: string | undefined,
  days: { readonly from: string; readonly to: string },
): DrillLevel {
  const level = levelInTime(within, days)
  const isOwn = by === 'app_id' || by === 'network'
  return isOwn && level.by !== 'slice' ? { ...level, by } : level
}

function levelInTime(
  within: string | undefined,
  days: { readonly from: string; readonly to: string },
): DrillLevel {
  const spansMonths = days.from.slice(0, 7) !== days.to.slice(0, 7)
  const all: DrillLevel = { by: spansMonths ? 'month' : 'day', ...days }
  if (within === undefined) return all
  const inside = (from: string, to: string, by: DrillLevel['by']): DrillLevel => {
    const shown = { from: from < days.from ? days.from : from, to: to > days.to ? days.to : to }
    return shown.from > shown.to ? all : { by, ...shown }
  }
  if (parseDay(within) !== null) return inside(within, within, 'slice')
  const first = /^\d{4}-\d{2}$/.test(within) ? parseDay(`${within}-01`) : null
  return first === null ? all : inside(formatDay(first), formatDay(lastDayOfMonth(first)), 'day')
}

/** The likely reason of a gap, and what it means. The words are those of `adtally reconcile`. */
export const labelTexts = {
  'below tolerance': { title: 'Below tolerance', text: 'the gap does not matter' },
  'time zone': {
    title: 'Time zone',
    text: 'the reports’ days end at different times, and agree over all days',
  },
  currency: {
    title: 'Currency',
    text: 'impressions agree, and the amounts have the same ratio every day',
  },
  'late data': {
    title: 'Late data',
    text: 'the smaller amount was reported earlier, right after the day',
  },
  missing: { title: 'Missing', text: 'one report has no figures' },
  unexplained: { title: 'Unexplained', text: 'none of these applies' },
}

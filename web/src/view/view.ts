import { type RelativeDays, resolveDays } from '../../../src/reporting/question/relative-days.ts'
import { addDays, dayCount, formatDay, parseDay } from '../../../src/values/day.ts'
import type { Compare } from './compare.ts'

export const viewFilterNames = ['app_id', 'platform', 'network', 'ad_format', 'country'] as const
export type ViewFilterName = (typeof viewFilterNames)[number]
export type Filters = Readonly<Partial<Record<ViewFilterName, readonly string[]>>>

/** The filters that select the figures of an app, a network and a country, as far as they are given. */
export const filtersOf = ({ app, network, country }: FigureParts): Filters => ({
  ...(app && { app_id: [app.app_id] }),
  ...(network != null && { network: [network] }),
  ...(country != null && { country: [country] }),
})

interface FigureParts {
  readonly app?: { readonly app_id: string } | null
  readonly network?: string | null
  readonly country?: string | null
}

/** Days by a name, or the first and the last day. */
export type Range =
  | { readonly preset: RelativeDays }
  | { readonly from: string; readonly to: string }

/** What all pages with figures share. All of it is in the URL, and stays from page to page. */
export interface View {
  readonly range: Range
  readonly compare: Compare
  readonly filters: Filters
}

/** The names of days that are offered. An address may have any other name too. */
export const offeredDays = [
  ...(['yesterday', 'last_7', 'last_28', 'last_90', 'last_365'] as const),
  ...(['month_to_date', 'previous_month'] as const),
] as const satisfies readonly RelativeDays[]

export const defaultView: View = {
  range: { preset: 'last_28' },
  compare: 'usual',
  filters: {},
}

/** The days of a range. @param today the server's current day */
export function daysOf(range: Range, today: string): { from: string; to: string } {
  if (!('preset' in range)) return range
  const { firstDay, lastDay } = resolveDays(range.preset, parseDay(today)!)
  return { from: formatDay(firstDay), to: formatDay(lastDay) }
}

/** Every day of a range, including both ends. */
export function daysBetween(from: string, to: string): string[] {
  const span = { firstDay: parseDay(from)!, lastDay: parseDay(to)! }
  return Array.from({ length: dayCount(span) }, (_, place) =>
    formatDay(addDays(span.firstDay, place)),
  )
}

import { addDays, type Day, dayCount, formatDay, parseDay } from '../../../src/values/day.ts'
import type { Compare } from './compare.ts'

export const breakdowns = ['network', 'format', 'country', 'app', 'platform'] as const
export type Breakdown = (typeof breakdowns)[number]

export const filterNames = ['app', 'platform', 'network', 'format', 'country'] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>>

export const chartMetrics = ['revenue', 'ecpm'] as const
export type ChartMetric = (typeof chartMetrics)[number]

/** How the figures by day are shown. */
export const forms = ['chart', 'table'] as const
export type Form = (typeof forms)[number]

/** The columns that tables can be sorted by. */
export const columns = [
  'name',
  'revenue',
  'share',
  'change',
  'ecpm',
  'impressions',
  'clicks',
  'ctr',
] as const
export type Column = (typeof columns)[number]

export interface Sorting {
  readonly column: Column
  readonly descending: boolean
}

/** A preset, or the first and the last day. */
export type Range = { readonly preset: PresetName } | { readonly from: string; readonly to: string }

/** Everything that determines what a page shows. All of it is in the URL. */
export interface View {
  readonly range: Range
  readonly compare: Compare
  readonly by: Breakdown
  readonly metric: ChartMetric
  readonly form: Form
  readonly filters: Filters
  readonly sorting: Sorting
}

/** Ranges relative to today. "Last n days" end yesterday, because today is not complete. */
export const presets = {
  yesterday: (today: Day) => lastDays(today, 1),
  '7d': (today: Day) => lastDays(today, 7),
  '28d': (today: Day) => lastDays(today, 28),
  '90d': (today: Day) => lastDays(today, 90),
  '365d': (today: Day) => lastDays(today, 365),
  month: (today: Day) => ({ firstDay: firstOfMonth(today), lastDay: today }),
  'last-month': (today: Day) => {
    const lastDay = addDays(firstOfMonth(today), -1)
    return { firstDay: firstOfMonth(lastDay), lastDay }
  },
} as const

export type PresetName = keyof typeof presets

export const defaultView: View = {
  range: { preset: '28d' },
  compare: 'usual',
  by: 'network',
  metric: 'revenue',
  form: 'chart',
  filters: {},
  sorting: { column: 'revenue', descending: true },
}

function lastDays(today: Day, count: number) {
  return { firstDay: addDays(today, -count), lastDay: addDays(today, -1) }
}

function firstOfMonth(day: Day): Day {
  return parseDay(`${formatDay(day).slice(0, 8)}01`)!
}

/** The days of a range. @param today the server's current day */
export function daysOf(range: Range, today: string): { from: string; to: string } {
  if (!('preset' in range)) return range
  const { firstDay, lastDay } = presets[range.preset](parseDay(today)!)
  return { from: formatDay(firstDay), to: formatDay(lastDay) }
}

/** Every day of a range, including both ends. */
export function daysBetween(from: string, to: string): string[] {
  const span = { firstDay: parseDay(from)!, lastDay: parseDay(to)! }
  return Array.from({ length: dayCount(span) }, (_, place) =>
    formatDay(addDays(span.firstDay, place)),
  )
}

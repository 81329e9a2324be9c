import { addDays, type DaySpan, formatDay } from '../src/values/day.ts'
import type { DataSet } from './data-set.ts'
import { appIdOf, dayCount, firstDay, username } from './figures-shape.ts'

/** A kind of question; with another app or span it is another question. */
export interface AskKind {
  readonly name: string
  readonly apps: 'one' | 'all'
  readonly spans: readonly DaySpan[]
  /** The requests of a question, sent at the same time. The app and the span are added to each. */
  readonly requests: readonly string[]
}

const kindOf = (
  name: string,
  apps: AskKind['apps'],
  spans: AskKind['spans'],
  ...requests: string[]
): AskKind => ({ name, apps, spans, requests })

const stats = (group: string) => `/api/v2/publisher/applications/stats?${group}`
const report = (query: string) => `/api/v2/publisher/report?${query}`
const explore = (query: string) => `/dashboard/api/report?${query}`
/** The requests of the pages of all apps and of one app. */
const board = [
  'report?dimensions=network&metrics=revenue,ecpm,impressions,clicks,ctr&compare=previous_weekdays&compare_days=reported&include=total_rows,freshness',
  'report?dimensions=date&metrics=revenue,ecpm,impressions,clicks,ctr&fill=dates&compare=previous_weekdays&compare_days=reported',
  'report?dimensions=network&metrics=revenue&order_by=revenue:desc&limit=8',
  'report?dimensions=date,network&metrics=revenue',
  'comparison?compare=previous_weekdays',
  'anomalies?by=network&limit=500',
  'freshness?',
].map((request) => `/dashboard/api/${request}`)

/** Every span of this many days within the year of the data. */
export const ofDays = (days: number): DaySpan[] =>
  Array.from({ length: dayCount - days + 1 }, (_, start) => spanOf(start, days))

/** Spans of about a year: each contains at least ten and a half months of the data. */
const years: readonly DaySpan[] = Array.from({ length: 90 * 90 }, (_, turn) => {
  const start = Math.floor(turn / 90) - 45
  return spanOf(start, dayCount - 45 + (turn % 90) - start)
})
const months = ofDays(30)
const quarters = ofDays(90)

export const weekOfApp = kindOf("one app's week in full detail", 'one', ofDays(7), stats(''))
export const monthOfApp = kindOf(
  "one app's month by network",
  'one',
  months,
  stats('group_by=network'),
)
export const yearOfAll = kindOf("all apps' year", 'all', years, stats(''))

/** Of the documented V2 interface. */
export const statsKinds: readonly AskKind[] = [
  weekOfApp,
  monthOfApp,
  kindOf('its month by country', 'one', months, stats('group_by=country')),
  kindOf('its year in full detail', 'one', years, stats('')),
  kindOf("all apps' month by country", 'all', months, stats('group_by=country')),
  yearOfAll,
]

const detail = 'dimensions=date,network,country'

/** Of the report endpoint. */
export const reportKinds: readonly AskKind[] = [
  kindOf("one app's month, day × network × country", 'one', months, report(detail)),
  kindOf('the first 100 by eCPM', 'one', months, report(`${detail}&order_by=ecpm:desc&limit=100`)),
  kindOf('beside the days before', 'one', months, report(`${detail}&compare=previous_period`)),
  kindOf("all apps' quarter, week × network", 'all', quarters, report('dimensions=week,network')),
  kindOf('its month, app name × country', 'all', months, report('dimensions=app_name,country')),
  kindOf('its year, month × country', 'all', years, report('dimensions=month,country')),
]

/** The questions that pages of the dashboard ask. */
export const pageKinds: readonly AskKind[] = [
  kindOf('Overview, a month', 'all', months, ...board),
  kindOf('Overview, a quarter', 'all', quarters, ...board),
  kindOf('App, a month', 'one', months, ...board),
  kindOf('Explore: days by network', 'all', months, explore('dimensions=date,network')),
  kindOf(
    'Explore: the first countries',
    'all',
    quarters,
    explore('dimensions=country&order_by=revenue:desc&limit=100'),
  ),
  kindOf(
    'Explore: apps × formats',
    'all',
    months,
    explore('dimensions=app_name,ad_format&include=total_rows&limit=1000'),
  ),
  kindOf(
    'Explore: weeks beside those before',
    'all',
    quarters,
    explore('dimensions=week&compare=previous_period'),
  ),
]

/** A question, as an app and a span. */
export interface Asked {
  /** Without a meaning where a kind is about all apps. */
  readonly app: number
  readonly span: DaySpan
}

/** Different questions of a kind; apps and spans change with each, in an order that is always the same. */
export function asksOf(
  { appCount }: Pick<DataSet, 'appCount'>,
  { apps, spans }: Pick<AskKind, 'apps' | 'spans'>,
  count: number,
): Asked[] {
  const chosen = apps === 'one' ? appCount : 1
  const all = chosen * spans.length
  const step = coprime(Math.floor(all * 0.618), all)
  return Array.from({ length: Math.min(count, all) }, (_, turn) => {
    const place = (turn * step) % all
    return { app: place % chosen, span: spans[Math.floor(place / chosen)]! }
  })
}

/** The requests of a question as the server takes them. */
export function pathsOf({ requests, apps }: AskKind, { app, span }: Asked): string[] {
  const query = new URLSearchParams({
    start_date: formatDay(span.firstDay),
    end_date: formatDay(span.lastDay),
    ...(apps === 'one' && { app_id: appIdOf(app) }),
  })
  return requests.map((request) => {
    const ofDays = new URLSearchParams(query)
    if (request.startsWith('/api')) ofDays.set('developer', username)
    // This one is about all apps.
    if (request.includes('freshness?')) ofDays.delete('app_id')
    return `${request}&${ofDays}`.replace('?&', '?')
  })
}

function spanOf(start: number, days: number): DaySpan {
  const first = addDays(firstDay, start)
  return { firstDay: first, lastDay: addDays(first, days - 1) }
}

/** The first number from here on that shares no divisor with the count. */
function coprime(from: number, count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let step = Math.max(1, from)
  while (divisor(step, count) > 1) step++
  return step
}

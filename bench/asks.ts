import { addDays, type DaySpan, formatDay } from '../src/values/day.ts'
import type { DataSet } from './data-set.ts'
import { appIdOf, dayCount, firstDay, usernameOf } from './figures-shape.ts'
import type { Address } from './load/load-types.ts'

/** A kind of request to an installation whose only account has all apps. */
export interface AskKind {
  readonly name: string
  readonly apps: 'one' | 'all'
  /** The spans that are asked; different ones give different answers. */
  readonly spans: readonly DaySpan[]
  readonly path: (query: URLSearchParams) => string
  /** Parameters beside the app and the span. */
  readonly query: Readonly<Record<string, string>>
  /** The goal: processor time of a first ask from memory, in milliseconds. */
  readonly goalMs?: number
  /** What the request is sent with; a key when absent. */
  readonly credential?: 'key' | 'session'
}

const stats = (query: URLSearchParams) => `/api/v2/publisher/applications/stats?${query}`
const report = (query: URLSearchParams) => `/api/v2/publisher/report?${query}`
const figures = (query: URLSearchParams) => `/dashboard/api/figures?${query}`

/** Every span of this many days within the year of the data. */
const ofDays = (days: number): DaySpan[] =>
  Array.from({ length: dayCount - days + 1 }, (_, start) => spanOf(start, days))

/** Spans of about a year: each contains at least ten and a half months of the data. */
const years: readonly DaySpan[] = Array.from({ length: 90 * 90 }, (_, turn) => {
  const start = Math.floor(turn / 90) - 45
  return spanOf(start, dayCount - 45 + (turn % 90) - start)
})
const months = ofDays(30)
const quarters = Array.from({ length: 20 }, (_, more) => ofDays(81 + more)).flat()

/** The kinds of the table in docs/performance.md. */
export const askKinds: readonly AskKind[] = [
  ...[
    { name: "one app's week in full detail", spans: ofDays(7), query: {}, goalMs: 0.6 },
    { name: "one app's month by network", spans: months, query: by('network'), goalMs: 0.15 },
  ].map((kind) => ({ ...kind, apps: 'one' as const, path: stats })),
  {
    ...{ name: "one app's month by day", apps: 'one', spans: months, path: report },
    ...{ query: { dimensions: 'date' }, goalMs: 0.15 },
  },
  { name: "all apps' year", apps: 'all', spans: years, path: stats, query: {}, goalMs: 0.7 },
  {
    ...{ name: "report: one app's month, day × network × country", apps: 'one', spans: months },
    ...{ path: report, query: { dimensions: 'date,network,country' }, goalMs: 1 },
  },
  {
    ...{ name: "report: all apps' quarter, week × network", apps: 'all', spans: quarters },
    ...{ path: report, query: { dimensions: 'week,network' }, goalMs: 3 },
  },
  {
    ...{ name: "report: all apps' year, month × country", apps: 'all', spans: years },
    ...{ path: report, query: { dimensions: 'month,country' }, goalMs: 15 },
  },
  {
    ...{ name: "dashboard: all apps' month by network", apps: 'all', credential: 'session' },
    ...{ spans: Array.from({ length: 28 }, (_, more) => ofDays(14 + more)).flat() },
    ...{ path: figures, query: { by: 'network' } },
  },
  {
    ...{ name: "one app's year in full detail", apps: 'one', spans: years, path: stats },
    query: {},
  },
]

/** One request of a kind. */
export interface Asked {
  /** Without a meaning where a kind is about all apps. */
  readonly app: number
  readonly span: DaySpan
}

/** Different requests of a kind; apps and spans change with each, in an order that is always the same. */
export function asksOf(
  { appCount }: Pick<DataSet, 'appCount'>,
  kind: AskKind,
  count: number,
): Asked[] {
  const apps = kind.apps === 'one' ? appCount : 1
  const all = apps * kind.spans.length
  const step = coprime(Math.floor(all * 0.618), all)
  return Array.from({ length: Math.min(count, all) }, (_, turn) => {
    const place = (turn * step) % all
    return { app: place % apps, span: kind.spans[Math.floor(place / apps)]! }
  })
}

/** The request as the service takes it. */
export function addressOf(kind: AskKind, { app, span }: Asked): Address {
  const query = new URLSearchParams({
    ...(kind.credential !== 'session' && { developer: usernameOf(0) }),
    start_date: formatDay(span.firstDay),
    end_date: formatDay(span.lastDay),
    ...(kind.apps === 'one' && { app_id: appIdOf(app) }),
    ...kind.query,
  })
  return { path: kind.path(query) }
}

function by(group: string) {
  return { group_by: group }
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

import {
  type Metric,
  type MetricName,
  metrics,
  type Sum,
  sums,
} from '../../src/reporting/metrics.ts'
import type { Dimension, ReportRequest } from '../../src/reporting/report-request.ts'

// A report over a plain list of rows, written apart from the plan and its SQL.

export interface ModelApp {
  readonly key: number
  readonly appId: string
  readonly name: string
  readonly platform: string
}

/** One current row of an account. */
export interface ModelFigure {
  /** As YYYY-MM-DD. */
  readonly date: string
  readonly app: ModelApp
  readonly network: string
  readonly format: string
  readonly country: string
  readonly adTag: string
  readonly impressions: bigint
  readonly clicks: bigint | null
  readonly installs: bigint | null
  readonly requests: bigint | null
  readonly matchedRequests: bigint | null
  readonly revenueMicros: bigint
  /** What the network owes and paid, on rows of that alone. */
  readonly settled?: Settled
}

interface Settled {
  readonly closedMicros: bigint | null
  readonly paidMicros: bigint | null
  readonly isDue: boolean
}

export type ModelSums = Record<Sum, bigint>

/** A row's figures in one range. */
export interface ModelSide {
  /** 2 with figures, 1 where the slices are reported without them, 0 where nothing is reported. */
  readonly status: number
  readonly sums: ModelSums
}

export interface ModelRow {
  /** Days as YYYY-MM-DD, apps as keys, all others as names; in the order of {@link modelDimensions}. */
  readonly keys: readonly (string | number)[]
  readonly current: ModelSide
  /** Null if the request compares nothing. */
  readonly compared: ModelSide | null
  /** The current range on the days that are compared; null if all are. */
  readonly comparable: ModelSide | null
}

const canonical: readonly Dimension[] = [
  ...(['day', 'week', 'month', 'app', 'appName', 'platform'] as const),
  ...(['network', 'format', 'country', 'adTag'] as const),
]

/** The dimensions of a request in the order of a row's keys. */
export const modelDimensions = ({ dimensions }: ReportRequest): Dimension[] =>
  canonical.filter((dimension) => dimensions.includes(dimension))

/** All rows of a request in their order, before `limit` and `offset`. */
export function modelRows(figures: readonly ModelFigure[], request: ReportRequest): ModelRow[] {
  const { comparison, comparedPairs, fillDays } = request
  const dimensions = modelDimensions(request)
  const days = listDays(dateOf(request.days.firstDay), dateOf(request.days.lastDay))
  const inRange = new Map(days.map((date) => [date, date]))
  const sides = [sideOf(figures, request, dimensions, inRange)]
  if (comparison) {
    const { firstDay, lastDay } = comparison.days
    const shifted = listDays(dateOf(firstDay), dateOf(lastDay)).map((date) => {
      const { shift } = comparison
      const later = 'days' in shift ? plusDays(date, shift.days) : monthsLater(date, shift.months)
      return [date, later < days[0]! ? days[0]! : later] as const
    })
    if (comparedPairs) {
      sides.push(pairedSide(figures, request, dimensions, 'other'))
      sides.push(pairedSide(figures, request, dimensions, 'day'))
    } else sides.push(sideOf(figures, request, dimensions, new Map(shifted)))
  }
  const keys = new Map(sides.flatMap(({ groups }) => [...groups.keys()]).map((key) => [key, key]))
  const time = dimensions[0]
  if (fillDays && (time === 'day' || time === 'week' || time === 'month')) {
    const combinations = new Set([...keys.keys()].map((key) => JSON.stringify(parse(key).slice(1))))
    if (dimensions.length === 1) combinations.add('[]')
    for (const date of days) {
      for (const rest of combinations) {
        const key = JSON.stringify([periodOf(time, date), ...parse(rest)])
        keys.set(key, key)
      }
    }
  }
  if (dimensions.length === 0) keys.set('[]', '[]')
  const rows = [...keys.keys()].map((key): ModelRow => {
    const [current, compared = null, comparable = null] = sides.map((side) => side.at(parse(key)))
    return { keys: parse(key), current: current!, compared, comparable }
  })
  const hasStatuses = comparison !== undefined || fillDays === true
  return rows
    .filter(({ current }) => fulfils(current, request.having, hasStatuses))
    .sort(rowOrder(request, dimensions, hasStatuses))
}

function fulfils(
  side: ModelSide,
  having: ReportRequest['having'] = [],
  hasStatuses: boolean,
): boolean {
  return having.every(({ by, operator, value }) => {
    const shown = modelMetric(by, side, hasStatuses)
    if (shown === null) return false
    const wanted = BigInt(value)
    const results = {
      eq: shown === wanted,
      ne: shown !== wanted,
      gt: shown > wanted,
      gte: shown >= wanted,
      lt: shown < wanted,
      lte: shown <= wanted,
    }
    return results[operator]
  })
}

/** All rows as one, without dimensions. */
export function modelTotal(
  rows: readonly ModelRow[],
  { comparison, comparedPairs }: Pick<ReportRequest, 'comparison' | 'comparedPairs'>,
): ModelRow {
  const total = (side: 'current' | 'compared' | 'comparable'): ModelSide => {
    const sides = rows.flatMap((row) => row[side] ?? [])
    const none = modelSums([])
    const names = Object.keys(none) as Sum[]
    const sum = (name: Sum) => sides.reduce((all, { sums }) => all + sums[name], 0n)
    return {
      status: Math.max(0, ...sides.map(({ status }) => status)),
      sums: Object.fromEntries(names.map((name) => [name, sum(name)])) as ModelSums,
    }
  }
  return {
    keys: [],
    current: total('current'),
    compared: comparison ? total('compared') : null,
    comparable: comparedPairs ? total('comparable') : null,
  }
}

/** The rows that a request is answered with. */
export function modelReport(figures: readonly ModelFigure[], request: ReportRequest): ModelRow[] {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = request
  return modelRows(figures, request).slice(offset, offset + limit)
}

/** The sums of some rows, without dimensions. */
export function modelSums(figures: readonly ModelFigure[]): ModelSums {
  const total = (values: readonly (bigint | null)[]) =>
    values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)
  const knowing = (name: 'clicks' | 'installs' | 'requests' | 'matchedRequests') =>
    figures.filter((figure) => figure[name] !== null)
  const count = (rows: readonly ModelFigure[]) => BigInt(rows.length)
  const shown = (rows: readonly ModelFigure[]) => total(rows.map((row) => row.impressions))
  const filling = knowing('requests').filter((row) => row.matchedRequests !== null)
  return {
    // Sums of other kinds of fact, which these rows are not.
    ...(Object.fromEntries(sums.map((sum) => [sum, 0n])) as ModelSums),
    impressions: shown(figures),
    clicks: total(figures.map((row) => row.clicks)),
    installs: total(figures.map((row) => row.installs)),
    revenueMicros: total(figures.map((row) => row.revenueMicros)),
    requests: total(figures.map((row) => row.requests)),
    matchedRequests: total(figures.map((row) => row.matchedRequests)),
    rows: count(figures),
    clicksRows: count(knowing('clicks')),
    installsRows: count(knowing('installs')),
    requestsRows: count(knowing('requests')),
    matchedRequestsRows: count(knowing('matchedRequests')),
    clicksImpressions: shown(knowing('clicks')),
    installsImpressions: shown(knowing('installs')),
    requestsImpressions: shown(knowing('requests')),
    fillableRequests: total(filling.map((row) => row.requests)),
    filledRequests: total(filling.map((row) => row.matchedRequests)),
    fillRows: count(filling),
    ...settledSums(figures.flatMap(({ settled }) => settled ?? [])),
  }
}

function settledSums(rows: readonly Settled[]) {
  const total = (values: readonly (bigint | null)[]) =>
    values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)
  const count = (some: readonly Settled[]) => BigInt(some.length)
  const both = rows.filter(
    ({ closedMicros, paidMicros, isDue }) =>
      isDue && paidMicros !== null && closedMicros !== null && closedMicros >= 0n,
  )
  return {
    settledRows: count(rows),
    closedMicros: total(rows.map((row) => row.closedMicros)),
    closedRows: count(rows.filter((row) => row.closedMicros !== null)),
    paidMicros: total(rows.map((row) => row.paidMicros)),
    paidRows: count(rows.filter((row) => row.paidMicros !== null)),
    ratioPaidMicros: total(both.map((row) => row.paidMicros)),
    ratioClosedMicros: total(both.map((row) => row.closedMicros)),
    ratioRows: count(both),
  }
}

/** A metric as it is shown, in units of its last decimal place; null for unknown. */
export function modelMetric(
  name: MetricName,
  { status, sums }: ModelSide,
  hasStatuses = true,
): bigint | null {
  const { of, per, factor, known }: Metric = metrics[name]
  if (hasStatuses && status === 0) return null
  if (hasStatuses && status === 1) return 0n
  if (known && sums[known] === 0n) return null
  const bottom = typeof per === 'number' ? BigInt(per) : sums[per]
  if (bottom === 0n) return 0n
  const top = sums[of] * BigInt(factor)
  const size = top < 0n ? -top : top
  const rounded = (size + size + bottom) / (bottom + bottom)
  return top < 0n ? -rounded : rounded
}

/** (current − previous) ÷ previous, of exact values, in millionths; null where there is none. */
export function changeOf(name: MetricName, current: ModelSide, previous: ModelSide): bigint | null {
  const one = fraction(name, current)
  const other = fraction(name, previous)
  if (!one || !other || other[0] === 0n) return null
  const sign = other[0] < 0n ? -1n : 1n
  const top = (one[0] * other[1] - other[0] * one[1]) * sign * 1_000_000n
  const bottom = other[0] * one[1] * sign
  const size = top < 0n ? -top : top
  const rounded = (2n * size + bottom) / (2n * bottom)
  return top < 0n ? -rounded : rounded
}

function fraction(name: MetricName, { status, sums }: ModelSide): [bigint, bigint] | null {
  const { of, per, known }: Metric = metrics[name]
  if (status === 0) return null
  if (status === 1) return [0n, 1n]
  if (known && sums[known] === 0n) return null
  const bottom = typeof per === 'number' ? BigInt(per) : sums[per]
  return bottom === 0n ? [0n, 1n] : [sums[of], bottom]
}

/** The rows of one range by their keys. @param inRange the days of the range, as they count */
function sideOf(
  figures: readonly ModelFigure[],
  request: ReportRequest,
  dimensions: readonly Dimension[],
  inRange: ReadonlyMap<string, string>,
) {
  const { apps, filters, excluded = {} } = request
  const accepts = (name: keyof typeof filters, value: string) =>
    (filters[name]?.includes(value) ?? true) && !excluded[name]?.includes(value)
  const reported = figures.filter(
    (row) =>
      inRange.has(row.date) &&
      (apps?.includes(row.app.key) ?? true) &&
      accepts('networks', row.network),
  )
  const chosen = reported.filter(
    (row) =>
      accepts('formats', row.format) &&
      accepts('countries', row.country) &&
      accepts('adTags', row.adTag),
  )
  const keyOf = (row: ModelFigure, by: readonly Dimension[]) =>
    JSON.stringify(by.map((dimension) => dimensionValue(dimension, row, inRange.get(row.date)!)))
  const groups = Map.groupBy(chosen, (row) => keyOf(row, dimensions))
  const coarse = dimensions.filter((one) => !['format', 'country', 'adTag'].includes(one))
  const slices = new Set(reported.map((row) => keyOf(row, coarse)))
  return {
    groups,
    at: (keys: readonly (string | number)[]): ModelSide => {
      const rows = groups.get(JSON.stringify(keys)) ?? []
      const slice = JSON.stringify(coarse.map((one) => keys[dimensions.indexOf(one)]))
      const without = slices.has(slice) ? 1 : 0
      return { status: rows.length > 0 ? 2 : without, sums: modelSums(rows) }
    },
  }
}

/** The rows of the days that are compared. @param side which of the paired days */
function pairedSide(
  figures: readonly ModelFigure[],
  request: ReportRequest,
  dimensions: readonly Dimension[],
  side: 'day' | 'other',
) {
  const pairs = [...request.comparedPairs!].flatMap(([network, own]) =>
    own.map((pair) => ({ network, date: dateOf(pair.day), stored: dateOf(pair[side]) })),
  )
  const ofPairs = figures.filter((row) =>
    pairs.some(({ network, stored }) => row.network === network && row.date === stored),
  )
  const inRange = new Map(pairs.map(({ stored, date }) => [stored, date]))
  const { groups, at } = sideOf(ofPairs, request, dimensions, inRange)
  const compared = new Set(
    pairs.map(({ network, date }) =>
      JSON.stringify(
        dimensions.flatMap((one) =>
          isTime(one) ? periodOf(one, date) : one === 'network' ? network : [],
        ),
      ),
    ),
  )
  return {
    groups,
    at: (keys: readonly (string | number)[]): ModelSide => {
      const { status, sums } = at(keys)
      const known = keys.filter((_, place) => {
        const one = dimensions[place]!
        return isTime(one) || one === 'network'
      })
      const without = compared.has(JSON.stringify(known)) ? 1 : 0
      return { status: status === 2 ? 2 : without, sums }
    },
  }
}

const isTime = (one: Dimension) => one === 'day' || one === 'week' || one === 'month'

function dimensionValue(dimension: Dimension, row: ModelFigure, date: string): string | number {
  switch (dimension) {
    case 'day':
    case 'week':
    case 'month':
      return periodOf(dimension, date)
    case 'app':
      return row.app.key
    case 'appName':
      return row.app.name
    case 'platform':
      return row.app.platform
    case 'network':
    case 'format':
    case 'country':
    case 'adTag':
      return row[dimension]
    default:
      throw new Error(`Figures have no ${dimension}.`)
  }
}

function rowOrder(request: ReportRequest, dimensions: readonly Dimension[], hasStatuses: boolean) {
  const { order = [], apps, appGroups } = request
  const position = (key: number) => (apps ? [...new Set(apps)].indexOf(key) : key)
  const compareKeys = (by: Dimension, isGiven: boolean) => (a: ModelRow, b: ModelRow) => {
    const [one, other] = [a, b].map((row) => row.keys[dimensions.indexOf(by)]!)
    if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
    const ranks = isGiven ? appGroups?.app : undefined
    const rank = (key: number) => ranks?.codes.get(key) ?? position(key)
    return rank(Number(one)) - rank(Number(other))
  }
  const terms = order.map(({ by, of, descending }) => (a: ModelRow, b: ModelRow) => {
    const sign = descending ? -1 : 1
    const dimension = dimensions.find((one) => one === by)
    if (dimension) return sign * compareKeys(dimension, true)(a, b)
    const name = by as MetricName
    const [one, other] = [a, b].map(({ current, compared, comparable }) => {
      const now = comparable ?? current
      if (of === 'change') return changeOf(name, now, compared!)
      const side = of === 'previous' ? compared! : of === 'compared' ? now : current
      return modelMetric(name, side, hasStatuses)
    })
    if (one == null || other == null) return Number(one === null) - Number(other === null)
    return one < other! ? -sign : one! > other! ? sign : 0
  })
  const ties = dimensions.map((by) => compareKeys(by, false))
  return (a: ModelRow, b: ModelRow) => {
    for (const compare of [...terms, ...ties]) {
      const difference = compare(a, b)
      if (difference !== 0) return difference
    }
    return 0
  }
}

const parse = (key: string) => JSON.parse(key) as (string | number)[]

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

const plusDays = (date: string, days: number) => dateOf(Date.parse(date) / 86_400_000 + days)

/** The same day of a later month, or its last one. @param months negative for an earlier one */
export function monthsLater(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 8)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return `${first}${String(Math.min(day, last)).padStart(2, '0')}`
}

function listDays(first: string, last: string): string[] {
  const dates: string[] = []
  for (let date = first; date <= last; date = plusDays(date, 1)) dates.push(date)
  return dates
}

/** The first day of a period. */
function periodOf(time: 'day' | 'week' | 'month', date: string): string {
  if (time === 'day') return date
  if (time === 'month') return `${date.slice(0, 8)}01`
  let monday = date
  while (new Date(monday).getUTCDay() !== 1) monday = plusDays(monday, -1)
  return monday
}

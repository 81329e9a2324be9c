import { type Metric, type MetricName, metrics } from '../../src/reporting/metrics.ts'
import type {
  ComparedPairs,
  Dimension,
  OrderTerm,
  ReportRequest,
} from '../../src/reporting/report-request.ts'
import type { ComparedPair, ComparedRange } from '../../src/values/compared-range.ts'
import { type Day, parseDay } from '../../src/values/day.ts'
import type { DrawnWireQuestion, filterValues } from './drawn-questions.ts'
import { drawnDays } from './drawn-reports.ts'
import {
  changeOf,
  type ModelFigure,
  type ModelRow,
  type ModelSide,
  modelDimensions,
  modelMetric,
  modelRows,
  modelTotal,
  monthsLater,
} from './report-model.ts'
import { groupsOf, type Studio } from './report-studios.ts'

// The answers that the report endpoint should give: the model's rows, named and written as in the documentation.

/** Cells as text, null for unknown. */
export type ModelCells = readonly (string | null)[]

export interface ModelAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly ModelCells[]
  /** The values of the metric columns. */
  readonly totals: ModelCells
  readonly partlyKnown: readonly string[]
  readonly unmatched: Readonly<Record<string, readonly string[]>>
}

const dimensionOf: Readonly<Record<string, Dimension>> = {
  date: 'day',
  week: 'week',
  month: 'month',
  app_id: 'app',
  app_name: 'appName',
  platform: 'platform',
  network: 'network',
  ad_format: 'format',
  country: 'country',
  ad_tag: 'adTag',
}

const metricOf: Readonly<Record<string, MetricName>> = {
  impressions: 'impressions',
  clicks: 'knownClicks',
  installs: 'knownInstalls',
  requests: 'requests',
  matched_requests: 'matchedRequests',
  revenue: 'revenue',
  revenue_micros: 'revenueMicros',
  ecpm: 'ecpm',
  ctr: 'knownCtr',
  cvr: 'knownCvr',
  fill_rate: 'fillRate',
  clicks_coverage: 'clicksCoverage',
  installs_coverage: 'installsCoverage',
  requests_coverage: 'requestsCoverage',
}

/** The first and the last day of a question, and the first of the range that it compares with. */
export function datesOf({ firstDay, dayCount, compare }: DrawnWireQuestion) {
  const start = drawnDays[firstDay]!
  return {
    start,
    end: plusDays(start, dayCount - 1),
    other: compare === 'another day' ? plusDays(start, 3) : compare,
  }
}

/** @param figures those of the account */
export function modelAnswer(
  figures: readonly ModelFigure[],
  question: DrawnWireQuestion,
  studio: Studio,
): ModelAnswer {
  const { dimensions, metrics: names, order, having } = question
  const common = requestOf(figures, question, studio)
  const { comparison, comparedPairs } = common
  const rows = modelRows(figures, {
    ...common,
    dimensions: dimensions.flatMap((name) => dimensionOf[name] ?? []),
    metrics: names.map((name) => metricOf[name]!),
    order: order.flatMap(({ by, descending }): OrderTerm[] => {
      const [, of, name = by] = /^(compared|previous|change)_(.*)$/.exec(by) ?? []
      const term = dimensionOf[name] ?? metricOf[name]
      if (!term) return []
      return [{ by: term, descending, ...(of && { of: of as 'compared' | 'previous' | 'change' }) }]
    }),
    having: having.map(({ by, ...rest }) => ({ by: metricOf[by]!, ...rest })),
    fillDays: question.fill,
  })
  const total =
    having.length > 0
      ? modelTotal(rows, common)
      : modelRows(figures, { ...common, dimensions: [] })[0]
  const isTime = (name: string) => ['date', 'week', 'month'].includes(name)
  const before = (name: string) => (comparison && isTime(name) ? [`previous_${name}`] : [])
  const compared = (name: string) => (comparedPairs ? [`compared_${name}`] : [])
  const around = (name: string) =>
    comparison ? [name, ...compared(name), `previous_${name}`, `change_${name}`] : [name]
  return {
    columns: [...dimensions.flatMap((name) => [name, ...before(name)]), ...names.flatMap(around)],
    rows: rows.map((row) => [
      ...dimensionCells(row, question, common, studio),
      ...metricCells(row, names, true),
    ]),
    totals: metricCells(total!, names, true),
    partlyKnown: names.filter((name) => {
      const { known }: Metric = metrics[metricOf[name]!]
      const { sums } = total!.current
      return known !== undefined && sums[known] > 0n && sums[known] < sums.rows
    }),
    unmatched: unmatchedOf(figures, question, studio),
  }
}

/** The value of a condition as a client writes it. */
export const conditionText = (by: string, value: string): string =>
  decimal(BigInt(value), metrics[metricOf[by]!].decimals)!

/** The request of a question, without how it is shown. */
function requestOf(
  figures: readonly ModelFigure[],
  question: DrawnWireQuestion,
  { id, apps }: Studio,
): ReportRequest {
  const { start, end } = datesOf(question)
  const days = { firstDay: dayOf(start), lastDay: dayOf(end) }
  const of = (name: string, excludes: boolean) =>
    question.filters.find((one) => one.name === name && one.excludes === excludes)?.values
  const stored = (excludes: boolean) =>
    Object.fromEntries(
      [
        ['networks', of('network', excludes)],
        ['formats', of('ad_format', excludes)],
        ['countries', of('country', excludes)],
        ['adTags', of('ad_tag', excludes)],
      ].filter(([, values]) => values),
    )
  const chosen = apps.filter(
    ({ platform }, nth) =>
      (question.apps?.includes(nth) ?? true) &&
      (of('platform', false)?.includes(platform) ?? true) &&
      !of('platform', true)?.includes(platform),
  )
  const comparison = comparisonOf(question)
  return {
    account: id,
    apps: chosen.map(({ key }) => key).sort((a, b) => a - b),
    days,
    filters: stored(false),
    excluded: stored(true),
    dimensions: [],
    metrics: [],
    sorted: true,
    totals: null,
    appGroups: { app: groupsOf(apps, ({ appId }) => appId) },
    ...(comparison && { comparison }),
    ...(comparison &&
      question.isOfReportedDays && { comparedPairs: pairsOf(figures, days, comparison, question) }),
  }
}

/** The days that a network reported in both ranges. Drawn days are long over. */
function pairsOf(
  figures: readonly ModelFigure[],
  { firstDay, lastDay }: ReportRequest['days'],
  { days: other, shift }: ComparedRange,
  { filters }: DrawnWireQuestion,
): ComparedPairs {
  const networks = [...new Set(figures.map(({ network }) => network))].filter((network) =>
    filters.every(
      ({ name, values, excludes }) => name !== 'network' || values.includes(network) !== excludes,
    ),
  )
  const before = (day: Day): Day | null => {
    if ('days' in shift) return (day - shift.days) as Day
    const date = new Date(day * 86_400_000)
    const same = [date.getUTCFullYear(), date.getUTCMonth() - shift.months, date.getUTCDate()]
    const found = new Date(Date.UTC(...(same as [number, number, number])))
    return found.getUTCDate() === same[2] ? ((found.getTime() / 86_400_000) as Day) : null
  }
  return new Map(
    networks.map((network) => {
      const own = new Set(figures.filter((row) => row.network === network).map(({ date }) => date))
      const pairs: ComparedPair[] = []
      for (let day = firstDay; day <= lastDay; day++) {
        const earlier = before(day)
        if (earlier === null || earlier < other.firstDay || earlier > other.lastDay) continue
        if (own.has(dateOf(day)) && own.has(dateOf(earlier))) pairs.push({ day, other: earlier })
      }
      return [network, pairs]
    }),
  )
}

function comparisonOf(question: DrawnWireQuestion): ComparedRange | null {
  const { start, end, other } = datesOf(question)
  const length = question.dayCount
  if (other === 'nothing') return null
  if (other === 'previous_month' || other === 'previous_year') {
    const step = other === 'previous_month' ? 1 : 12
    let months = step
    // Days that do not exist, such as 31 February, are after all others of their month.
    const later = () => monthsLater(`${start.slice(0, 8)}01`, months).slice(0, 8) + start.slice(8)
    while (later() <= end) months += step
    const last = monthsLater(end, -months)
    const leap = `${last.slice(0, 4)}-02-29`
    const isCut =
      other === 'previous_year' &&
      end.endsWith('-02-28') &&
      plusDays(last, 1) === leap &&
      leap < start
    const days = {
      firstDay: dayOf(monthsLater(start, -months)),
      lastDay: dayOf(isCut ? leap : last),
    }
    return { days, shift: { months } }
  }
  const step = { previous_period: length, previous_weekdays: 7, previous_year_weekdays: 364 }
  const isNamed = other in step
  const stepDays = isNamed ? step[other as keyof typeof step] : 1
  const first = isNamed ? plusDays(start, -stepDays * Math.ceil(length / stepDays)) : other
  const days = { firstDay: dayOf(first), lastDay: dayOf(plusDays(first, length - 1)) }
  return { days, shift: { days: dayOf(start) - dayOf(first) } }
}

function dimensionCells(
  { keys }: ModelRow,
  question: DrawnWireQuestion,
  request: ReportRequest,
  { apps }: Studio,
): (string | null)[] {
  const dimensions = question.dimensions.flatMap((name) => dimensionOf[name] ?? [])
  const places = modelDimensions({ ...request, dimensions })
  return question.dimensions.flatMap((name) => {
    if (name === 'currency') return ['USD']
    const value = keys[places.indexOf(dimensionOf[name]!)]!
    if (name === 'app_id') return [apps.find(({ key }) => key === value)!.appId]
    const isTime = name === 'date' || name === 'week' || name === 'month'
    if (!isTime || !request.comparison) return [String(value)]
    const { start } = datesOf(question)
    const from = String(value) < start ? start : String(value)
    const { shift } = request.comparison
    const earlier = 'days' in shift ? null : monthsLater(from, -shift.months)
    if (name === 'date' && request.comparedPairs && earlier && earlier.slice(8) !== from.slice(8)) {
      return [String(value), null]
    }
    const before = 'days' in shift ? plusDays(from, -shift.days) : monthsLater(from, -shift.months)
    return [String(value), before]
  })
}

function metricCells(
  { current, compared, comparable }: ModelRow,
  names: readonly string[],
  hasStatuses: boolean,
): (string | null)[] {
  return names.flatMap((name) => {
    const metric = metricOf[name]!
    const { decimals } = metrics[metric]
    const shown = (side: ModelSide) => decimal(modelMetric(metric, side, hasStatuses), decimals)
    if (!compared) return [shown(current)]
    const change = decimal(changeOf(metric, comparable ?? current, compared), 6)
    return [shown(current), ...(comparable ? [shown(comparable)] : []), shown(compared), change]
  })
}

function unmatchedOf(
  figures: readonly ModelFigure[],
  { filters }: DrawnWireQuestion,
  { apps }: Studio,
): Record<string, string[]> {
  const seen: Record<keyof typeof filterValues, readonly string[]> = {
    platform: apps.map(({ platform }) => platform),
    network: figures.map(({ network }) => network),
    ad_format: figures.map(({ format }) => format),
    country: figures.map(({ country }) => country),
    ad_tag: figures.map(({ adTag }) => adTag),
  }
  const found = filters.flatMap(({ name, excludes, values }) => {
    const unknown = values.filter((value) => !seen[name].includes(value)).sort()
    return unknown.length > 0 ? [[excludes ? `${name}_not` : name, unknown]] : []
  })
  return Object.fromEntries(found) as Record<string, string[]>
}

/** Units of the last place as a decimal without trailing zeros. */
function decimal(units: bigint | null, places: number): string | null {
  if (units === null) return null
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const rest = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${rest && `.${rest}`}`
}

const dayOf = (date: string): Day => parseDay(date)!

const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const dateOf = (day: Day): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

import { type Metric, metrics } from '../../../src/reporting/metrics.ts'
import {
  metricNames,
  type WireMetric,
  wireMetrics,
} from '../../../src/reporting/question/vocabulary.ts'
import {
  divideToOdd,
  divideToPlaces,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
} from '../../../src/values/decimal.ts'
import type { Formats } from '../figures/formats.ts'
import type { Style } from '../figures/metrics.ts'
import type { Cell, Cells } from './report.ts'

const metricOf = (name: WireMetric): Metric => metrics[wireMetrics[name]]

export const isMetric = (name: string): name is WireMetric =>
  (metricNames as readonly string[]).includes(name)

/** Whether it is a sum: sums of groups add up, ratios do not. */
export const isSum = (name: WireMetric): boolean => typeof metricOf(name).per === 'number'

const styles = {
  money: 'money',
  count: 'count',
  cents: 'count',
  ratio: 'percent',
  average: 'count',
} as const

export const metricStyle = (name: WireMetric): Style => styles[metricOf(name).unit]

/** A figure of a report, for people. */
export const writeMetric = (formats: Formats, name: WireMetric, value: Cell): string =>
  formats.reported(metricStyle(name), value, isSum(name))

/**
 * A figure of a row, for people. An eCPM is rounded once, from the row's own sums where it has them.
 *
 * @param column of the metric itself, of its compared days, or of those before
 */
export function writeCell(formats: Formats, row: Cells, name: WireMetric, column: string): string {
  const sumOf = (sum: string) => parseDecimal(row[column.replace(name, sum)] ?? '')
  const [revenue, impressions] = [sumOf('revenue'), sumOf('impressions')]
  const isExact = name === 'ecpm' && revenue && impressions && BigInt(impressions.units) > 0n
  const ecpm = isExact && divideToOdd(multiplyDecimals(revenue, thousand), impressions, ecpmPlaces)
  return ecpm
    ? formats.reported('money', formatDecimal(ecpm), true)
    : writeMetric(formats, name, row[column] ?? null)
}

const thousand = { units: 1_000, places: 0 }
/** More than are shown of any currency. */
const ecpmPlaces = 8

/** A part of a sum as a decimal of three places; null unless the whole is positive. */
export function shareOf(part: Cell, whole: Cell): Cell {
  const [top, bottom] = [parseDecimal(part ?? ''), parseDecimal(whole ?? '')]
  if (!top || !bottom || BigInt(bottom.units) <= 0n) return null
  const places = Math.max(top.places, bottom.places)
  const [units, all] = [top, bottom].map(
    (one) => BigInt(one.units) * 10n ** BigInt(places - one.places),
  )
  return formatDecimal(divideToPlaces(units!, all!, 3))
}

import type { WireMetric } from '../../../src/reporting/question/vocabulary.ts'
import {
  addDecimals,
  formatDecimal,
  parseDecimal,
  subtractDecimal,
} from '../../../src/values/decimal.ts'
import type { Parameters } from '../api/request.ts'
import type { Periods } from '../view/periods.ts'
import type { ReportView, RowDimension } from '../view/report-view.ts'
import { isSum } from './metrics.ts'
import {
  chartDimension,
  largestQuestion,
  maxChartGroups,
  periodsQuestion,
  seriesQuestion,
} from './questions.ts'
import type { Cell, ReportResult } from './report.ts'

/** A group's figures in each period; null is all others together. */
export interface ChartSeries {
  readonly key: string | null
  readonly values: readonly Cell[]
}

/** A metric by period: of the largest groups, of all, and of the compared range. */
export interface ChartAnswer extends Periods {
  readonly metric: WireMetric
  readonly by: RowDimension | null
  readonly series: readonly ChartSeries[]
  readonly totals: readonly Cell[]
  /** All figures of each metric of the view. */
  readonly byMetric: ReadonlyMap<string, readonly Cell[]>
  readonly compared: {
    readonly from: string
    readonly to: string
    readonly totals: readonly Cell[]
    /** The metric of the chart's own range on the days that are compared. */
    readonly own: readonly Cell[]
    /** The first compared day of each period. */
    readonly days: readonly Cell[]
    readonly changes: readonly Cell[]
  } | null
  readonly partialPeriods: readonly string[]
}

/** Asks the report endpoint. */
export type Ask = (parameters: Parameters) => Promise<ReportResult>

/** Asks for the figures of a chart. */
export async function askChart(view: ReportView, today: string, ask: Ask): Promise<ChartAnswer> {
  const { plot, grain } = view
  const by = chartDimension(view)
  const [all, groups] = await Promise.all([
    ask(periodsQuestion(view, today)),
    by === null ? [] : askSeries(view, today, by, ask),
  ])
  const periods = all.rows.map((row) => row[grain]!)
  const totals = all.rows.map((row) => row[plot] ?? null)
  const series = groups.map(({ key, byPeriod }) => ({
    key,
    values: periods.map((period) => byPeriod.get(period) ?? null),
  }))
  return {
    from: all.from,
    to: all.to,
    grain,
    metric: plot,
    by,
    periods,
    totals,
    byMetric: new Map(all.metrics.map((name) => [name, all.rows.map((row) => row[name] ?? null)])),
    series: isSum(plot) ? withOthers(series, totals) : series,
    compared: all.compared && {
      ...all.compared,
      totals: all.rows.map((row) => row[`previous_${plot}`] ?? null),
      own: all.rows.map((row) => row[`compared_${plot}`] ?? null),
      days: all.rows.map((row) => row[`previous_${grain}`] ?? null),
      changes: all.rows.map((row) => row[`change_${plot}`] ?? null),
    },
    partialPeriods: all.partialPeriods,
  }
}

async function askSeries(view: ReportView, today: string, by: RowDimension, ask: Ask) {
  const largest = await ask(largestQuestion(view, today, by))
  const keys = largest.rows.flatMap((row) => row[by] ?? []).slice(0, maxChartGroups)
  if (keys.length === 0) return []
  const found = await ask(seriesQuestion(view, today, by, keys))
  return keys.map((key) => ({
    key,
    byPeriod: new Map(
      found.rows
        .filter((row) => row[by] === key)
        .map((row) => [row[view.grain], row[view.plot] ?? null]),
    ),
  }))
}

/** Adds what the groups leave of all figures. Without any, there is no such group. */
function withOthers(series: readonly ChartSeries[], totals: readonly Cell[]): ChartSeries[] {
  const others = totals.map((total, place): Cell => {
    if (total === null) return null
    const known = series.flatMap(({ values }) => values[place] ?? [])
    const rest = subtractDecimal(
      parseDecimal(total)!,
      addDecimals(known.map((one) => parseDecimal(one)!)),
    )
    return BigInt(rest.units) === 0n ? null : formatDecimal(rest)
  })
  const hasOthers = others.some((value) => value !== null)
  return hasOthers ? [...series, { key: null, values: others }] : [...series]
}

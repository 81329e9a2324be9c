import { changeOfRows, deriveKnownMetric } from '../../reporting/derive-metric.ts'
import type { MetricName, Sum } from '../../reporting/metrics.ts'
import { comparedDay, periodsOf } from '../../reporting/periods.ts'
import { answerTooLarge, totalTooLarge } from '../../reporting/report-error.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension, MetricCondition, OrderTerm } from '../../reporting/report-request.ts'
import { hasStatuses, type ReportChunk, rowStatus } from '../../reporting/report-store.ts'
import { noApp } from '../../reporting/settled-revenue.ts'
import type { SettledSum } from '../../reporting/stored-sums.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'
import type { DaySpan } from '../../values/day.ts'
import { addUp, coveredRows, type SettledSums, type SummedRow } from './add-up.ts'

/** A row of an answer: the codes of the plan's dimensions, and its sums in each range; null without rows there. */
export interface AnsweredRow {
  readonly codes: readonly number[]
  readonly current: SettledSums | null
  readonly compared: SettledSums | null
}

/** They are made at once, and other work waits meanwhile. */
const maxFilledRows = 100_000

type Range = 'current' | 'compared'

/** All rows of a plan, in its order. */
export function rowsOf(plan: ReportPlan): AnsweredRow[] {
  const fulfils = (row: AnsweredRow) =>
    (plan.having ?? []).every((condition) => isFulfilled(condition, row))
  const rows = grouped(plan).filter(fulfils)
  if (!plan.summed) return inOrder(rows, plan)
  const total = (range: Range) => addUp(rows.flatMap((row) => row[range] ?? []))
  return [{ codes: [], current: total('current'), compared: total('compared') }]
}

/** The rows of both ranges by their dimensions. Those of the comparison are laid over the plan's own months. */
function grouped(plan: ReportPlan): AnsweredRow[] {
  const { days, comparison, dimensions, fillDays } = plan
  const covered = coveredRows(plan)
  const networks = networksOf(plan)
  const found = [
    ...covered.filter(isWithin(days)).map((row) => ({ ...row, range: 'current' as const })),
    ...(comparison ? covered.filter(isWithin(comparison.days)) : []).map((row) => ({
      ...row,
      month: comparedDay({ days, comparison: comparison! }, row.month),
      range: 'compared' as const,
    })),
  ].flatMap((row) => {
    const codes = codesOf(row, plan, networks)
    return codes ? [{ ...row, codes }] : []
  })
  const keyOf = (codes: readonly number[]) => codes.join(' ')
  const groups = Map.groupBy(found, ({ codes }) => keyOf(codes))
  const sumsIn = (codes: readonly number[], range: Range) =>
    addUp((groups.get(keyOf(codes)) ?? []).flatMap((row) => (row.range === range ? row.sums : [])))
  const occurring = [...groups.values()].map(([first]) => first!.codes)
  const all = fillDays ? filled(occurring, plan) : dimensions.length === 0 ? [[]] : occurring
  return all.map((codes) => ({
    codes,
    current: sumsIn(codes, 'current'),
    compared: sumsIn(codes, 'compared'),
  }))
}

const isWithin =
  ({ firstDay, lastDay }: DaySpan) =>
  ({ month }: SummedRow): boolean =>
    month >= firstDay && month <= lastDay

/** The codes of a row's dimensions, which ascend in the order of rows; null where it is not covered. */
function codesOf(
  row: SummedRow,
  { dimensions, appGroups }: ReportPlan,
  networks: readonly string[],
): number[] | null {
  const codes = dimensions.map((dimension) => {
    if (dimension === 'month') return row.month
    if (dimension === 'app') return row.app
    if (dimension === 'network') return networks.indexOf(row.network)
    return groupOf(row.app, appGroups?.[dimension as 'appName' | 'platform'])
  })
  return codes.some((code) => code === undefined) ? null : (codes as number[])
}

type Groups = NonNullable<ReportPlan['appGroups']>['app']

/** The code of an app's group. Amounts of no app come after all groups. */
const groupOf = (app: number, group: Groups): number | undefined =>
  app === noApp ? (group?.labels.length ?? 0) : group?.codes.get(app)

const networksOf = ({ settled = [] }: ReportPlan): string[] =>
  [...new Set(settled.map(({ network }) => network))].sort(compareUtf8)

/** Every combination of the other dimensions in each month. The month comes first. */
function filled(occurring: readonly (readonly number[])[], { dimensions, days }: ReportPlan) {
  const others = new Map(occurring.map(([, ...rest]) => [rest.join(' '), rest]))
  const each = dimensions.length === 1 ? [[]] : [...others.values()]
  const months = periodsOf('month', days)
  if (each.length * months.length > maxFilledRows) {
    throw answerTooLarge(new RangeError(`${each.length} rows in ${months.length} months`))
  }
  return months.flatMap((month) => each.map((rest) => [month, ...rest]))
}

const statusOf = (sums: SettledSums | null) => (sums ? rowStatus.hasFigures : rowStatus.notReported)

const metricOf = (name: MetricName, sums: SettledSums | null) =>
  sums && deriveKnownMetric(name, sums)

const operators: Record<MetricCondition['operator'], (value: bigint, limit: bigint) => boolean> = {
  eq: (value, limit) => value === limit,
  ne: (value, limit) => value !== limit,
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
}

function isFulfilled({ by, operator, value }: MetricCondition, { current }: AnsweredRow): boolean {
  const shown = metricOf(by, current)
  return shown !== null && operators[operator](BigInt(shown), BigInt(value))
}

/** Rows by the plan's order, then by their dimensions. */
function inOrder(rows: readonly AnsweredRow[], plan: ReportPlan): AnsweredRow[] {
  const order = plan.order ?? []
  const keyed = rows.map((row) => ({ row, keys: order.map((term) => keyOf(term, row, plan)) }))
  keyed.sort((a, b) => {
    for (const [place, { descending }] of order.entries()) {
      const [one, other] = [a.keys[place] ?? null, b.keys[place] ?? null]
      if (one === other) continue
      // Unknown values come last in both directions.
      if (one === null) return 1
      if (other === null) return -1
      return one < other === descending ? 1 : -1
    }
    const place = a.row.codes.findIndex((code, place) => code !== b.row.codes[place])
    return place < 0 ? 0 : a.row.codes[place]! - b.row.codes[place]!
  })
  return keyed.map(({ row }) => row)
}

function keyOf({ by, of }: OrderTerm, row: AnsweredRow, { dimensions, appGroups }: ReportPlan) {
  const { codes, current, compared } = row
  const place = dimensions.indexOf(by as Dimension)
  const code = codes[place]
  if (code !== undefined) return by === 'app' ? groupOf(code, appGroups?.app) : code
  const name = by as MetricName
  if (of !== 'change') return metricOf(name, of === 'previous' ? compared : current)
  const [now, before] = [current, compared].map((sums) => ({
    sums: sums ?? {},
    status: statusOf(sums),
  }))
  return changeOfRows(name, now!, before!)
}

/** The rows of a plan's page. */
export const pageOf = ({ limit, offset = 0 }: ReportPlan, rows: readonly AnsweredRow[]) =>
  rows.slice(offset, limit === undefined ? undefined : offset + limit)

/** @throws ReportError `figure_too_large` when a sum does not fit 64 bits */
export function toChunk(plan: ReportPlan, rows: readonly AnsweredRow[]): ReportChunk {
  const dimensions = (plan.summed ? [] : plan.dimensions).map((dimension, place) => {
    const codes = rows.map((row) => row.codes[place]!)
    const group = plan.appGroups?.[dimension as 'appName' | 'platform']
    const labels = dimension === 'network' ? networksOf(plan) : (group?.labels ?? null)
    return [dimension, { codes, labels: dimension === 'app' ? null : labels }]
  })
  const columnsOf = (range: Range) =>
    Object.fromEntries(plan.sums.map((sum) => [sum, columnOf(sum, rows, range)]))
  const statuses = (range: Range) => rows.map((row) => statusOf(row[range]))
  return {
    rowCount: rows.length,
    dimensions: Object.fromEntries(dimensions),
    sums: columnsOf('current'),
    ...(hasStatuses(plan) && { statuses: statuses('current') }),
    ...(plan.comparison && {
      compared: { sums: columnsOf('compared'), statuses: statuses('compared') },
    }),
  }
}

function columnOf(sum: Sum, rows: readonly AnsweredRow[], range: Range): BigInt64Array {
  const values = rows.map((row) => row[range]?.[sum as SettledSum] ?? 0n)
  const tooLarge = values.find((value) => BigInt.asIntN(64, value) !== value)
  if (tooLarge !== undefined) throw totalTooLarge(new RangeError(`${sum} is ${tooLarge}`))
  return BigInt64Array.from(values)
}

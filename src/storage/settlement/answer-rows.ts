import type { Sum } from '../../reporting/metrics.ts'
import { totalTooLarge } from '../../reporting/report-error.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { MetricCondition } from '../../reporting/report-request.ts'
import { hasStatuses, type ReportChunk } from '../../reporting/report-store.ts'
import type { SettledSum } from '../../reporting/stored-sums.ts'
import { addUp } from './add-up.ts'
import { type AnsweredRow, groupRows, networksOf, type Range } from './group-rows.ts'
import { inOrder, metricOf, statusOf } from './order-rows.ts'

/** All rows of a plan, in its order. */
export function rowsOf(plan: ReportPlan): AnsweredRow[] {
  const fulfils = (row: AnsweredRow) =>
    (plan.having ?? []).every((condition) => isFulfilled(condition, row))
  const rows = groupRows(plan).filter(fulfils)
  if (!plan.summed) return inOrder(rows, plan)
  const total = (range: Range) => addUp(rows.flatMap((row) => row[range] ?? []))
  return [{ codes: [], current: total('current'), compared: total('compared') }]
}

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

import { changeOfRows, deriveKnownMetric } from '../../reporting/derive-metric.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension, OrderTerm } from '../../reporting/report-request.ts'
import { rowStatus } from '../../reporting/report-store.ts'
import type { SettledSums } from './add-up.ts'
import { type AnsweredRow, groupOf } from './group-rows.ts'

/** Rows by the plan's order, then by their dimensions. */
export function inOrder(rows: readonly AnsweredRow[], plan: ReportPlan): AnsweredRow[] {
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

/** Nothing of a range without rows is known. */
export const statusOf = (sums: SettledSums | null) =>
  sums ? rowStatus.hasFigures : rowStatus.notReported

/** A metric as it is shown; null for unknown. */
export const metricOf = (name: MetricName, sums: SettledSums | null) =>
  sums && deriveKnownMetric(name, sums)

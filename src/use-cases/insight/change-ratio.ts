import type { Amounts } from '../../insight/amounts.ts'
import { changeDecimals, changeOfMetric } from '../../reporting/derive-metric.ts'
import type { MetricName } from '../../reporting/metrics.ts'

/** (current − previous) ÷ previous; null where that says nothing. */
export function changeRatio(
  metric: MetricName,
  current: Amounts,
  previous: Amounts,
): number | null {
  if (previous.revenueMicros < 0n && metric !== 'impressions') return null
  const change = changeOfMetric(metric, { ...current }, { ...previous })
  return change === null ? null : Number(change) / 10 ** changeDecimals
}

import { deriveMetric } from '../../reporting/derive-metric.ts'
import { type MetricName, metrics, type Sums } from '../../reporting/metrics.ts'
import { type Utf8Text, type Utf8Writer, utf8 } from './utf8-writer.ts'

/** Metrics in the order they are written, with their names in an interface. */
export type MetricMembers = readonly {
  readonly metric: MetricName
  /** Before the value: a comma after other metrics, and the name. */
  readonly member: Utf8Text
}[]

export const metricMembers = (
  names: readonly (readonly [wireName: string, metric: MetricName])[],
): MetricMembers =>
  names.map(([name, metric], index) => ({
    metric,
    member: utf8(`${index > 0 ? ',' : ''}"${name}":`),
  }))

/** Writes metrics as members of a JSON object, without its braces. */
export function writeMetrics(text: Utf8Writer, wire: MetricMembers, sums: Sums): void {
  for (const { metric, member } of wire) {
    text.raw(member)
    writeMetric(text, metric, sums)
  }
}

/** Writes one metric as a decimal, rounded to its decimals in the catalogue. */
export function writeMetric(text: Utf8Writer, metric: MetricName, sums: Sums): void {
  text.number(deriveMetric(metric, sums), metrics[metric].decimals)
}

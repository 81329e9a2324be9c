import { deriveMetric, type MetricName, metrics, type Sums } from '../../reporting/metrics.ts'
import type { Utf8Writer } from './utf8-writer.ts'

/** Metrics in the order they are written, with their names in an interface. */
export type WireMetrics = readonly (readonly [wireName: string, metric: MetricName])[]

/** Writes metrics as members of a JSON object, without its braces. */
export function writeMetrics(text: Utf8Writer, wire: WireMetrics, sums: Sums): void {
  for (const [index, [name, metric]] of wire.entries()) {
    text.string(`${index > 0 ? ',' : ''}"${name}":`)
    writeMetric(text, metric, sums)
  }
}

/** Writes one metric as a decimal, rounded to its decimals in the catalogue. */
export function writeMetric(text: Utf8Writer, metric: MetricName, sums: Sums): void {
  text.number(deriveMetric(metric, sums), metrics[metric].decimals)
}

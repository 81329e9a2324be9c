import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { MetricName, Sums } from '../../reporting/metrics.ts'
import type { ReportRows } from '../../reporting/report-store.ts'
import { sumsAt } from '../../reporting/run-report.ts'
import { csvCell, withoutFormula } from '../../values/csv.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { Utf8Writer } from '../answer/utf8-writer.ts'
import { writeMetric } from '../answer/write-metrics.ts'
import type { StatsQuestion } from './to-request.ts'
import { groupMember, sortedGroups } from './to-response.ts'

const groupMetrics: readonly MetricName[] = ['impressions', 'revenueCents', 'ecpmCents']
const groupColumns = 'impressions,revenue_in_cents,ecpm_cents'
const detailMetrics: readonly MetricName[] = ['revenueCents', 'impressions', 'clicks', 'ecpmCents']
const detailColumns =
  'date,app_id,app_name,network,platform,format,country_code,currency,revenue_in_cents,impressions,clicks,ecpm_cents'

/** The CSV of figures (RFC 4180), with the names and values of the JSON. */
export async function* statsCsv(
  rows: ReportRows,
  { groupBy, selector }: StatsQuestion,
  apps: readonly App[],
  { currency }: Account,
): AsyncGenerator<Uint8Array> {
  const text = new Utf8Writer()
  const line = (cells: readonly string[], metrics: readonly MetricName[], sums: Sums) => {
    text.string(cells.map((cell) => csvCell(withoutFormula(cell))).join(','))
    for (const metric of metrics) {
      text.string(',')
      writeMetric(text, metric, sums)
    }
    text.string('\r\n')
  }
  if (groupBy) {
    text.string(`${groupMember[groupBy]},${groupColumns}\r\n`)
    for (const { key, sums } of await sortedGroups(rows)) line([String(key)], groupMetrics, sums)
  } else if (selector.kind === 'all') {
    text.string(`app_id,app_name,${groupColumns}\r\n`)
    const sums = new Map((await sortedGroups(rows)).map((group) => [group.key, group.sums]))
    for (const { key, appId, name } of apps) line([appId, name], groupMetrics, sums.get(key) ?? {})
  } else {
    text.string(`${detailColumns}\r\n`)
    const byKey = new Map(apps.map((app) => [app.key, app]))
    for await (const chunk of rows.chunks) {
      const { day, app, network, format, country } = chunk.dimensions as Required<
        typeof chunk.dimensions
      >
      for (let row = 0; row < chunk.rowCount; row++) {
        const nameIn = ({ codes, labels }: typeof network) => labels![codes[row]!]!
        const { appId, name, platform } = byKey.get(app.codes[row]!)!
        const cells = [
          ...[formatDay(day.codes[row]! as Day), appId, name, nameIn(network), platform],
          ...[nameIn(format), nameIn(country), currency],
        ]
        line(cells, detailMetrics, sumsAt(chunk, row))
      }
      yield* text.takeFull()
    }
  }
  yield* text.takeAll()
}

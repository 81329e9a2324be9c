import {
  type Anomaly,
  daysBefore,
  findAnomalies,
  type RevenueSeries,
} from '../../insight/anomalies.ts'
import { reportedNetworks } from '../../insight/reported.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import {
  amountMetrics,
  dateScope,
  type InsightScope,
  type InsightSources,
  readAmountRows,
  readReported,
} from './read-figures.ts'

/** More days of apps and networks take too much memory. */
const maxRows = 500_000

/**
 * Finds unusual days of the total, and of each network, of each app, or of both. Today is not judged.
 *
 * @param by what is looked at beside the total; without apps, much less is read
 * @param limit how many are answered at most
 * @returns as `findAnomalies`
 * @throws ReportError when a sum does not fit 64 bits, or there are too many days of apps
 */
export async function findFigureAnomalies(
  sources: InsightSources,
  scope: InsightScope,
  days: DaySpan,
  by: readonly ('network' | 'app_id')[],
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly anomalies: readonly Anomaly[]; readonly count: number }> {
  const dated = await dateScope(sources, scope)
  const reported = reportedNetworks(await readReported(sources, dated, signal))
  const lastDay = Math.min(days.lastDay, sources.today() - 1) as Day
  const span = { firstDay: addDays(days.firstDay, -daysBefore), lastDay }
  const total = noSeries('total', null)
  const networks = new Map<string, MutableSeries>()
  const apps = new Map<number, MutableSeries>()
  const dimensions = by.includes('app_id')
    ? (['day', 'app', 'network'] as const)
    : (['day', 'network'] as const)
  const asked = { dimensions, metrics: amountMetrics }
  let rows = 0
  await readAmountRows(sources, dated, asked, [span], signal, ({ dimensions, amountsAt }) => {
    const { day, app, network } = dimensions
    return (row) => {
      if (++rows > maxRows) throw tooManyRows()
      const name = network!.labels![network!.codes[row]!]!
      const at = day!.codes[row] as Day
      const { revenueMicros } = amountsAt(row)
      addTo(total, name, at, revenueMicros)
      if (by.includes('network')) {
        const series = networks.get(name) ?? noSeries('network', name)
        networks.set(name, series)
        addTo(series, name, at, revenueMicros)
      }
      if (app) {
        const key = app.codes[row]!
        const series = apps.get(key) ?? noSeries('app_id', key)
        apps.set(key, series)
        addTo(series, name, at, revenueMicros)
      }
    }
  })
  const all = [total, ...networks.values(), ...apps.values()]
  return inTurns(findAnomalies(all, { ...days, lastDay }, reported, limit))
}

const tooManyRows = () =>
  new ReportError(
    'answer_too_large',
    `These days have more than ${maxRows.toLocaleString('en')} figures of an app, a network and a day. Ask for fewer days, apps or networks.`,
    {},
  )

interface MutableSeries extends RevenueSeries {
  readonly revenueMicros: Map<string, Map<Day, bigint>>
}

const noSeries = (scope: RevenueSeries['scope'], key: RevenueSeries['key']): MutableSeries => ({
  scope,
  key,
  revenueMicros: new Map(),
})

function addTo({ revenueMicros }: MutableSeries, network: string, day: Day, micros: bigint): void {
  let days = revenueMicros.get(network)
  if (!days) {
    days = new Map()
    revenueMicros.set(network, days)
  }
  days.set(day, (days.get(day) ?? 0n) + micros)
}

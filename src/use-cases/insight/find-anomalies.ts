import { type Anomaly, daysBefore, findAnomalies, type Series } from '../../insight/anomalies.ts'
import { reportedNetworks } from '../../insight/reported.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import {
  dateScope,
  type InsightScope,
  type InsightSources,
  readReported,
  readRows,
} from './read-figures.ts'

/** More days of apps and networks take too much memory. */
const maxRows = 500_000

/**
 * Finds unusual days of the total, of each network and of each app. Today is not judged.
 *
 * @param limit how many are answered at most
 * @returns as `findAnomalies`
 * @throws ReportError when a sum does not fit 64 bits, or there are too many days of apps
 */
export async function findFigureAnomalies(
  sources: InsightSources,
  scope: InsightScope,
  days: DaySpan,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly anomalies: readonly Anomaly[]; readonly count: number }> {
  const dated = await dateScope(sources, scope)
  const reported = reportedNetworks(await readReported(sources, dated, signal))
  const lastDay = Math.min(days.lastDay, sources.today() - 1) as Day
  const span = { firstDay: addDays(days.firstDay, -daysBefore), lastDay }
  const found = new Map<string, MutableSeries>()
  const seriesOf = (scope: Series['scope'], key: Series['key']) => {
    const id = `${scope} ${key}`
    const series = found.get(id) ?? { scope, key, revenueMicros: new Map() }
    found.set(id, series)
    return series
  }
  const dimensions = ['day', 'app', 'network'] as const
  let rows = 0
  await readRows(sources, dated, dimensions, [span], signal, ({ dimensions, amountsAt }) => {
    const { day, app, network } = dimensions
    return (row) => {
      if (++rows > maxRows) throw tooManyRows()
      const name = network!.labels![network!.codes[row]!]!
      const at = day!.codes[row] as Day
      const { revenueMicros } = amountsAt(row)
      const all = [['total', null] as const, ['network', name] as const]
      for (const [scope, key] of [...all, ['app', app!.codes[row]!] as const]) {
        const days = daysOf(seriesOf(scope, key), name)
        days.set(at, (days.get(at) ?? 0n) + revenueMicros)
      }
    }
  })
  return inTurns(findAnomalies(found.values(), { ...days, lastDay }, reported, limit))
}

const tooManyRows = () =>
  new ReportError(
    'answer_too_large',
    `These days have more than ${maxRows.toLocaleString('en')} figures of an app, a network and a day. Ask for fewer days, apps or networks.`,
    {},
  )

interface MutableSeries extends Series {
  readonly revenueMicros: Map<string, Map<Day, bigint>>
}

function daysOf({ revenueMicros }: MutableSeries, network: string): Map<Day, bigint> {
  const days = revenueMicros.get(network) ?? new Map<Day, bigint>()
  revenueMicros.set(network, days)
  return days
}

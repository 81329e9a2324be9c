import { median } from '../src/insight/spread.ts'
import { addDays } from '../src/values/day.ts'
import { type AskedServers, askCheckouts } from './ask-checkouts.ts'
import { type AskKind, asksOf, ofDays, pageKinds, pathsOf, weekOfApp } from './asks.ts'
import type { Checkout } from './checkout.ts'
import { type DataSet, shownSize } from './data-set.ts'
import { dayCount, firstDay } from './figures-shape.ts'
import { type Address, clients, Measured } from './load.ts'
import { formatTable, heading, short, times } from './table.ts'
import { type Target, target } from './target.ts'
import { formatTimes, pairedTargets } from './time-asks.ts'

const maxFirstMs = 150
const recentDays = 30
/** Of five requests of the load, this many are about recent days. */
const recentOfFive = 4
const warmUpSeconds = 5
const loadSeconds = 4
const loadRounds = 3
const maxLoss = 1.15

/**
 * First asks of the dashboard's pages, and then a load: weeks of single apps, never the same one twice, four of five
 * in the last 30 days.
 */
export function benchMix(rows: number, checkouts: readonly Checkout[]): Promise<Target[]> {
  return askCheckouts(rows, checkouts, pageKinds, async (asked) => {
    const size = shownSize(asked.dataSet)
    console.log(heading(`mix: first asks of pages, ${size}`))
    console.log(formatTimes(asked.seen))
    const loads = await loadAll(asked)
    console.log(
      heading(`mix: weeks of one app, 80 % in the last 30 days, ${clients} clients, ${size}`),
    )
    console.log(
      formatTable(
        ['', 'requests/s', 'CPU ms', 'p99 ms', 'peak memory MB'],
        asked.servers.map((server, place) => {
          const { perSecond, processorMsEach, p99Ms } = loads[place]!
          const figures = [perSecond, processorMsEach, median(p99Ms), server.peakMegabytes()]
          return [server.name, ...figures.map(short)]
        }),
      ),
    )
    return [
      ...asked.seen.map(({ kind, sides }) =>
        target(
          `${kind.name}: first ask, p50`,
          { atMost: maxFirstMs },
          median(sides.at(-1)!.first.ms),
          (ms) => `${short(ms)} ms`,
        ),
      ),
      ...pairedTargets(asked.seen),
      ...loadTargets(loads),
    ]
  })
}

async function loadAll({ servers, dataSet }: AskedServers): Promise<Measured[]> {
  const loads = servers.map((server) => ({
    side: { server, headers: server.headersFor('/api') },
    addresses: mixOf(dataSet),
    measured: new Measured(),
  }))
  for (const { side, addresses } of loads) {
    await new Measured().add(side, addresses, warmUpSeconds)
  }
  for (let round = 0; round < loadRounds; round++) {
    for (const { side, addresses, measured } of round % 2 === 0 ? loads : loads.toReversed()) {
      await measured.add(side, addresses, loadSeconds)
    }
  }
  return loads.map(({ measured }) => measured)
}

/** Recent and other requests in turn; spans of three to nine days make enough different ones. */
function mixOf(dataSet: DataSet): Address[] {
  const spans = Array.from({ length: 7 }, (_, more) => ofDays(3 + more)).flat()
  const firstRecent = addDays(firstDay, dayCount - recentDays)
  const of = (kind: AskKind) => asksOf(dataSet, kind, 60_000).flatMap((one) => pathsOf(kind, one))
  const recent = of({
    ...weekOfApp,
    spans: spans.filter((span) => span.firstDay >= firstRecent),
  })
  const other = of({ ...weekOfApp, spans: spans.filter((span) => span.firstDay < firstRecent) })
  const groups = Math.floor(Math.min(recent.length / recentOfFive, other.length))
  return Array.from({ length: groups }, (_, group) => [
    ...recent.slice(group * recentOfFive, (group + 1) * recentOfFive),
    other[group]!,
  ])
    .flat()
    .map((path) => ({ path }))
}

function loadTargets([other, own]: readonly Measured[]): Target[] {
  if (!own) return []
  const ratio = own.processorMsEach / other!.processorMsEach
  return [target('mix: CPU of an answer ÷ that of the other', { atMost: maxLoss }, ratio, times)]
}

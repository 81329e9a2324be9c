import type { AskKind } from './asks.ts'
import type { DataSet } from './data-set.ts'
import { clientName } from './load/load.ts'
import { clients, type Measured } from './load/measure.ts'
import type { ServiceMemory } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const maxAgainMs = 0.09
const minAgainRatio = 25

/** What one kind of request costs, in each state of the service. */
export interface Costs {
  readonly kind: AskKind
  readonly bytes: number
  /** First asks of a service that keeps nothing in memory. */
  readonly without: Measured
  /** First asks of a service that has just started, one for each app; empty for other kinds. */
  readonly cold: Measured
  /** First asks of a service that has been asked about every app and month. */
  readonly warm: Measured
  /** The same requests again and again. */
  readonly again: Measured
  /** Queries of the engine alone; empty where no plan of a report is known. */
  readonly engine: Measured
  /** A server that only sends as many bytes. */
  readonly http: Measured
}

/**
 * Prints the tables of all kinds.
 *
 * @param memory of the warm service, before the loads
 */
export function printCosts(
  dataSet: DataSet,
  costs: readonly Costs[],
  { keptBytes, boundBytes, rssBytes }: ServiceMemory,
): void {
  const [kept, bound, rss] = [keptBytes, boundBytes, rssBytes].map((bytes) => short(bytes / 1e6))
  const stored = `${(dataSet.rowCount / 1e6).toFixed(1)} M rows, ${dataSet.appCount} apps`
  const loads = `${clients} clients, ${clientName}`
  const line = (sides: (costs: Costs) => Measured[], value: (measured: Measured) => number) =>
    costs.map((each) => [
      each.kind.name,
      short(each.bytes / 1_000),
      ...sides(each).map((side) => (side.answers === 0 ? '' : short(value(side)))),
    ])
  const all = ({ without, cold, warm, again, engine, http }: Costs) => [
    ...[without, cold, warm, again, engine, http],
  ]
  const names = ['nothing kept', 'cold', 'warm', 'again', 'engine', 'bare HTTP']
  console.log(heading(`answers: processor ms for one answer, ${stored}, ${loads}`))
  console.log(
    formatTable(
      ['request', 'kB', ...names],
      line(all, (side) => side.processorMsEach),
    ),
  )
  console.log(heading('answers: answers a second'))
  console.log(
    formatTable(
      ['request', 'kB', ...names],
      line(all, (side) => side.perSecond),
    ),
  )
  console.log(heading('answers: ratios of processor time'))
  const ratio = (one: Measured, other: Measured) =>
    other.answers === 0 ? '' : times(one.processorMsEach / other.processorMsEach)
  console.log(
    formatTable(
      ['request', 'nothing kept ÷ engine', 'nothing kept ÷ warm', 'warm ÷ again', 'again ÷ HTTP'],
      costs.map(({ kind, without, warm, again, engine, http }) => [
        ...[kind.name, ratio(without, engine), ratio(without, warm)],
        ...[ratio(warm, again), ratio(again, http)],
      ]),
    ),
  )
  console.log(
    [
      '',
      '  nothing kept: first asks with ADTALLY_ANSWER_MEMORY=0MB. cold: one first ask for each app, after a start.',
      '  warm: first asks after every app and month were asked about. again: the same requests repeated.',
      `  In memory once it is warm: ${kept} MB of at most ${bound} MB; the process ${rss} MB.`,
      '  engine: the same SQL on the engine alone. bare HTTP: a server that sends as many bytes.',
    ].join('\n'),
  )
}

/** The goals of one kind. */
export function costTargets({ kind, without, warm, again }: Costs): Target[] {
  const [ofFirst, ofAgain] = [warm.processorMsEach, again.processorMsEach]
  const gain = again.perSecond / without.perSecond
  const first: Target[] =
    kind.goalMs === undefined
      ? []
      : [
          {
            name: `first, warm: ${kind.name}`,
            wanted: `≤ ${kind.goalMs} ms CPU`,
            measured: `${short(ofFirst)} ms`,
            met: ofFirst <= kind.goalMs,
          },
        ]
  return [
    ...first,
    {
      name: `again: ${kind.name}`,
      wanted: `≤ ${maxAgainMs} ms CPU, ≥ ${minAgainRatio} × as many a second`,
      measured: `${ofAgain.toFixed(3)} ms, ${times(gain)}`,
      met: ofAgain <= maxAgainMs && gain >= minAgainRatio,
    },
  ]
}

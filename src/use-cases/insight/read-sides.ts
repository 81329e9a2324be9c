import {
  type ComparablePair,
  type PairState,
  pairState,
  type ReportedNetwork,
} from '../../insight/reported.ts'
import { ReportError } from '../../reporting/report-error.ts'
import type { ReportRequest } from '../../reporting/report-request.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import {
  type AmountRows,
  type DatedScope,
  type InsightSources,
  readAmountRows,
} from './read-figures.ts'

/** More days of networks take too much memory. */
const maxNetworkDays = 500_000
/** More stretches than this are read day by day. */
const maxStretches = 32

/** The compared days of two ranges, and the networks that reported them. */
export interface PairedDays {
  readonly pairs: readonly ComparablePair[]
  readonly networks: readonly ReportedNetwork[]
  readonly today: Day
}

/** Rows of one of the two ranges. */
export interface SideRows extends AmountRows {
  readonly side: 'current' | 'previous'
  /** The state of a row's day and the day that it is compared with, for the row's network. */
  readonly stateAt: (row: number) => PairState | undefined
}

/**
 * Reads the rows of both ranges, each with what is known of its days. Days in a row of which all networks
 * have reported the same are read together.
 *
 * @param dimensions with `network`, and without `day`
 * @param onChunk gets a chunk, and gives what takes each of its rows
 * @throws ReportError when there are too many days of networks
 */
export async function readSides(
  sources: InsightSources,
  scope: DatedScope,
  { pairs, networks, today }: PairedDays,
  { dimensions, metrics }: Pick<ReportRequest, 'dimensions' | 'metrics'>,
  signal: AbortSignal,
  onChunk: (chunk: SideRows) => (row: number) => void,
): Promise<void> {
  refuseManyNetworkDays(pairs, networks)
  for (const side of ['current', 'previous'] as const) {
    const days = pairs.map((pair) => ({
      day: side === 'current' ? pair.day : pair.other,
      states: new Map(networks.map((one) => [one.network, pairState(pair, one, today)])),
    }))
    const stretches = stretchesOf(days)
    const isByDay = stretches.length > maxStretches
    const spans = isByDay
      ? [{ firstDay: days[0]!.day, lastDay: days.at(-1)!.day }]
      : stretches.map(({ span }) => span)
    const statesOn = new Map(days.map(({ day, states }) => [day, states]))
    const all = [...(isByDay ? ['day' as const] : []), ...dimensions]
    const asked = { dimensions: all, metrics }
    await readAmountRows(sources, scope, asked, spans, signal, (chunk) => {
      const { day, network } = chunk.dimensions
      const stateAt = (row: number) => {
        const states = day ? statesOn.get(day.codes[row] as Day) : stretches[chunk.place]!.states
        return states?.get(network!.labels![network!.codes[row]!]!)
      }
      return onChunk({ ...chunk, side, stateAt })
    })
  }
}

/** @throws ReportError when there are too many days of networks */
export function refuseManyNetworkDays(
  pairs: PairedDays['pairs'],
  networks: PairedDays['networks'],
): void {
  if (pairs.length * networks.length > maxNetworkDays) {
    throw tooMany('days of networks', maxNetworkDays, 'networks or days')
  }
}

/** @param what is too much of these ranges @param fewer what to ask for less of */
export const tooMany = (what: string, maximum: number, fewer: string) =>
  new ReportError(
    'answer_too_large',
    `These ranges have more than ${maximum.toLocaleString('en')} ${what}. Ask for fewer ${fewer}.`,
    {},
  )

interface KnownDay {
  readonly day: Day
  /** By network. */
  readonly states: ReadonlyMap<string, PairState>
}

/** A run of days that the same networks have reported. */
function stretchesOf(days: readonly KnownDay[]) {
  const stretches: { span: DaySpan; states: KnownDay['states'] }[] = []
  for (const { day, states } of days) {
    const last = stretches.at(-1)
    const isNext = last && addDays(last.span.lastDay, 1) === day
    if (isNext && [...states].every(([name, state]) => last.states.get(name) === state)) {
      last.span = { ...last.span, lastDay: day }
    } else stretches.push({ span: { firstDay: day, lastDay: day }, states })
  }
  return stretches
}

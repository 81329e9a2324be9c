import { type Comparison, compareRanges } from '../../insight/comparison.ts'
import { type ExplainedChange, explainChange } from '../../insight/contributions.ts'
import { type Against, pairDays } from '../../insight/day-pairs.ts'
import { type ChangeRow, Leaves } from '../../insight/leaves.ts'
import {
  type ComparablePair,
  comparablePairs,
  type PairState,
  pairState,
  type ReportedNetwork,
  reportedNetworks,
} from '../../insight/reported.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import {
  type DatedScope,
  dateScope,
  type InsightScope,
  type InsightSources,
  readReported,
  readRows,
} from './read-figures.ts'

/** More apps, networks and countries together take too much memory. */
const maxLeaves = 200_000
const maxNetworkDays = 500_000
/** More stretches than this are read day by day. */
const maxStretches = 32

export interface RangesExplained {
  /** Tells which days are compared; its amounts are of all the networks' rows. */
  readonly comparison: Pick<Comparison, 'other' | 'dayCount' | 'leftOut' | 'networks'>
  readonly change: ExplainedChange
}

/**
 * Explains the change of revenue between two ranges. Days that one of the ranges does not have, and days that are
 * not over, are in neither.
 *
 * @param limit how many rows each breakdown has at most
 * @throws ReportError when a sum does not fit 64 bits, or there are too many keys
 */
export async function explainRanges(
  sources: InsightSources,
  scope: InsightScope,
  days: DaySpan,
  against: Against,
  limit: number,
  signal: AbortSignal,
): Promise<RangesExplained> {
  const today = sources.today()
  const dated = await dateScope(sources, scope)
  const reported = await readReported(sources, dated, signal)
  const networks = reportedNetworks(reported)
  const pairs = comparablePairs(pairDays(days, against), today)
  if (pairs.length * networks.length > maxNetworkDays) {
    throw tooMany('days of networks', maxNetworkDays)
  }
  const leaves = new Leaves()
  for (const side of ['current', 'previous'] as const) {
    const known = pairs.map((pair) => ({
      day: side === 'current' ? pair.day : pair.other,
      states: statesOf(pair, networks, today),
    }))
    await addSide(sources, dated, side, known, leaves, signal)
  }
  return {
    comparison: await inTurns(compareRanges(days, against, { figures: reported, reported, today })),
    change: await inTurns(explainChange(leaves, limit)),
  }
}

type States = ReadonlyMap<string, PairState>

interface KnownDay {
  readonly day: Day
  /** By network. */
  readonly states: States
}

const statesOf = (pair: ComparablePair, networks: readonly ReportedNetwork[], today: Day): States =>
  new Map(networks.map((one) => [one.network, pairState(pair, one, today)]))

async function addSide(
  sources: InsightSources,
  scope: DatedScope,
  side: ChangeRow['side'],
  days: readonly KnownDay[],
  leaves: Leaves,
  signal: AbortSignal,
): Promise<void> {
  const stretches = stretchesOf(days)
  const isByDay = stretches.length > maxStretches
  const spans = isByDay
    ? [{ firstDay: days[0]!.day, lastDay: days.at(-1)!.day }]
    : stretches.map(({ span }) => span)
  const statesOn = new Map(days.map(({ day, states }) => [day, states]))
  const dimensions = [...(isByDay ? ['day' as const] : []), ...keyDimensions]
  await readRows(sources, scope, dimensions, spans, signal, ({ dimensions, place, amountsAt }) => {
    const { day, app, network, country } = dimensions
    return (row) => {
      const name = network!.labels![network!.codes[row]!]!
      const states = day ? statesOn.get(day.codes[row] as Day) : stretches[place]!.states
      const state = states?.get(name)
      if (!state) return
      const code = country!.labels![country!.codes[row]!]!
      const key = { app: app!.codes[row]!, network: name, country: code }
      leaves.add({ ...key, side, state, amounts: amountsAt(row) })
      if (leaves.size > maxLeaves) {
        throw tooMany('combinations of app, network and country', maxLeaves)
      }
    }
  })
}

const keyDimensions = ['app', 'network', 'country'] as const

/** Days in a row of which all networks have reported the same. */
function stretchesOf(days: readonly KnownDay[]) {
  const stretches: { span: DaySpan; states: States }[] = []
  for (const { day, states } of days) {
    const last = stretches.at(-1)
    const isNext = last && addDays(last.span.lastDay, 1) === day
    if (isNext && [...states].every(([name, state]) => last.states.get(name) === state)) {
      last.span = { ...last.span, lastDay: day }
    } else stretches.push({ span: { firstDay: day, lastDay: day }, states })
  }
  return stretches
}

const tooMany = (what: string, maximum: number) =>
  new ReportError(
    'answer_too_large',
    `These ranges have more than ${maximum.toLocaleString('en')} ${what}. Ask for fewer apps, networks or days.`,
    {},
  )

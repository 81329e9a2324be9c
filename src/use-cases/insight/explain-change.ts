import { type Comparison, compareRanges } from '../../insight/comparison.ts'
import { type ExplainedChange, explainChange } from '../../insight/contributions.ts'
import { type Against, pairDays } from '../../insight/day-pairs.ts'
import { Leaves } from '../../insight/leaves.ts'
import { comparablePairs, reportedNetworks } from '../../insight/reported.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import type { DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import {
  amountMetrics,
  dateScope,
  type InsightScope,
  type InsightSources,
  readReported,
} from './read-figures.ts'
import { readSides, tooMany } from './read-sides.ts'

/** More apps, networks and countries together take too much memory. */
const maxLeaves = 200_000

export interface RangesExplained {
  /** Tells which days are compared. */
  readonly comparison: Pick<Comparison, 'other' | 'dayCount' | 'leftOut' | 'networks'>
  readonly change: ExplainedChange
  /** The state that all figures are of. */
  readonly state: FiguresAt
}

/**
 * Explains the change of revenue between two ranges, like with like. Days that one of the ranges does not have, and
 * days that are not over, are in neither.
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
  const leaves = new Leaves()
  const asked = { dimensions: ['app', 'network', 'country'], metrics: amountMetrics } as const
  await readSides(sources, dated, { pairs, networks, today }, asked, signal, (chunk) => {
    const { app, network, country } = chunk.dimensions
    return (row) => {
      const state = chunk.stateAt(row)
      if (!state) return
      const name = network!.labels![network!.codes[row]!]!
      const code = country!.labels![country!.codes[row]!]!
      const key = { app: app!.codes[row]!, network: name, country: code }
      leaves.add({ ...key, side: chunk.side, state, amounts: chunk.amountsAt(row) })
      if (leaves.size > maxLeaves) {
        const what = 'combinations of app, network and country'
        throw tooMany(what, maxLeaves, 'apps, networks or days')
      }
    }
  })
  return {
    comparison: await inTurns(compareRanges(days, against, { figures: reported, reported, today })),
    change: await inTurns(explainChange(leaves, limit)),
    state: dated.state,
  }
}

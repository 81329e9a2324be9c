import { type Comparison, compareRanges } from '../../insight/comparison.ts'
import { type Against, pairDays } from '../../insight/day-pairs.ts'
import { comparablePairs, reportedNetworks } from '../../insight/reported.ts'
import type { DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import { type ComparedGroups, compareGroups, type Grouping } from './compare-groups.ts'
import {
  dateScope,
  type InsightScope,
  type InsightSources,
  readLookedAt,
  readReported,
} from './read-figures.ts'

export interface RangesCompared {
  readonly comparison: Comparison
  /** Null when nothing is grouped. */
  readonly groups: ComparedGroups | null
}

/**
 * Compares a range with another one, like with like.
 *
 * @param grouping of the sums of both ranges; null for none
 * @throws ReportError when a sum does not fit 64 bits
 */
export async function compareFigureRanges(
  sources: InsightSources,
  scope: InsightScope,
  days: DaySpan,
  against: Against,
  grouping: Grouping | null,
  signal: AbortSignal,
): Promise<RangesCompared> {
  const today = sources.today()
  const dated = await dateScope(sources, scope)
  const reported = await readReported(sources, dated, signal)
  const spans = [days, otherSpan(days, against)]
  const figures = await readLookedAt(sources, dated, reported, spans, signal)
  const pairs = comparablePairs(pairDays(days, against), today)
  const paired = { pairs, networks: reportedNetworks(reported), today }
  return {
    comparison: await inTurns(compareRanges(days, against, { figures, reported, today })),
    groups: grouping && (await compareGroups(sources, dated, paired, grouping, signal)),
  }
}

/** From the first to the last day that a range is compared with; an empty span when there is none. */
export function otherSpan(days: DaySpan, against: Against): DaySpan {
  const others = pairDays(days, against).flatMap(({ other }) => (other === null ? [] : [other]))
  const [firstDay, lastDay] = [others[0], others.at(-1)]
  return firstDay === undefined || lastDay === undefined
    ? { firstDay: days.firstDay, lastDay: (days.firstDay - 1) as typeof days.lastDay }
    : { firstDay, lastDay }
}

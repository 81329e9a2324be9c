import { type Comparison, compareRanges } from '../../insight/comparison.ts'
import { type Against, pairDays } from '../../insight/day-pairs.ts'
import type { DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import {
  dateScope,
  type InsightScope,
  type InsightSources,
  readLookedAt,
  readReported,
} from './read-figures.ts'

/**
 * Compares a range with another one, like with like.
 *
 * @throws ReportError when a sum does not fit 64 bits
 */
export async function compareFigureRanges(
  sources: InsightSources,
  scope: InsightScope,
  days: DaySpan,
  against: Against,
  signal: AbortSignal,
): Promise<Comparison> {
  const today = sources.today()
  const dated = await dateScope(sources, scope)
  const reported = await readReported(sources, dated, signal)
  const spans = [days, otherSpan(days, against)]
  const figures = await readLookedAt(sources, dated, reported, spans, signal)
  return inTurns(compareRanges(days, against, { figures, reported, today }))
}

/** From the first to the last day that a range is compared with; an empty span when there is none. */
export function otherSpan(days: DaySpan, against: Against): DaySpan {
  const others = pairDays(days, against).flatMap(({ other }) => (other === null ? [] : [other]))
  const [firstDay, lastDay] = [others[0], others.at(-1)]
  return firstDay === undefined || lastDay === undefined
    ? { firstDay: days.firstDay, lastDay: (days.firstDay - 1) as typeof days.lastDay }
    : { firstDay, lastDay }
}

import { daysBefore } from '../../insight/anomalies.ts'
import { findMissingDays, type MissingDay } from '../../insight/missing.ts'
import { reportedNetworks, silentDays } from '../../insight/reported.ts'
import type { Principal } from '../../publishers/principal.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import { dateScope, type InsightSources, readNetworkDays } from './read-figures.ts'

/**
 * The days of a span that a principal's networks have not reported though they are over, with the revenue that is
 * expected of each. Only the span, and the weeks before that it is judged by, are read.
 *
 * @returns by network, then day
 * @throws ReportError when a sum does not fit 64 bits
 */
export async function findMissing(
  sources: Pick<InsightSources, 'figures' | 'today'>,
  principal: Principal,
  days: DaySpan,
  signal: AbortSignal,
): Promise<MissingDay[]> {
  const today = sources.today()
  const scope = await dateScope(sources, { principal, apps: null, filters: {} })
  // Up to today, because later reports tell whether a network is still in use.
  const firstDay = addDays(Math.min(days.firstDay, today - silentDays) as Day, -daysBefore)
  const span = { firstDay, lastDay: today }
  const figures = await readNetworkDays(sources, scope, [span], signal)
  return inTurns(findMissingDays(reportedNetworks(figures), figures, days, today))
}

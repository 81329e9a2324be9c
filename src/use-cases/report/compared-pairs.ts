import { comparablePairs, pairState, reportedNetworks } from '../../insight/reported.ts'
import { type ComparedPair, exactPairs } from '../../values/compared-range.ts'
import { readNetworkDays } from '../insight/read-figures.ts'
import { refuseManyNetworkDays } from '../insight/read-sides.ts'
import { isOfLabel } from './freshness-summary.ts'
import type { PinnedReport } from './pin-report.ts'
import type { ReportSources } from './report-sources.ts'

/**
 * Adds which days of which networks are compared, where only reported days are: a network's day is, if it and
 * the day that it is compared with are over, and the network reported both.
 *
 * @throws ReportError when there are too many days of networks
 */
export async function withComparedPairs(
  sources: ReportSources,
  pinned: PinnedReport,
  signal: AbortSignal,
): Promise<PinnedReport> {
  const { question, reporter, state, scope, firstOpenDay } = pinned
  const { comparison, days } = question
  if (!comparison || firstOpenDay === null) return pinned
  const all = { principal: reporter, apps: null, filters: {}, state }
  const read = await readNetworkDays(sources, all, [days, comparison.days], signal)
  const networks = reportedNetworks(read).filter(({ network }) =>
    isOfLabel(question, 'network', network),
  )
  const pairs = comparablePairs(exactPairs(days, comparison), firstOpenDay)
  refuseManyNetworkDays(pairs, networks)
  const comparedPairs = new Map(
    networks.map((one): [string, ComparedPair[]] => [
      one.network,
      pairs.filter((pair) => pairState(pair, one, firstOpenDay) === 'compared'),
    ]),
  )
  return { ...pinned, scope: { ...scope, comparedPairs } }
}

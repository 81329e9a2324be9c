import { type FreshnessStatus, freshnessOf } from '../../ledger/finality.ts'
import type { ReportQuestion } from '../../reporting/question/report-question.ts'
import type { PinnedReport } from './pin-report.ts'
import type { ReportSources } from './report-sources.ts'

/** How complete the figures of a range are now. */
export interface FreshnessSummary {
  readonly freshness: {
    /** The worst of all network days; null without any. */
    readonly status: FreshnessStatus | null
  } & Readonly<Record<FreshnessStatus, number>>
  /** The networks by the clock of their days, in alphabetical order. */
  readonly clocks: Readonly<Record<string, readonly string[]>>
}

/** From the worst to the best. */
const statuses = ['missing', 'estimated', 'restating', 'final'] as const

/** Counts the network days of a question by their status. */
export async function summariseFreshness(
  { ledger, finality, today }: ReportSources,
  { question, scope: { account, keys } }: PinnedReport,
): Promise<FreshnessSummary> {
  const isAsked = (network: string) => isOfNetworks(question, network)
  const scope = { account, apps: keys }
  const rules = await finality.all(account)
  const networks = (await ledger.networks(scope)).filter(isAsked)
  const reported = (await ledger.reportedDays(scope, question.days)).filter(({ network }) =>
    isAsked(network),
  )
  const counts = { missing: 0, estimated: 0, restating: 0, final: 0 }
  for (const { status } of freshnessOf(question.days, today(), networks, reported, rules)) {
    counts[status]++
  }
  const zones = [...new Set(reported.map(({ dayZone }) => dayZone))].sort()
  return {
    freshness: { status: statuses.find((status) => counts[status] > 0) ?? null, ...counts },
    clocks: Object.fromEntries(
      zones.map((zone) => {
        const ofZone = reported.filter(({ dayZone }) => dayZone === zone)
        return [zone, [...new Set(ofZone.map(({ network }) => network))].sort()]
      }),
    ),
  }
}

/** Whether a question is about a network. */
export function isOfNetworks(
  { filters }: Pick<ReportQuestion, 'filters'>,
  network: string,
): boolean {
  return filters.every(
    ({ name, values, excludes }) => name !== 'network' || values.includes(network) !== excludes,
  )
}

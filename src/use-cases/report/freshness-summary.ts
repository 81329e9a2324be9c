import { type FactName, factKinds, type OtherFactName } from '../../facts/kinds.ts'
import type { FreshnessStatus } from '../../ledger/finality.ts'
import { isDeepQuestion, isEarnedQuestion } from '../../reporting/question/deep-question.ts'
import type { ReportQuestion } from '../../reporting/question/report-question.ts'
import { kindsOfMetric } from '../../reporting/question/vocabulary.ts'
import type { PinnedReport } from './pin-report.ts'
import { readFreshness } from './read-freshness.ts'
import type { ReportSources } from './report-sources.ts'

type Counts = {
  /** The worst of all days of networks, or of sources; null without any. */
  readonly status: FreshnessStatus | null
} & Readonly<Record<FreshnessStatus, number>>

/** How complete the figures of a range are now, and what else its metrics are made from. */
export interface FreshnessSummary {
  readonly freshness: Counts & Readonly<Partial<Record<OtherFactName, Counts>>>
  /** The networks by the clock of their days, in alphabetical order. */
  readonly clocks: Readonly<Record<string, readonly string[]>>
}

/** From the worst to the best. */
const statuses = ['missing', 'estimated', 'restating', 'final'] as const

/** Counts the days of a question's networks by their status, and of each other kind of fact that its metrics need. */
export async function summariseFreshness(
  sources: ReportSources,
  { question, scope: { account, keys } }: PinnedReport,
): Promise<FreshnessSummary> {
  const { finality, today } = sources
  const asked = {
    scope: { account, apps: keys },
    days: question.days,
    today: today(),
    rules: await finality.all(account),
  }
  const read = async (name: FactName) => {
    const kind = factKinds[name]
    const found = await readFreshness(sources, { kind, ...asked })
    const isAsked = ({ network }: { readonly network: string }) =>
      isOfLabel(question, kind.sliceLabel, network)
    const counts = { missing: 0, estimated: 0, restating: 0, final: 0 }
    for (const { status } of found.days.filter(isAsked)) counts[status]++
    const status = statuses.find((status) => counts[status] > 0) ?? null
    return { counts: { status, ...counts }, reported: found.reported.filter(isAsked) }
  }
  const { counts, reported } = await read('figures')
  const others = new Set(
    [
      ...question.metrics.flatMap(kindsOfMetric),
      ...(isDeepQuestion(question) ? (['details'] as const) : []),
      ...(isEarnedQuestion(question) ? (['cohorts'] as const) : []),
    ].filter((name) => name !== 'figures'),
  )
  const ofOthers: Record<string, Counts> = {}
  for (const name of others) ofOthers[name] = (await read(name)).counts
  const zones = [...new Set(reported.map(({ dayZone }) => dayZone))].sort()
  return {
    freshness: { ...counts, ...ofOthers },
    clocks: Object.fromEntries(
      zones.map((zone) => {
        const ofZone = reported.filter(({ dayZone }) => dayZone === zone)
        return [zone, [...new Set(ofZone.map(({ network }) => network))].sort()]
      }),
    ),
  }
}

/** Whether the filters of a question accept a network, or another label of slices. */
export function isOfLabel(
  { filters }: Pick<ReportQuestion, 'filters'>,
  label: string,
  value: string,
): boolean {
  return filters.every(
    ({ name, values, excludes }) => name !== label || values.includes(value) !== excludes,
  )
}

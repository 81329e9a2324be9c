import type { FactKind } from '../../facts/fact-kind.ts'
import type { FigureScope, ReportedDay } from '../../ledger/figure-ledger.ts'
import { type Freshness, freshnessOf, type RulesByNetwork } from '../../ledger/finality.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { type LedgerSources, networksOf, reportedDays } from './ledger-memory.ts'

export interface AskedFreshness {
  readonly kind: FactKind
  readonly scope: FigureScope
  readonly days: DaySpan
  /** The current UTC day. */
  readonly today: Day
  readonly rules: RulesByNetwork
}

export interface ReadFreshness {
  /** The networks of ad figures, or the sources of users, in alphabetical order. */
  readonly networks: readonly string[]
  readonly reported: readonly ReportedDay[]
  /** Of each day up to today and each network, sorted by day, then network. */
  readonly days: readonly Freshness[]
}

/** How far each day of facts of one kind can be relied on. */
export async function readFreshness(
  sources: LedgerSources,
  { kind, scope, days, today, rules }: AskedFreshness,
): Promise<ReadFreshness> {
  const [reported, networks] = await Promise.all([
    reportedDays(sources, scope, days, kind),
    networksOf(sources, scope, kind),
  ])
  const { finalAfterDays } = kind
  return {
    networks,
    reported,
    days: freshnessOf(days, today, networks, reported, rules, finalAfterDays),
  }
}

import { addDays, type Day, type DaySpan, dayCount } from '../values/day.ts'
import type { ReportedDay } from './figure-ledger.ts'

/** Days after which a network's figures are final, unless it has a rule of its own. */
export const usualFinalAfterDays = 7
/** The longest a rule can be. */
export const mostFinalAfterDays = 365

/**
 * What can be said of a day's figures: `missing` when nothing was reported, `estimated` while the
 * network may still change them, `restating` when it has changed them and may again, `final` once
 * the network's days are over. Zeros that were reported are not missing.
 */
export type FreshnessStatus = 'missing' | 'estimated' | 'restating' | 'final'

export interface Freshness {
  readonly day: Day
  readonly network: string
  readonly status: FreshnessStatus
  /** Null when nothing was reported. */
  readonly lastChangeAtMs: number | null
}

/** PORT: after how many days each network's figures are final. */
export interface FinalityRules {
  /** The rules that were set, by network. */
  all(): Promise<ReadonlyMap<string, number>>
  set(network: string, finalAfterDays: number): Promise<void>
}

/**
 * Says of each day up to today and each network how far its figures can be relied on.
 *
 * @param networks those that are expected to report every day
 * @returns by day, then network
 */
export function freshnessOf(
  days: DaySpan,
  today: Day,
  networks: readonly string[],
  reported: readonly ReportedDay[],
  rules: ReadonlyMap<string, number>,
): Freshness[] {
  const found = new Map(reported.map((one) => [`${one.day} ${one.network}`, one]))
  const lastDay = Math.min(days.lastDay, today) as Day
  const count = Math.max(dayCount({ firstDay: days.firstDay, lastDay }), 0)
  return Array.from({ length: count }, (_, offset) => addDays(days.firstDay, offset)).flatMap(
    (day) =>
      networks.map((network) => {
        const one = found.get(`${day} ${network}`)
        const finalAfterDays = rules.get(network) ?? usualFinalAfterDays
        const status = statusOf(one, today - day >= finalAfterDays)
        return { day, network, status, lastChangeAtMs: one?.lastChangeAtMs ?? null }
      }),
  )
}

function statusOf(one: ReportedDay | undefined, isOver: boolean): FreshnessStatus {
  if (!one) return 'missing'
  if (isOver) return 'final'
  return one.restated ? 'restating' : 'estimated'
}

import { addDays, type Day, type DaySpan, dayCount } from '../values/day.ts'
import type { ReportedDay } from './figure-ledger.ts'

/** Days after which a network's figures are final, unless the network has its own rule. */
export const defaultFinalAfterDays = 7
export const maxFinalAfterDays = 365

/**
 * The freshness of a day's figures: `missing` when nothing was reported, `estimated` after the first
 * report, `restating` after a restatement, `final` when the network no longer restates the day. A
 * report of zeros is not missing.
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
  /** The rules that are set, by network. */
  all(): Promise<ReadonlyMap<string, number>>
  set(network: string, finalAfterDays: number): Promise<void>
}

/**
 * The freshness of each day up to today and each network.
 *
 * @param networks the networks that should report every day
 * @returns sorted by day, then network
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
        const finalAfterDays = rules.get(network) ?? defaultFinalAfterDays
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

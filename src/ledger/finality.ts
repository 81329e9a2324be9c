import { addDays, type Day, type DaySpan, dayCount } from '../values/day.ts'
import { lastDayOfMonth } from '../values/months.ts'
import type { ReportedDay } from './figure-ledger.ts'

/** Days after which a network's figures are final, unless the network has its own rule. */
export const defaultFinalAfterDays = 7
export const maxFinalAfterDays = 365
const longestMonthDays = 31

/** When a network's days are final. */
export interface FinalityRule {
  /** The fewest days from a day until it is final. */
  readonly days: number
  /** The fewest days from the end of its month until it is final; null when months do not matter. */
  readonly daysAfterMonth: number | null
  /** Whether a person set it. */
  readonly isSet: boolean
}

/** Finality rules by network. Networks without one have {@link defaultFinalAfterDays}. */
export type RulesByNetwork = ReadonlyMap<string, FinalityRule>

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
  readonly finalAfterDays: number
}

/** How long a connection asks for days again, where that is not as long as its connector would. */
export interface AskedDays {
  /** The connector's name. */
  readonly connector: string
  readonly rereadDays: number | null
  readonly sweepDays: number | null
}

/** After how many days a network's figures of a day are final. */
export function finalAfterDays(rule: FinalityRule | undefined, day: Day): number {
  if (!rule) return defaultFinalAfterDays
  if (rule.daysAfterMonth === null) return rule.days
  return Math.max(rule.days, lastDayOfMonth(day) - day + rule.daysAfterMonth)
}

/** After how many days all of a network's figures are final, whichever days of a month they are of. */
export function longestFinalAfterDays(rule: FinalityRule | undefined): number {
  if (!rule) return defaultFinalAfterDays
  if (rule.daysAfterMonth === null) return rule.days
  return Math.max(rule.days, longestMonthDays - 1 + rule.daysAfterMonth)
}

/**
 * The freshness of each day up to today and each network.
 *
 * @param networks the networks that should report every day
 * @param leastDays a day is not final earlier, whatever the rules say
 * @returns sorted by day, then network
 */
export function freshnessOf(
  days: DaySpan,
  today: Day,
  networks: readonly string[],
  reported: readonly ReportedDay[],
  rules: RulesByNetwork,
  leastDays = 0,
): Freshness[] {
  const found = new Map(reported.map((one) => [`${one.day} ${one.network}`, one]))
  const lastDay = Math.min(days.lastDay, today) as Day
  const count = Math.max(dayCount({ firstDay: days.firstDay, lastDay }), 0)
  return Array.from({ length: count }, (_, offset) => addDays(days.firstDay, offset)).flatMap(
    (day) =>
      networks.map((network) => {
        const one = found.get(`${day} ${network}`)
        const after = Math.max(finalAfterDays(rules.get(network), day), leastDays)
        const status = statusOf(one, today - day >= after)
        const lastChangeAtMs = one?.lastChangeAtMs ?? null
        return { day, network, status, lastChangeAtMs, finalAfterDays: after }
      }),
  )
}

function statusOf(one: ReportedDay | undefined, isOver: boolean): FreshnessStatus {
  if (!one) return 'missing'
  if (isOver) return 'final'
  return one.restated ? 'restating' : 'estimated'
}

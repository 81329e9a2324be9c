import type { DepthReport, FaultKind } from '../sources/connector.ts'
import type { Booking } from '../values/booking.ts'
import type { Day } from '../values/day.ts'

/**
 * - `active`: its days are pulled when they are due
 * - `paused`: a person paused it
 * - `refused`: the network refuses its credentials, so a person has to give others
 */
export type ConnectionState = 'active' | 'paused' | 'refused'

export const weekdays = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
] as const
export type Weekday = (typeof weekdays)[number]

/** The parts of a schedule that are a connection's own. The others, which are null, are the connector's. */
export interface OwnSchedule {
  /** Hours from a day's end on the network's clock until it is first asked for. */
  readonly readyHours: number | null
  /** Days that are asked for again every day. */
  readonly rereadDays: number | null
  /** Days that are asked for again every week; 0 for none. */
  readonly sweepDays: number | null
  /** When days are asked for again every week; null for each on a weekday of its own. */
  readonly sweepWeekday: Weekday | null
}

/** The most of each. */
export const scheduleBounds = { readyHours: 72, rereadDays: 90, sweepDays: 365 } as const

/** The connector's schedule. */
export const connectorSchedule: OwnSchedule = {
  readyHours: null,
  rereadDays: null,
  sweepDays: null,
  sweepWeekday: null,
}

/** How long a connection that fails is left alone. */
export interface BackOff {
  /** Turns in a row that failed. */
  readonly failures: number
  readonly untilMs: number
  /** Of the last turn. */
  readonly problem: PullProblem
}

/** An account's access to a network's daily reports. */
export interface Connection {
  readonly id: number
  readonly accountId: number
  /** Unique in the account. */
  readonly name: string
  /** The connector's name. */
  readonly connector: string
  /** The fields that are no secrets. */
  readonly settings: Readonly<Record<string, string>>
  /** The secret fields, sealed each by itself. */
  readonly secrets: Readonly<Record<string, Uint8Array>>
  readonly booking: Booking
  /** Whether apps that the account does not know are created. */
  readonly createsApps: boolean
  /** Whether what its network tells beyond ad figures is pulled too. */
  readonly hasDepth: boolean
  /** The first day that it pulls. */
  readonly firstDay: Day
  readonly schedule: OwnSchedule
  readonly state: ConnectionState
  /** Why it was refused; null otherwise. */
  readonly problem: PullProblem | null
  /** Null while it does not fail. */
  readonly backOff: BackOff | null
  readonly createdAtMs: number
  /** When a day's report last arrived; null before the first one. */
  readonly pulledAtMs: number | null
}

/**
 * - `due`: not pulled yet
 * - `done`: its figures are those of the last report
 * - `empty`: the network reported no rows
 * - `held`: the last report lacks so much that it is not imported until a person confirms it, or a later report if no
 *   revenue is lost
 * - `waiting`: the last report needs a rate of a currency that is not known yet
 * - `failed`: the last attempt gave no figures
 *
 * A day that is being pulled has the state of before.
 */
export type DayState = 'due' | 'done' | 'empty' | 'held' | 'waiting' | 'failed'

/**
 * - `no rows`: the report has none any more
 * - `revenue missing`: apps or networks with revenue are missing
 * - `less revenue`, `fewer impressions`: it has less than half of what was imported
 */
export type HoldReason = 'no rows' | 'revenue missing' | 'less revenue' | 'fewer impressions'

/** The reason why a report is not imported, or the network's remark about one that is. */
export type PullProblem =
  /** The network gave none, in its own words. */
  | { readonly kind: 'fault'; readonly fault: FaultKind; readonly message: string }
  | {
      readonly kind: 'held'
      readonly reason: HoldReason
      /** Whether only a person may confirm it, because its import would delete revenue. */
      readonly deletesRevenue?: boolean
    }
  /** The figures are imported; what the network tells beyond them is not. */
  | { readonly kind: 'depth'; readonly of: DepthReport['kind']; readonly problem: PullProblem }
  /** The figures are imported, and may still be corrected. */
  | { readonly kind: 'warning'; readonly message: string }
  /** Adtally could not store it. */
  | { readonly kind: 'not stored' }
  /** Adtally did not accept it. */
  | { readonly kind: 'refusal'; readonly code: string; readonly facts: object }

/** The state of a day of a connection. */
export interface PulledDay {
  readonly day: Day
  readonly state: DayState
  /** Attempts in a row that gave no figures. */
  readonly failures: number
  /** When it is pulled next; null for never. */
  readonly nextAtMs: number | null
  /** When a report of the day last arrived. */
  readonly pulledAtMs: number | null
  /** When the last attempt failed; null when it did not. */
  readonly failedAtMs: number | null
  /** The totals of the last import; null before the first one. */
  readonly stated: StatedDay | null
  /** Stands for the last report that was imported or empty, and for how it was booked. */
  readonly mark: string | null
  /** The report that is held; null for none. */
  readonly held: HeldDay | null
  /** The last import's ledger entry. */
  readonly entry: number | null
  /** The reports beyond ad figures that arrived or failed; null for none. */
  readonly depth: DayDepth | null
  /** Of the last attempt; null when it had none. */
  readonly problem: PullProblem | null
}

/** The state of a day's reports beyond ad figures. */
export type DayDepth = Readonly<Partial<Record<DepthReport['kind'], PulledDepth>>>

export interface PulledDepth {
  /** Stands for the last report that was imported; null before the first one, and when nobody knows. */
  readonly mark: string | null
  /** The rows of the last import. */
  readonly rows: number
  /** Attempts in a row that gave nothing. */
  readonly failures: number
}

/** The totals of a day. */
export interface StatedDay {
  readonly rows: number
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** The totals of a report that is not imported yet. */
export interface HeldDay extends StatedDay {
  readonly sinceMs: number
}

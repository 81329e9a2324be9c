import type { Day } from '../values/day.ts'

/** Revenue of a network's app in a month, in micros of the account's currency. */
export interface AppRevenue {
  readonly network: string
  readonly month: Day
  readonly app: number
  readonly revenueMicros: bigint
}

/** A later change of a closed month, which a later close booked. Amounts are in micros of the account's currency. */
export interface CarriedChange {
  readonly network: string
  /** The month that changed. */
  readonly month: Day
  /** The ledger entry that changed it; null where it is not stored any more. */
  readonly entry: number | null
  readonly amountMicros: bigint
}

/** A month whose books are closed. */
export interface MonthClose {
  readonly id: number
  /** Its first day. */
  readonly month: Day
  /** The ledger entry whose figures it has. */
  readonly entry: number
  readonly currency: string
  readonly closedAtMs: number
  /** The name of the actor; null for a command. */
  readonly closedBy: string | null
  /** Revenue at that entry. */
  readonly figures: readonly AppRevenue[]
  /** What it booked of months that were closed before. */
  readonly carried: readonly CarriedChange[]
}

import type { Day } from '../values/day.ts'

/** What a network owes and paid for a month and app. Amounts are in micros of the account's currency. */
export interface SettledRow {
  readonly network: string
  /** Its first day. */
  readonly month: Day
  /** The app's key; null for an amount whose app is not known. It is of the network alone. */
  readonly app: number | null
  /** Revenue as the month's close stored it; null for a month that is not closed. */
  readonly closedMicros: bigint | null
  /** Payments less reversals; null where no statement tells. */
  readonly paidMicros: bigint | null
  /** Whether something was paid or is due, so that the paid ratio counts the network's month. */
  readonly isDue: boolean
}

export interface SettledRows {
  /** Identifies the rows: equal versions mean equal rows. */
  readonly version: string
  /** In any order, with one row for each network, month and app. */
  readonly rows: readonly SettledRow[]
}

/** PORT: reads what networks owe and paid an account, as closes and statements have it. */
export interface SettledRevenue {
  rows(account: number): Promise<SettledRows>
}

/** The key of amounts whose app is not known, in the apps of a request. Their rows come after those of all apps. */
export const noApp = 2 ** 32 - 1

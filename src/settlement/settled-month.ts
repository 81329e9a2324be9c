import type { Day } from '../values/day.ts'

/** What an entry after the close changed of a network's month, in micros of the account's currency. */
export interface Restatement {
  /** The ledger entry; null for changes whose entries are not stored any more. */
  readonly entry: number | null
  readonly amountMicros: bigint
  /** The line of the adjustment that is the same deduction; null when there is none. */
  readonly line: number | null
}

export interface Deduction {
  /** As the statement has it; null where it is not said. */
  readonly reason: string | null
  readonly amountMicros: bigint
}

/** What took an amount from a bill. Amounts are in micros of the account's currency. */
export interface Settling {
  /** The line that says it; null where the terms do. */
  readonly line: number | null
  readonly as: 'deducted' | 'fee' | 'tax' | 'paid'
  /** Below 0 for what adds to the bill, such as a reversal. */
  readonly valueMicros: bigint
  /** Its share of the bill's value; the rest of its own is what the currency gained since. */
  readonly bookedMicros: bigint
}

/**
 * What a network reported, billed and paid for a month. Amounts are in micros of the account's currency; null is
 * unknown. Two identities hold wherever their amounts are known:
 *
 * - reported + restated = billed + unexplained
 * - billed + exchange = paid + deducted + fees + tax + open
 */
export interface SettledMonth {
  readonly network: string
  /** Its first day. */
  readonly month: Day
  readonly isClosed: boolean
  /** Whether an opening balance is about this month or a later one, so that it contains what this one left open. */
  readonly isInOpening: boolean
  /** Of the apps that statements cover: when the month was closed, or now. Null when nothing was reported. */
  readonly reportedMicros: bigint | null
  /** What changed since the close; 0 for a month that is not closed. */
  readonly restatedMicros: bigint
  readonly restatements: readonly Restatement[]
  /** Reported now of apps that statements do not cover. */
  readonly uncoveredMicros: bigint
  /** Opening balance, earnings, and adjustments that are in the figures too. Null without a statement of earnings. */
  readonly billedMicros: bigint | null
  /** Null also with an opening balance, which is of several months. */
  readonly unexplainedMicros: bigint | null
  /** What adjustments took that are not in the figures; negative for what they added. */
  readonly deductedMicros: bigint
  /** By reason, in the order of their first lines. */
  readonly deductions: readonly Deduction[]
  /** As lines say, else as the terms do. */
  readonly feeMicros: bigint
  readonly taxMicros: bigint
  /** What amounts gained between their statement and their payment. */
  readonly exchangeMicros: bigint | null
  /** Payments less reversals; null for months before the first line of the network. */
  readonly paidMicros: bigint | null
  readonly openMicros: bigint | null
  /** The currency of statements and payments; the account's without terms. */
  readonly currency: string
  /** What is open in that currency. */
  readonly openInCurrencyMicros: bigint | null
  /** What settles the bill, by kind, then in the order of lines. */
  readonly settled: readonly Settling[]
  /** What lines and linked adjustments bill, in the order of lines. */
  readonly billing: readonly { readonly line: number; readonly valueMicros: bigint }[]
  /** The ids of its lines. */
  readonly lines: readonly number[]
}

/** Identifies a network's month. */
export const keyOf = ({ network, month }: Pick<SettledMonth, 'network' | 'month'>): string =>
  `${month} ${network}`

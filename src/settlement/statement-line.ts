import type { Day } from '../values/day.ts'

/**
 * The kinds of lines. `opening` is what a network owed after a month, before statements were kept. `adjustment` is
 * negative for a deduction. `payment` and `reversal`, which takes a payment back, are above 0. A negative `fee` or `tax`
 * is a refund.
 */
export const lineKinds = [
  'opening',
  'earnings',
  'adjustment',
  'fee',
  'tax',
  'payment',
  'reversal',
] as const

export type LineKind = (typeof lineKinds)[number]

/** What a line says before it is stored. */
export interface NewLine {
  readonly kind: LineKind
  /** The network that the file names; null where it names none. */
  readonly network: string | null
  /** In micros of `currency`, never 0. */
  readonly amountMicros: bigint
  readonly currency: string
  /** The day of the statement, or on which money moved. */
  readonly day: Day
  /** An invoice's or transfer's number or text; empty for none. */
  readonly reference: string
  /** Why an adjustment was made; null for other lines and where it is not said. */
  readonly reason: string | null
  /** How an amount becomes one of the account's currency, see `formatConversion`; `1` in the same currency. */
  readonly rate: string
  /** What it is for, amounts that add up to the line's; empty while a person has to say it. */
  readonly parts: readonly LinePart[]
}

/** An amount of a line that is about one network and month. */
export interface LinePart {
  readonly network: string
  /** Its first day. */
  readonly month: Day
  /** The key of the app that the statement names; null for all of the network. */
  readonly app: number | null
  readonly amountMicros: bigint
}

/** A stored line. */
export interface StatementLine extends NewLine {
  readonly id: number
  /** The import that brought it. */
  readonly importId: number
  /** Whether an adjustment is in the reported figures too; null for the rule of `linkRestatements`. */
  readonly isRestated: boolean | null
  /** The month whose close booked it; null before. */
  readonly bookedIn: Day | null
}

/** A line and its part about one network and month, with their place among all parts. */
export interface PlacedPart extends LinePart {
  readonly line: StatementLine
  /** In micros of the account's currency: the line's amount is converted once, and its parts add up to that. */
  readonly valueMicros: bigint
}

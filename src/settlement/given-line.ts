import type { Day } from '../values/day.ts'
import type { LineKind } from './statement-line.ts'

/** A line of a statement file, before its network, month and app are looked up. */
export interface GivenLine {
  /** Its place in the file, from 1. For messages. */
  readonly at: number
  /** The id of a network, in lower case; null where the file does not say it. */
  readonly network: string | null
  /** The first day of the month that it is about; null where the file does not say it. */
  readonly month: Day | null
  /** The `app_id` of an app; null for all of the network. */
  readonly appId: string | null
  readonly kind: LineKind
  /** In micros of `currency`, never 0. Above 0 for payments and reversals. */
  readonly amountMicros: bigint
  readonly currency: string
  readonly day: Day
  /** Empty for none. */
  readonly reference: string
  /** Only of adjustments; null where it is not said. */
  readonly reason: string | null
  /** Whether the file may have another line with the same amount: its issuer signed both. */
  readonly mayRepeat?: true
}

/** The lines of a file. */
export interface StatementFile {
  /** Of the file's format: `statements`, `adtally-statement`, `adsense-payments`, `unity-transactions`, or the name of a bank mapping. */
  readonly source: string
  readonly lines: readonly GivenLine[]
  /** Of a statement that is signed: there is no other one with this number. */
  readonly number?: string
  /** How many lines it has that are not about payments, such as unpaid balances. They are not stored. */
  readonly skipped: number
}

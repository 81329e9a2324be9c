import type { Day } from '../values/day.ts'

/** The worth of one unit of a currency on a day: `rate` units of `quote`. Both are ISO 4217 codes. */
export interface DailyRate {
  readonly day: Day
  readonly unit: string
  /** Another currency than `unit`. */
  readonly quote: string
  /** A plain decimal above 0. */
  readonly rate: string
}

/** The owner of the installation's rates. Accounts, whose rates come first, have ids above it. */
export const installationOwner = 0

/** A rate of an account, or of {@link installationOwner}. */
export interface OwnedRate extends DailyRate {
  readonly owner: number
}

export interface StoredRate extends OwnedRate {
  /** The file or bank that it is from. */
  readonly source: string
  readonly recordedAtMs: number
}

const rateDecimal = /^(?=.*[1-9])\d{1,9}(\.\d{1,15})?$/

export const rateAccepts = 'a decimal above 0 with at most 15 places, such as 1.0842'

export const isRate = (text: string): boolean => rateDecimal.test(text)

/** Whether a text may be the code of a currency. Banks also publish those that are not in use any more. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text)

import type { Day } from '../values/day.ts'

/** The rate that an import converts money of an account by. */
export interface AppliedRate {
  /** The day of the money, `YYYY-MM-DD`. */
  readonly day: string
  readonly currency: string
  readonly accountId: number
  /** A plain decimal that came with the import, or a text of `formatConversion`. */
  readonly rate: string
}

/** A stored rate that current figures were converted by. */
export interface UsedRate {
  /** The account, or the secondary report that takes its place. */
  readonly account: number
  /** The entry that stated the slices. */
  readonly entry: number
  readonly day: Day
  readonly currency: string
  /** A text of `formatConversion`. */
  readonly rate: string
}

/** The rate that replaces another one in slices that an entry stated. */
export interface NewRate extends Omit<UsedRate, 'account'> {
  readonly newRate: string
}

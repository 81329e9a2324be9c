import type { DaySpan } from '../values/day.ts'
import type { DailyRate, StoredRate } from './daily-rate.ts'

export interface RateFilter {
  /** Accounts, and `installationOwner`. */
  readonly owners: readonly number[]
  readonly days: DaySpan
  /** Only rates of or in one of these; all when absent. */
  readonly currencies?: readonly string[]
  /** At most so many, the newest days first; all when absent. */
  readonly limit?: number
}

/** How rates differ from those that were stored. */
export interface StoredRates {
  readonly added: number
  /** The number of stored rates that they replaced with another value. */
  readonly corrected: number
  readonly unchanged: number
}

/** Rates of one owner and source for two currencies. */
export interface RateSpan extends DaySpan, Pick<StoredRate, 'owner' | 'unit' | 'quote' | 'source'> {
  readonly rates: number
}

/** PORT: stores daily rates: one for each owner, day and pair of currencies. */
export interface RateStore {
  /** Adds rates, and replaces those of the same day and currencies. All of them or none. */
  put(
    owner: number,
    rates: readonly DailyRate[],
    about: { readonly source: string; readonly recordedAtMs: number },
  ): Promise<StoredRates>
  /** The changes that {@link put} would make. */
  compare(owner: number, rates: readonly DailyRate[]): Promise<StoredRates>
  /** The days of which there are rates, by owner, currencies and source. */
  spans(owners: readonly number[]): Promise<RateSpan[]>
  /** @returns rates by day, the newest first, then by owner and currencies */
  find(filter: RateFilter): Promise<StoredRate[]>
}

import { addDays, type Day } from '../values/day.ts'
import { lastDayOfMonth } from '../values/months.ts'

/** How a network pays, for the months from `from` on. */
export interface PaymentTerms {
  /** Days between the end of a month and its payment, 0 to 365. */
  readonly netDays: number
  /** Balances below it are not paid yet; 0 for none. In micros of `currency`. */
  readonly minimumMicros: bigint
  /** Of statements and payments. */
  readonly currency: string
  /** The network's or bank's fee, in millionths of what is billed less deductions. */
  readonly feePpm: number
  /** The fee of each payment, in micros of `currency`. */
  readonly fixedFeeMicros: bigint
  /** Tax that the network withholds, in millionths of what is billed less deductions. */
  readonly withholdingPpm: number
  /** The keys of the apps that its statements cover, in ascending order; null for all. */
  readonly apps: readonly number[] | null
}

/** Terms of a network that somebody set. */
export interface DatedTerms extends PaymentTerms {
  readonly network: string
  /** The first day of the first month that they hold for. */
  readonly from: Day
}

/** A million: all of an amount. */
export const wholePpm = 1_000_000

/**
 * The terms of a network for a month: the latest that were set for it or a month before, else the network's usual ones.
 *
 * @returns null when nothing is known of the network
 */
export function termsFor(
  all: readonly DatedTerms[],
  usual: ReadonlyMap<string, PaymentTerms>,
  network: string,
  month: Day,
): PaymentTerms | null {
  const own = all
    .filter((terms) => terms.network === network && terms.from <= month)
    .reduce<DatedTerms | null>((last, one) => (last && last.from > one.from ? last : one), null)
  return own ?? usual.get(network) ?? null
}

/** The day by which a month is to be paid. */
export const dueDay = (month: Day, { netDays }: Pick<PaymentTerms, 'netDays'>): Day =>
  addDays(lastDayOfMonth(month), netDays)

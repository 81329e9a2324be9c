import { sum } from './amounts.ts'
import type { SettledMonth } from './settled-month.ts'

/** What was paid of what was reported, over some months. Amounts are in micros of the account's currency. */
export interface PaidShare {
  readonly reportedMicros: bigint
  readonly paidMicros: bigint
}

/**
 * Whether a month counts in the ratio of paid to reported revenue: something was reported, and something was paid for it
 * or should have been. What is paid for an opening balance was reported in several months.
 *
 * @param isLate whether its payment is late
 */
export const countsInRatio = (
  { reportedMicros, paidMicros, isInOpening }: SettledMonth,
  isLate: boolean,
): boolean =>
  !isInOpening &&
  (reportedMicros ?? 0n) > 0n &&
  paidMicros !== null &&
  (paidMicros !== 0n || isLate)

/** Sums of months that count; zeros without any. The ratio is the quotient of the sums. */
export const paidShare = (
  months: readonly SettledMonth[],
  isLate: (month: SettledMonth) => boolean,
): PaidShare => {
  const counted = months.filter((one) => countsInRatio(one, isLate(one)))
  return {
    reportedMicros: sum(counted.map(({ reportedMicros }) => reportedMicros!)),
    paidMicros: sum(counted.map(({ paidMicros }) => paidMicros!)),
  }
}

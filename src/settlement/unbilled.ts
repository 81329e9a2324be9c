import { smallestMicros } from './amounts.ts'
import type { SettledMonth } from './settled-month.ts'

/** The revenue of a month without a statement; null for none. A payment without a statement is taken to be all. */
export function unbilledMicros(month: SettledMonth): bigint | null {
  const { reportedMicros, restatedMicros, deductedMicros, paidMicros, isInOpening } = month
  if (reportedMicros === null || isInOpening || paidMicros) return null
  return reportedMicros + restatedMicros - deductedMicros || null
}

/** Whether an amount is less than the smallest that is paid. */
export const isNothing = (micros: bigint, currency: string): boolean =>
  (micros < 0n ? -micros : micros) < smallestMicros(currency)

import type { Day } from '../values/day.ts'

/** What a statement says is owed. */
export interface OwedStatement {
  /** The first day of its month. */
  readonly month: Day
  readonly number: string
  readonly totalMicros: bigint
  readonly dueDay: Day
}

/** What a partner is owed, in micros. */
export interface PartnerBalance {
  /** Below 0 when more was paid than is owed. */
  readonly openMicros: bigint
  /** The statements that payouts cover, the oldest first. */
  readonly paid: ReadonlySet<Day>
  /** Null while what is open is below the smallest payout. */
  readonly next: { readonly day: Day; readonly amountMicros: bigint } | null
}

/**
 * Sets payouts off against statements, the oldest first. A statement is paid once payouts cover it and all before it. The
 * next payout is on the first day that what is due reaches the smallest payout.
 *
 * @param statements by month
 */
export function balanceOf(
  statements: readonly OwedStatement[],
  payouts: readonly { readonly amountMicros: bigint }[],
  minimumMicros: bigint,
): PartnerBalance {
  const paidMicros = payouts.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
  const paid = new Set<Day>()
  let openMicros = -paidMicros
  let next: PartnerBalance['next'] = null
  for (const { month, totalMicros, dueDay } of statements) {
    openMicros += totalMicros
    if (openMicros <= 0n) paid.add(month)
    else if (next === null && openMicros >= minimumMicros) {
      next = { day: dueDay, amountMicros: openMicros }
    }
  }
  return { openMicros, paid, next: openMicros > 0n ? next : null }
}

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
 * next payout is on the first day that what is due reaches the smallest payout, without what later statements take back.
 *
 * @param statements by month
 */
export function balanceOf(
  statements: readonly OwedStatement[],
  payouts: readonly { readonly amountMicros: bigint }[],
  minimumMicros: bigint,
): PartnerBalance {
  const paidMicros = payouts.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
  let openMicros = -paidMicros
  const open = statements.map(({ totalMicros }) => (openMicros += totalMicros))
  let leastMicros = openMicros
  let next: PartnerBalance['next'] = null
  for (const [place, { dueDay }] of [...statements.entries()].toReversed()) {
    if (open[place]! < leastMicros) leastMicros = open[place]!
    if (leastMicros <= 0n) break
    if (leastMicros >= minimumMicros) next = { day: dueDay, amountMicros: leastMicros }
  }
  const covered = open.findLastIndex((micros) => micros <= 0n)
  return {
    openMicros,
    paid: new Set(statements.slice(0, covered + 1).map(({ month }) => month)),
    next,
  }
}

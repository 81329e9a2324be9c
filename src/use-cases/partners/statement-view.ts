import type { IssuedMonth, PartnerPayout } from '../../partners/owed.ts'
import type { Partner } from '../../partners/partner.ts'
import { balanceOf, type OwedStatement } from '../../partners/payouts.ts'
import { netOf, type Statement, totalOf } from '../../partners/statement.ts'
import type { Day } from '../../values/day.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { formatMonth } from '../../values/months.ts'

/** A statement of a partner. Amounts are in the currency itself. */
export interface StatementView {
  readonly number: string
  readonly partner: string
  readonly month: string
  readonly state: 'approved' | 'paid'
  readonly currency: string
  /** The sum of its shares. */
  readonly net: string
  /** What is owed, with corrections and adjustments. */
  readonly total: string
  readonly due_on: string
  readonly issued_at: string
  readonly shares: readonly {
    readonly app_id: string
    readonly app_name: string
    readonly network: string
    readonly share: string
    readonly impressions: string
    /** Null where the partner may not see it. */
    readonly gross: string | null
    readonly net: string
  }[]
  readonly corrections: readonly { readonly month: string; readonly amount: string }[]
  readonly adjustments: readonly {
    readonly kind: string
    readonly amount: string
    readonly reason: string
  }[]
}

export const toStatementView = (
  { statement }: { readonly statement: Statement },
  state: StatementView['state'],
): StatementView => ({
  number: statement.number,
  partner: statement.partner.account,
  month: statement.month,
  state,
  currency: statement.currency,
  net: formatMicros(netOf(statement)),
  total: formatMicros(totalOf(statement)),
  due_on: statement.dueOn,
  issued_at: formatInstant(statement.issuedAt * 1_000),
  shares: statement.shares.map((line) => ({
    app_id: line.appId,
    app_name: line.appName,
    network: line.adNetwork,
    share: line.share,
    impressions: String(line.impressions),
    gross: line.grossMicros === null ? null : formatMicros(line.grossMicros),
    net: formatMicros(line.netMicros),
  })),
  corrections: statement.corrections.map(({ month, amountMicros }) => ({
    month,
    amount: formatMicros(amountMicros),
  })),
  adjustments: statement.adjustments.map(({ kind, amountMicros, reason }) => ({
    kind,
    amount: formatMicros(amountMicros),
    reason,
  })),
})

/** A statement without its lines. */
export type IssuedView = Pick<
  StatementView,
  'number' | 'partner' | 'month' | 'state' | 'currency' | 'net' | 'total' | 'due_on' | 'issued_at'
>

export interface PayoutView {
  readonly partner: string
  readonly date: string
  readonly amount: string
  readonly reference: string
}

/** What a partner is owed, and what it was paid. Amounts are in the currency itself. */
export interface BalanceView {
  readonly partner: string
  readonly currency: string
  /** Below 0 when more was paid than is owed. */
  readonly open: string
  readonly minimum_payout: string
  /** Null while the open balance is below the smallest payout. */
  readonly next_payout: { readonly date: string; readonly amount: string } | null
  readonly last_payout: PayoutView | null
  /** By month, the newest first. */
  readonly statements: readonly IssuedView[]
  /** The newest first. */
  readonly payouts: readonly PayoutView[]
}

export const toPayoutView = (
  { username }: Pick<Partner, 'username'>,
  { day, amountMicros, reference }: Omit<PartnerPayout, 'id'>,
): PayoutView => ({
  partner: username,
  date: formatDay(day),
  amount: formatMicros(amountMicros),
  reference,
})

/** @param issued by month @param payouts by day */
export function toBalanceView(
  partner: Partner,
  currency: string,
  issued: readonly IssuedMonth[],
  payouts: readonly PartnerPayout[],
): BalanceView {
  const owed: OwedStatement[] = [...issued]
  const { openMicros, paid, next } = balanceOf(owed, payouts, partner.minimumPayoutMicros)
  const paidViews = payouts.map((one) => toPayoutView(partner, one)).toReversed()
  const stateOf = (month: Day) => (paid.has(month) ? ('paid' as const) : ('approved' as const))
  return {
    partner: partner.username,
    currency,
    open: formatMicros(openMicros),
    minimum_payout: formatMicros(partner.minimumPayoutMicros),
    next_payout: next && { date: formatDay(next.day), amount: formatMicros(next.amountMicros) },
    last_payout: paidViews[0] ?? null,
    statements: issued
      .map((one) => ({
        number: one.number,
        partner: partner.username,
        month: formatMonth(one.month),
        state: stateOf(one.month),
        currency,
        net: formatMicros(one.netMicros),
        total: formatMicros(one.totalMicros),
        due_on: formatDay(one.dueDay),
        issued_at: formatInstant(one.issuedAtMs),
      }))
      .toReversed(),
    payouts: paidViews,
  }
}

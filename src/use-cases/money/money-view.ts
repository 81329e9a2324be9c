import { type Ageing, ageingDays, ageingOf } from '../../settlement/ageing.ts'
import { share } from '../../settlement/amounts.ts'
import {
  type Expectations,
  type ExpectedMonth,
  expectPayments,
} from '../../settlement/expect-payments.ts'
import { type MonthState, monthState } from '../../settlement/month-state.ts'
import { type PaidShare, paidShare } from '../../settlement/paid-ratio.ts'
import { keyOf, type SettledMonth } from '../../settlement/settled-month.ts'
import { formatDay } from '../../values/day.ts'
import { formatDecimal, formatMicros } from '../../values/decimal.ts'
import { formatMonth } from '../../values/months.ts'
import type { OpenBooks } from './open-books.ts'

/** What a network reported, billed and paid for a month. Amounts are in the account's currency; null is unknown. */
export type SettledMonthView = ReturnType<typeof toSettledView>

/** Everything about an account's money. */
export type MoneyView = ReturnType<typeof toMoneyView>

/** @param isListed the months whose networks are listed; sums and expectations are of all */
export function toMoneyView(
  { account, months, rules, stored }: OpenBooks,
  isListed: (month: SettledMonth) => boolean,
) {
  const expected = expectPayments(months, rules)
  const late = lateDaysIn(expected)
  const isLate = (one: SettledMonth) => (late.get(keyOf(one))?.days ?? 0) > 0
  const byNetwork = Map.groupBy(months, ({ network }) => network)
  const byMonth = Map.groupBy(months, ({ month }) => month)
  return {
    currency: account.currency,
    today: formatDay(rules.today),
    states: [...byMonth].map(([month, networks]) => ({
      month: formatMonth(month),
      state: monthState(networks),
    })),
    months: months.filter(isListed).map((one) => toSettledView(one, late.get(keyOf(one)), isLate)),
    paid_ratios: [...byNetwork]
      .map(([network, own]) => ({ network, ...toRatio(paidShare(own, isLate)) }))
      .sort((a, b) => (a.network < b.network ? -1 : 1)),
    expected: expected.payments.map(({ network, dueDay, amountMicros, months, lateDays }) => ({
      network,
      due_date: formatDay(dueDay),
      amount: formatMicros(amountMicros),
      late_days: lateDays,
      months: months.map(toExpectedMonth),
    })),
    ageing: ageingOf(expected.payments).map(toAgeing),
    held: expected.held.map((held) => ({
      network: held.network,
      currency: held.currency,
      balance: formatMicros(held.balanceMicros),
      minimum: formatMicros(held.minimumMicros),
      amount: formatMicros(held.amountMicros),
      months: held.months.map(toExpectedMonth),
    })),
    without_terms: expected.withoutTerms,
    /** Networks whose balance cannot be converted, because a rate is missing. */
    without_rates: expected.withoutRates,
    waiting_lines: stored.lines.filter(({ parts }) => parts.length === 0).length,
  }
}

export const toSettledView = (
  one: SettledMonth,
  due: DueMonth | undefined,
  isLate: (month: SettledMonth) => boolean,
) => ({
  network: one.network,
  month: formatMonth(one.month),
  state: monthState([one]) satisfies MonthState,
  reported: orNull(one.reportedMicros),
  restated: formatMicros(one.restatedMicros),
  restatements: one.restatements.map(({ entry, amountMicros, line }) => ({
    import: entry,
    amount: formatMicros(amountMicros),
    /** The line of the adjustment that is the same deduction. */
    line,
  })),
  uncovered: formatMicros(one.uncoveredMicros),
  billed: orNull(one.billedMicros),
  unexplained: orNull(one.unexplainedMicros),
  deducted: formatMicros(one.deductedMicros),
  deductions: one.deductions.map(({ reason, amountMicros }) => ({
    reason,
    amount: formatMicros(amountMicros),
  })),
  fees: formatMicros(one.feeMicros),
  tax: formatMicros(one.taxMicros),
  exchange: orNull(one.exchangeMicros),
  paid: orNull(one.paidMicros),
  open: orNull(one.openMicros),
  currency: one.currency,
  open_in_currency: orNull(one.openInCurrencyMicros),
  /** When it is to be paid; null when nothing is owed, below the smallest payment, and without terms. */
  due_date: due ? formatDay(due.dueDay) : null,
  late_days: due?.days ?? 0,
  ...toRatio(paidShare([one], isLate)),
  lines: one.lines,
})

interface DueMonth {
  readonly dueDay: Expectations['payments'][number]['dueDay']
  readonly days: number
}

/** When each network's month is to be paid. */
export function lateDaysIn({ payments }: Expectations): ReadonlyMap<string, DueMonth> {
  const due = payments.flatMap(({ network, months, dueDay, lateDays }) =>
    months.map(({ month }) => [keyOf({ network, month }), { dueDay, days: lateDays }] as const),
  )
  return new Map(due)
}

const orNull = (micros: bigint | null): string | null =>
  micros === null ? null : formatMicros(micros)

/** Six places; null where nothing was reported or nothing counts. */
const toRatio = ({ reportedMicros, paidMicros }: PaidShare) => ({
  paid_ratio:
    reportedMicros <= 0n
      ? null
      : formatDecimal({ units: share(paidMicros, 1_000_000n, reportedMicros), places: 6 }),
})

const toExpectedMonth = ({ month, basis, amountMicros }: ExpectedMonth) => ({
  month: formatMonth(month),
  basis,
  amount: formatMicros(amountMicros),
})

const toAgeing = ({ network, amountsMicros }: Ageing) => ({
  network,
  amounts: ageingDays.map((last, bucket) => ({
    /** Null for the last bucket. */
    up_to_days: Number.isFinite(last) ? last : null,
    amount: formatMicros(amountsMicros[bucket]!),
  })),
})

import { addDays, type Day } from '../values/day.ts'
import { firstDayOfMonth, lastDayOfMonth } from '../values/months.ts'
import { percentOf, share, sum } from './amounts.ts'
import type { SettledMonth } from './settled-month.ts'
import { dueDay, type PaymentTerms } from './terms.ts'
import { isNothing, unbilledMicros } from './unbilled.ts'

/** What an expected amount is made from: a network's statement, the month's close, or figures that may still change. */
export type ExpectationBasis = 'billed' | 'closed' | 'reported'

/** A month of an expected payment. */
export interface ExpectedMonth {
  readonly month: Day
  readonly basis: ExpectationBasis
  /** In micros of the account's currency. */
  readonly amountMicros: bigint
}

/** A payment that is still to come. */
export interface ExpectedPayment {
  readonly network: string
  readonly dueDay: Day
  /** After the fixed fee, in micros of the account's currency. */
  readonly amountMicros: bigint
  readonly months: readonly ExpectedMonth[]
  /** How many days it is late; 0 until the day after its due day. */
  readonly lateDays: number
}

/** A balance that is not paid yet, because it is below the network's smallest payment or below 0. */
export interface HeldBalance {
  readonly network: string
  readonly currency: string
  /** In micros of the network's currency. */
  readonly balanceMicros: bigint
  readonly minimumMicros: bigint
  /** In micros of the account's currency. */
  readonly amountMicros: bigint
  readonly months: readonly ExpectedMonth[]
}

export interface Expectations {
  /** By due day, then network. */
  readonly payments: readonly ExpectedPayment[]
  readonly held: readonly HeldBalance[]
  /** Networks that owe something but have no terms. */
  readonly withoutTerms: readonly string[]
  /** Networks that owe something in a currency without a rate, so that it is neither expected nor held. */
  readonly withoutRates: readonly string[]
}

/** What is asked beside the settled months. */
export interface ExpectationRules {
  readonly termsOf: (network: string, month: Day) => PaymentTerms | null
  /** Converts an amount of the account's currency at today's rate; null without one. */
  readonly toCurrency: (amountMicros: bigint, currency: string) => bigint | null
  readonly today: Day
}

/**
 * The payments that networks still owe. A network pays all it owes once the balance reaches its smallest payment and is
 * above its fixed fee, on the day that the terms give for the month in which it did. Payments that are due count as made
 * for months before the first line of their network.
 *
 * @param months in ascending order
 */
export function expectPayments(
  months: readonly SettledMonth[],
  rules: ExpectationRules,
): Expectations {
  const payments: ExpectedPayment[] = []
  const held: HeldBalance[] = []
  const withoutTerms = new Set<string>()
  const withoutRates = new Set<string>()
  for (const [network, own] of Map.groupBy(months, (settled) => settled.network)) {
    const isFollowed = own.some(({ paidMicros }) => paidMicros !== null)
    let balance: Balance | null = null
    for (const settled of own) {
      const terms = rules.termsOf(network, settled.month)
      if (!terms) {
        if (owesWithoutTerms(settled, rules.today)) withoutTerms.add(network)
        continue
      }
      const due = dueDay(settled.month, terms)
      const isPast: boolean = settled.paidMicros === null && due < rules.today
      const owed = isFollowed && isPast ? null : owedFor(settled, terms, rules)
      if (!owed) continue
      const next: Balance | null = added(balance, owed, terms, rules)
      if (!next) {
        withoutRates.add(network)
        continue
      }
      balance = isNothing(next.inCurrencyMicros, terms.currency) ? null : next
      if (!balance || !isPaid(balance)) continue
      if (!isPast) payments.push(toPayment(network, due, balance, rules.today))
      balance = null
    }
    if (balance) held.push(toHeld(network, balance))
  }
  return {
    payments: payments.sort((a, b) => a.dueDay - b.dueDay || (a.network < b.network ? -1 : 1)),
    held,
    withoutTerms: [...withoutTerms],
    withoutRates: [...withoutRates],
  }
}

interface Owed extends ExpectedMonth {
  /** In micros of the currency of the month's terms; null without a rate. */
  readonly inCurrencyMicros: bigint | null
}

interface Balance {
  readonly months: readonly ExpectedMonth[]
  readonly inCurrencyMicros: bigint
  /** Of the last month. */
  readonly terms: PaymentTerms
}

/** A balance with another month, in the currency of its terms; null without a rate. */
function added(
  before: Balance | null,
  { inCurrencyMicros, ...month }: Owed,
  terms: PaymentTerms,
  { toCurrency }: ExpectationRules,
): Balance | null {
  if (inCurrencyMicros === null) return null
  if (!before) return { months: [month], inCurrencyMicros, terms }
  const carried =
    before.terms.currency === terms.currency
      ? before.inCurrencyMicros
      : toCurrency(totalOf(before), terms.currency)
  if (carried === null) return null
  return { months: [...before.months, month], inCurrencyMicros: carried + inCurrencyMicros, terms }
}

const totalOf = ({ months }: Balance): bigint => sum(months.map(({ amountMicros }) => amountMicros))

const isPaid = ({ inCurrencyMicros, terms }: Balance): boolean =>
  inCurrencyMicros >= terms.minimumMicros && inCurrencyMicros > terms.fixedFeeMicros

/** What a network owes for a month; null for nothing, and where it is unknown. */
function owedFor(
  settled: SettledMonth,
  terms: PaymentTerms,
  { toCurrency }: ExpectationRules,
): Owed | null {
  const { month, openMicros, openInCurrencyMicros, currency, isClosed } = settled
  if (openMicros !== null && openInCurrencyMicros !== null) {
    if (isNothing(openInCurrencyMicros, currency)) return null
    const inCurrencyMicros =
      currency === terms.currency ? openInCurrencyMicros : toCurrency(openMicros, terms.currency)
    return { month, basis: 'billed', amountMicros: openMicros, inCurrencyMicros }
  }
  const revenueMicros = unbilledMicros(settled)
  if (revenueMicros === null) return null
  const basis = isClosed ? 'closed' : 'reported'
  return { month, basis, ...afterTerms(revenueMicros, terms, toCurrency) }
}

/** What the terms leave of revenue. */
function afterTerms(
  revenueMicros: bigint,
  { currency, feePpm, withholdingPpm }: PaymentTerms,
  toCurrency: ExpectationRules['toCurrency'],
): Pick<Owed, 'amountMicros' | 'inCurrencyMicros'> {
  const revenue = toCurrency(revenueMicros, currency)
  if (!revenue) return { amountMicros: revenueMicros, inCurrencyMicros: revenue }
  const taken = percentOf(revenue, feePpm, currency) + percentOf(revenue, withholdingPpm, currency)
  return {
    amountMicros: revenueMicros - share(revenueMicros, taken, revenue),
    inCurrencyMicros: revenue - taken,
  }
}

/** For how long a network without terms is named. */
const unknownTermsDays = 92

function owesWithoutTerms(settled: SettledMonth, today: Day): boolean {
  const { openInCurrencyMicros: open, currency, month } = settled
  if (open !== null) return !isNothing(open, currency)
  const isLate = lastDayOfMonth(month) < addDays(firstDayOfMonth(today), -unknownTermsDays)
  return !isLate && unbilledMicros(settled) !== null
}

function toPayment(network: string, due: Day, balance: Balance, today: Day): ExpectedPayment {
  const { months, inCurrencyMicros, terms } = balance
  const amount = totalOf(balance)
  return {
    network,
    dueDay: due,
    amountMicros: amount - share(amount, terms.fixedFeeMicros, inCurrencyMicros),
    months,
    lateDays: Math.max(0, today - due),
  }
}

const toHeld = (network: string, balance: Balance): HeldBalance => ({
  network,
  currency: balance.terms.currency,
  balanceMicros: balance.inCurrencyMicros,
  minimumMicros: balance.terms.minimumMicros,
  amountMicros: totalOf(balance),
  months: balance.months,
})

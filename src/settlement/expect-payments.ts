import { addDays, type Day } from '../values/day.ts'
import { firstDayOfMonth, lastDayOfMonth } from '../values/months.ts'
import { percentOf, share, smallestMicros, sum } from './amounts.ts'
import type { SettledMonth } from './settled-month.ts'
import { dueDay, type PaymentTerms } from './terms.ts'

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
}

/** What is asked beside the settled months. */
export interface ExpectationRules {
  readonly termsOf: (network: string, month: Day) => PaymentTerms | null
  /** Converts an amount of the account's currency at today's rate; null without one. */
  readonly toCurrency: (amountMicros: bigint, currency: string) => bigint | null
  readonly today: Day
}

/**
 * The payments that networks still owe. A network pays all it owes once the balance reaches its smallest payment, on the
 * day that the terms give for the month in which it did. Months that are due but were never followed count as paid.
 *
 * @param months in ascending order
 */
export function expectPayments(
  months: readonly SettledMonth[],
  rules: ExpectationRules,
): Expectations {
  const payments: ExpectedPayment[] = []
  const held: HeldBalance[] = []
  const withoutTerms: string[] = []
  for (const [network, own] of Map.groupBy(months, (settled) => settled.network)) {
    let balance: Balance = emptyBalance
    let last: PaymentTerms | null = null
    for (const settled of own) {
      const owed = owedFor(settled, rules)
      if (!owed) continue
      const terms = rules.termsOf(network, settled.month)
      if (!terms) {
        if (!withoutTerms.includes(network)) withoutTerms.push(network)
        continue
      }
      last = terms
      balance = added(balance, owed)
      if (balance.inCurrencyMicros <= 0n || balance.inCurrencyMicros < terms.minimumMicros) continue
      payments.push(toPayment(network, dueDay(settled.month, terms), balance, terms, rules.today))
      balance = emptyBalance
    }
    if (last && balance.months.length > 0) held.push(toHeld(network, balance, last))
  }
  return {
    payments: payments.sort((a, b) => a.dueDay - b.dueDay || (a.network < b.network ? -1 : 1)),
    held,
    withoutTerms,
  }
}

interface Owed extends ExpectedMonth {
  readonly inCurrencyMicros: bigint
}

interface Balance {
  readonly months: readonly Owed[]
  readonly inCurrencyMicros: bigint
}

const emptyBalance: Balance = { months: [], inCurrencyMicros: 0n }

const added = ({ months, inCurrencyMicros }: Balance, owed: Owed): Balance => ({
  months: [...months, owed],
  inCurrencyMicros: inCurrencyMicros + owed.inCurrencyMicros,
})

/** What a network owes for a month; null for nothing, and where it is unknown. */
function owedFor(
  settled: SettledMonth,
  { termsOf, toCurrency, today }: ExpectationRules,
): Owed | null {
  const { network, month, openMicros, openInCurrencyMicros, currency } = settled
  if (openMicros !== null && openInCurrencyMicros !== null) {
    const isOpen = magnitude(openInCurrencyMicros) >= smallestMicros(currency)
    const owed = { amountMicros: openMicros, inCurrencyMicros: openInCurrencyMicros }
    return isOpen ? { month, basis: 'billed', ...owed } : null
  }
  const terms = termsOf(network, month)
  const isFollowed = settled.paidMicros !== null
  const isDue = terms !== null && dueDay(month, terms) < today
  // A payment without a statement is taken to be all.
  if (settled.reportedMicros === null || settled.paidMicros || (isDue && !isFollowed)) return null
  if (terms === null && lastDayOfMonth(month) < addDays(firstDayOfMonth(today), -unknownTermsDays))
    return null
  const amountMicros = estimate(settled, terms)
  return {
    month,
    basis: settled.isClosed ? 'closed' : 'reported',
    amountMicros,
    inCurrencyMicros: toCurrency(amountMicros, currency) ?? amountMicros,
  }
}

/** For how long a network without terms is named. */
const unknownTermsDays = 92

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** What the terms leave of the reported revenue. */
function estimate(
  { reportedMicros, restatedMicros, deductedMicros }: SettledMonth,
  terms: PaymentTerms | null,
): bigint {
  const base = (reportedMicros ?? 0n) + restatedMicros - deductedMicros
  if (!terms) return base
  const taken = (ppm: number) => percentOf(base, ppm, terms.currency)
  return base - taken(terms.feePpm) - taken(terms.withholdingPpm)
}

function toPayment(
  network: string,
  due: Day,
  { months, inCurrencyMicros }: Balance,
  { fixedFeeMicros }: PaymentTerms,
  today: Day,
): ExpectedPayment {
  const amount = sum(months.map(({ amountMicros }) => amountMicros))
  return {
    network,
    dueDay: due,
    amountMicros: amount - share(amount, fixedFeeMicros, inCurrencyMicros),
    months: months.map(toMonth),
    lateDays: Math.max(0, today - due),
  }
}

const toHeld = (
  network: string,
  { months, inCurrencyMicros }: Balance,
  { currency, minimumMicros }: PaymentTerms,
): HeldBalance => ({
  network,
  currency,
  balanceMicros: inCurrencyMicros,
  minimumMicros,
  amountMicros: sum(months.map(({ amountMicros }) => amountMicros)),
  months: months.map(toMonth),
})

const toMonth = ({ month, basis, amountMicros }: Owed): ExpectedMonth => ({
  month,
  basis,
  amountMicros,
})

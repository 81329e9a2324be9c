import { type Fraction, roundedPart, sizeOf, unitOf } from './naive-amounts.ts'
import type { NaiveBooks, NaiveRow, NaiveTerms } from './naive-books.ts'

export interface NaiveExpectedMonth {
  readonly month: string
  readonly basis: 'billed' | 'closed' | 'reported'
  readonly micros: bigint
}

/** What networks still owe. Amounts are micros of the account's currency. */
export interface NaiveExpectations {
  readonly payments: readonly {
    readonly network: string
    readonly dueDay: string
    readonly micros: bigint
    readonly months: readonly NaiveExpectedMonth[]
    readonly lateDays: number
  }[]
  readonly held: readonly {
    readonly network: string
    readonly currency: string
    readonly balance: bigint
    readonly minimum: bigint
    readonly micros: bigint
    readonly months: readonly NaiveExpectedMonth[]
  }[]
  readonly withoutTerms: readonly string[]
  readonly withoutRates: readonly string[]
}

/** What one unit of the account's currency is worth in others today. */
export type NaiveRates = Readonly<Record<string, Fraction | undefined>>

const dayMs = 86_400_000

export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const nextMonth = (month: string): string => daysLater(`${month}-28`, 4).slice(0, 7)

export const lastDay = (month: string): string => daysLater(`${nextMonth(month)}-01`, -1)

const daysBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / dayMs

/** Goes through the months of each network, and remembers what it has not paid yet. */
export function expectNaively(
  books: NaiveBooks,
  today: string,
  rates: NaiveRates,
): NaiveExpectations {
  const rows = books.table()
  const payments: NaiveExpectations['payments'][number][] = []
  const held: NaiveExpectations['held'][number][] = []
  const withoutTerms: string[] = []
  const withoutRates: string[] = []
  const exchanged = (micros: bigint, currency: string) => {
    if (currency === books.currency) return micros
    const rate = rates[currency]
    return rate ? roundedPart(micros, ...rate) : null
  }
  for (const network of [...new Set(rows.map((row) => row.network))].sort()) {
    const own = rows.filter((row) => row.network === network)
    let months: NaiveExpectedMonth[] = []
    let balance = 0n
    let terms: NaiveTerms | null = null
    const total = () => months.reduce((sum, { micros }) => sum + micros, 0n)
    for (const row of own) {
      const now = books.termsOf(network, row.month)
      if (!now) {
        if (owesWithoutTerms(row, today)) withoutTerms.push(network)
        continue
      }
      const dueDay = daysLater(lastDay(row.month), now.netDays)
      const isPast = row.paid === null && dueDay < today
      if (isPast && own.some(({ paid }) => paid !== null)) continue
      const owed = owedOf(row, now, exchanged)
      if (!owed) continue
      const carried =
        terms && terms.currency !== now.currency ? exchanged(total(), now.currency) : balance
      if (owed.amount === null || carried === null) {
        withoutRates.push(network)
        continue
      }
      terms = now
      balance = carried + owed.amount
      months = [...months, owed.month]
      const micros = total()
      if (sizeOf(balance) < unitOf(terms.currency)) {
        months = []
      } else if (balance >= terms.minimum && balance > terms.fixedFee) {
        const fee = roundedPart(micros, terms.fixedFee, balance)
        const lateDays = Math.max(0, daysBetween(dueDay, today))
        if (!isPast) payments.push({ network, dueDay, micros: micros - fee, months, lateDays })
        months = []
      }
      if (months.length > 0) continue
      balance = 0n
      terms = null
    }
    if (terms) {
      const { currency, minimum } = terms
      held.push({ network, currency, balance, minimum, micros: total(), months })
    }
  }
  return {
    payments: payments.sort((a, b) =>
      a.dueDay === b.dueDay ? (a.network < b.network ? -1 : 1) : a.dueDay < b.dueDay ? -1 : 1,
    ),
    held,
    withoutTerms: [...new Set(withoutTerms)],
    withoutRates: [...new Set(withoutRates)],
  }
}

/** What a network owes for a month, also in the currency of its terms, where there is a rate. */
function owedOf(
  row: NaiveRow,
  terms: NaiveTerms,
  exchanged: (micros: bigint, currency: string) => bigint | null,
): { readonly month: NaiveExpectedMonth; readonly amount: bigint | null } | null {
  const { month, open, openInCurrency } = row
  if (open !== null && openInCurrency !== null) {
    if (sizeOf(openInCurrency) < unitOf(row.currency)) return null
    const amount =
      row.currency === terms.currency ? openInCurrency : exchanged(open, terms.currency)
    return { month: { month, basis: 'billed', micros: open }, amount }
  }
  const revenue = unbilled(row)
  if (revenue === 0n) return null
  const basis = row.isClosed ? 'closed' : 'reported'
  const inCurrency = exchanged(revenue, terms.currency)
  if (inCurrency === null) return { month: { month, basis, micros: revenue }, amount: null }
  const unit = unitOf(terms.currency)
  const percent = (ppm: bigint) =>
    inCurrency > 0n ? roundedPart(inCurrency, ppm, 1_000_000n * unit) * unit : 0n
  const taken = percent(terms.feePpm) + percent(terms.withholdingPpm)
  const micros = revenue - (taken === 0n ? 0n : roundedPart(revenue, taken, inCurrency))
  return { month: { month, basis, micros }, amount: inCurrency - taken }
}

/** Revenue that no statement or payment is about yet. */
function unbilled({ reported, restated, deducted, paid, isInOpening }: NaiveRow): bigint {
  const isPaid = paid !== null && paid !== 0n
  return reported === null || isPaid || isInOpening ? 0n : reported + restated - deducted
}

function owesWithoutTerms(row: NaiveRow, today: string): boolean {
  if (row.openInCurrency !== null) return sizeOf(row.openInCurrency) >= unitOf(row.currency)
  const firstToday = `${today.slice(0, 7)}-01`
  return unbilled(row) !== 0n && lastDay(row.month) >= daysLater(firstToday, -92)
}

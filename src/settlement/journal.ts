import type { Day } from '../values/day.ts'
import { formatMonth, lastDayOfMonth } from '../values/months.ts'
import { sum } from './amounts.ts'
import type { MonthClose } from './month-close.ts'
import { keyOf, type SettledMonth, type Settling } from './settled-month.ts'
import type { StatementLine } from './statement-line.ts'

/** The accounts of the journal, in its order. Each network has one of each. */
export const journalAccounts = [
  'revenue',
  'accrued',
  'opening',
  'receivable',
  'deductions',
  'fees',
  'tax',
  'exchange',
  'bank',
] as const

export type JournalAccount = (typeof journalAccounts)[number]

/** A line of the journal. The lines of an event, which have one network and reference, add up to 0. */
export interface JournalLine {
  readonly day: Day
  readonly account: JournalAccount
  readonly network: string
  /** In micros of the account's currency, never 0: above 0 is a debit. */
  readonly amountMicros: bigint
  readonly reference: string
}

/** What an event amounts to. */
interface Booking extends Pick<JournalLine, 'day' | 'network' | 'reference'> {
  readonly amounts: Partial<Record<JournalAccount, bigint>>
}

/**
 * What the last close books: all that the books say by then, less what closes before it booked. So a closed month's
 * journal never changes. What is known better later, such as a deduction that a restatement explains, is booked as a
 * difference.
 *
 * The revenue of closed months is accrued, of the apps that statements cover. A statement of earnings turns it into a
 * receivable, which payments, deductions, fees and taxes settle. What the terms take is booked with the last payment.
 * Months that an opening balance contains are booked against `opening`.
 *
 * @param closes all closes, in the order of their months
 * @param months settled from these closes and lines
 * @param lines those that are booked, with the last close's
 * @param booked the journal before it
 * @returns lines by day; days are in the month of the close
 */
export function bookClose(
  closes: readonly MonthClose[],
  months: readonly SettledMonth[],
  lines: readonly StatementLine[],
  booked: readonly JournalLine[],
): JournalLine[] {
  const { month } = closes.at(-1)!
  const lastDay = lastDayOfMonth(month)
  const before = Map.groupBy(booked, eventOf)
  const now = Map.groupBy(allLines(closes, months, lines), eventOf)
  return [...new Set([...now.keys(), ...before.keys()])]
    .flatMap((event) => {
      const [said, earlier] = [now.get(event) ?? [], before.get(event) ?? []]
      const { network, reference, day } = said[0] ?? earlier[0]!
      const ownDay = day < month ? month : day
      return journalAccounts.map((account) => ({
        day: earlier.length > 0 ? lastDay : ownDay,
        account,
        network,
        amountMicros: totalOf(said, account) - totalOf(earlier, account),
        reference,
      }))
    })
    .filter(({ amountMicros }) => amountMicros !== 0n)
    .sort((a, b) => a.day - b.day)
}

const eventOf = ({ network, reference }: JournalLine): string => `${network} ${reference}`

const totalOf = (lines: readonly JournalLine[], account: JournalAccount): bigint =>
  sum(lines.filter((line) => line.account === account).map(({ amountMicros }) => amountMicros))

/** All that the books say. */
function allLines(
  closes: readonly MonthClose[],
  months: readonly SettledMonth[],
  lines: readonly StatementLine[],
): JournalLine[] {
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  const monthOf = new Map(months.map((month) => [keyOf(month), month]))
  return [
    ...months.filter(({ isClosed }) => isClosed).map(bookRevenue),
    ...closes.flatMap((close) => bookChanges(close, monthOf)),
    ...months.flatMap((month) => bookLines(month, lineOf)),
  ].flatMap(toLines)
}

const bookRevenue = (settled: SettledMonth): Booking => {
  const amount = settled.reportedMicros ?? 0n
  return {
    day: lastDayOfMonth(settled.month),
    network: settled.network,
    reference: `reported ${formatMonth(settled.month)}`,
    amounts: { [accrualOf(settled)]: amount, revenue: -amount },
  }
}

const bookChanges = (
  { month, carried }: MonthClose,
  monthOf: ReadonlyMap<string, SettledMonth>,
): Booking[] =>
  carried.map((change) => ({
    day: lastDayOfMonth(month),
    network: change.network,
    reference: `restated ${formatMonth(change.month)}${change.entry === null ? '' : ` by import ${change.entry}`}`,
    amounts: {
      [accrualOf(monthOf.get(keyOf(change)))]: change.amountMicros,
      revenue: -change.amountMicros,
    },
  }))

const accrualOf = (month: SettledMonth | undefined): JournalAccount =>
  month?.isInOpening ? 'opening' : 'accrued'

/** What the lines of a network's month book, and the terms. */
function bookLines(settled: SettledMonth, lineOf: ReadonlyMap<number, StatementLine>): Booking[] {
  const { network } = settled
  const month = formatMonth(settled.month)
  const about = (id: number) => {
    const { day, kind, reference } = lineOf.get(id)!
    const words = [kind, month, reference, `line ${id}`]
    return { day, network, reference: words.filter(Boolean).join(' ') }
  }
  const billed = settled.billing.map(({ line, valueMicros }) => ({
    ...about(line),
    amounts: { receivable: valueMicros, [accrualOf(settled)]: -valueMicros },
  }))
  const payment = settled.lines.findLast((id) => lineOf.get(id)!.kind === 'payment')
  const taken = settled.settled.flatMap((one): Booking[] => {
    const id = one.line ?? payment
    if (id === undefined) return []
    const said = about(id)
    const reference = one.line === null ? `${one.as} ${month} by the terms` : said.reference
    return [{ ...said, reference, amounts: amountsOf(one) }]
  })
  return [...billed, ...taken]
}

const accountOf = {
  deducted: 'deductions',
  fee: 'fees',
  tax: 'tax',
  paid: 'bank',
} as const satisfies Readonly<Record<Settling['as'], JournalAccount>>

const amountsOf = ({ as, valueMicros, bookedMicros }: Settling): Booking['amounts'] => ({
  [accountOf[as]]: valueMicros,
  receivable: -bookedMicros,
  exchange: bookedMicros - valueMicros,
})

const toLines = ({ amounts, ...about }: Booking): JournalLine[] =>
  journalAccounts.flatMap((account) => {
    const amountMicros = amounts[account] ?? 0n
    return amountMicros === 0n ? [] : [{ ...about, account, amountMicros }]
  })

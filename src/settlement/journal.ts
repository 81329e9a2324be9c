import type { Day } from '../values/day.ts'
import { formatMonth, lastDayOfMonth } from '../values/months.ts'
import { sum } from './amounts.ts'
import type { MonthClose } from './month-close.ts'
import type { SettledMonth, Settling } from './settled-month.ts'
import type { StatementLine } from './statement-line.ts'

/** The accounts of the journal. All but the bank have one for each network. */
export const journalAccounts = [
  'revenue',
  'accrued',
  'receivable',
  'deductions',
  'fees',
  'tax',
  'exchange',
  'bank',
] as const

export type JournalAccount = (typeof journalAccounts)[number]

/** A line of the journal, in micros of the account's currency. One of its sides is 0. */
export interface JournalLine {
  readonly day: Day
  readonly account: JournalAccount
  readonly network: string
  readonly debitMicros: bigint
  readonly creditMicros: bigint
  readonly reference: string
}

/** What one event books: amounts above 0 are debits. They add up to 0. */
interface Booking {
  readonly day: Day
  readonly network: string
  readonly reference: string
  readonly amounts: Partial<Record<JournalAccount, bigint>>
}

/**
 * The journal of closed months, for bookkeeping. The close of a month books its revenue as accrued, what changed of months
 * that were closed before, and the lines of statements up to its end. A statement of earnings turns accrued revenue into a
 * receivable; payments, deductions, fees and taxes settle that.
 *
 * @param only the months whose closes are told; all when absent
 * @returns by month, with equal sums of both sides for each event
 */
export function journal(
  closes: readonly MonthClose[],
  months: readonly SettledMonth[],
  lines: readonly StatementLine[],
  only: (month: Day) => boolean = () => true,
): JournalLine[] {
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  return closes
    .filter(({ month }) => only(month))
    .flatMap((close) => [
      ...bookRevenue(close),
      ...bookChanges(close),
      ...months.flatMap((month) => bookLines(close.month, month, lineOf)),
    ])
    .flatMap(toLines)
}

const bookRevenue = ({ month, figures }: MonthClose): Booking[] =>
  [...Map.groupBy(figures, ({ network }) => network)].map(([network, rows]) => {
    const amount = sum(rows.map(({ revenueMicros }) => revenueMicros))
    return {
      day: lastDayOfMonth(month),
      network,
      reference: `reported ${formatMonth(month)}`,
      amounts: { accrued: amount, revenue: -amount },
    }
  })

const bookChanges = ({ month, carried }: MonthClose): Booking[] =>
  carried.map(({ network, month: of, entry, amountMicros }) => ({
    day: lastDayOfMonth(month),
    network,
    reference: `restated ${formatMonth(of)}${entry === null ? '' : ` by import ${entry}`}`,
    amounts: { accrued: amountMicros, revenue: -amountMicros },
  }))

/** What the lines of a network's month book with a close. */
function bookLines(
  closing: Day,
  { network, month, billing, settled }: SettledMonth,
  lineOf: ReadonlyMap<number, StatementLine>,
): Booking[] {
  const of = (line: StatementLine) => ({
    day: line.day,
    network,
    reference: [line.kind, formatMonth(month), line.reference].filter(Boolean).join(' '),
  })
  const isBooked = (id: number) => lineOf.get(id)!.bookedIn === closing
  const billed = billing
    .filter(({ line }) => isBooked(line))
    .map(({ line, valueMicros }) => ({
      ...of(lineOf.get(line)!),
      amounts: { receivable: valueMicros, accrued: -valueMicros },
    }))
  const taken = settled.flatMap((one): Booking[] => {
    // What the terms take is booked with the last payment.
    const line = lineOf.get(one.line ?? lastPayment(settled) ?? 0)
    if (line?.bookedIn !== closing) return []
    const reference =
      one.line === null ? `${one.as} ${formatMonth(month)} by the terms` : of(line).reference
    return [{ ...of(line), reference, amounts: amountsOf(one) }]
  })
  return [...billed, ...taken]
}

const lastPayment = (settled: readonly Settling[]): number | null =>
  settled.filter(({ as }) => as === 'paid').at(-1)?.line ?? null

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

const toLines = ({ amounts, day, network, reference }: Booking): JournalLine[] =>
  journalAccounts.flatMap((account) => {
    const amount = amounts[account] ?? 0n
    if (amount === 0n) return []
    const [debitMicros, creditMicros] = amount > 0n ? [amount, 0n] : [0n, -amount]
    return [{ day, account, network, debitMicros, creditMicros, reference }]
  })

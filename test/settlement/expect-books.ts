import { expect } from 'vitest'
import { sum } from '../../src/settlement/amounts.ts'
import { type JournalLine, journalAccounts } from '../../src/settlement/journal.ts'
import type { CarriedChange, MonthClose } from '../../src/settlement/month-close.ts'
import type { SettledMonth } from '../../src/settlement/settled-month.ts'
import { type Day, formatDay } from '../../src/values/day.ts'
import { formatMonth, parseMonth } from '../../src/values/months.ts'
import type { NaiveBooks } from './naive-books.ts'
import { toNaiveChange, toNaiveRow } from './pure-books.ts'

/** What books say, in the names of the model. */
export interface FoundBooks {
  readonly months: readonly SettledMonth[]
  readonly closes: readonly Pick<MonthClose, 'carried'>[]
  readonly unbooked: readonly CarriedChange[]
  /** What each close booked, by its month. */
  readonly journals: ReadonlyMap<Day, readonly JournalLine[]>
}

/** Expects what the model has, and that its sums agree. */
export function expectBooks(found: FoundBooks, model: NaiveBooks): void {
  expect(found.months.map(toNaiveRow)).toEqual(model.table())
  for (const month of found.months) expectIdentities(month)
  expect(found.unbooked.map(toNaiveChange)).toEqual(model.unbooked())
  expect(found.closes.map(({ carried }) => carried.map(toNaiveChange))).toEqual(
    model.closes.map(({ carried }) => carried),
  )
  expectBookedOnce(found)
  expectJournals(found, model)
}

/** The two identities, to the micro, where their amounts are known. */
function expectIdentities(one: SettledMonth): void {
  const { reportedMicros, billedMicros, unexplainedMicros, exchangeMicros, openMicros } = one
  if (reportedMicros !== null && billedMicros !== null && unexplainedMicros !== null) {
    expect(reportedMicros + one.restatedMicros).toBe(billedMicros + unexplainedMicros)
  }
  expect(sum(one.restatements.map(({ amountMicros }) => amountMicros))).toBe(one.restatedMicros)
  expect(sum(one.deductions.map(({ amountMicros }) => amountMicros))).toBe(one.deductedMicros)
  if (billedMicros === null) return
  const taken = one.paidMicros! + one.deductedMicros + one.feeMicros + one.taxMicros
  expect(billedMicros + exchangeMicros!).toBe(taken + openMicros!)
  if (one.openInCurrencyMicros === 0n) expect(openMicros).toBe(0n)
}

/** Of each closed month, closes and the next close together book what changed. */
function expectBookedOnce({ months, closes, unbooked }: FoundBooks): void {
  const booked = [...closes.flatMap(({ carried }) => carried), ...unbooked]
  for (const { isClosed, network, month, restatedMicros } of months) {
    const own = booked.filter((one) => one.network === network && one.month === month)
    const expected = isClosed ? restatedMicros : 0n
    expect(sum(own.map(({ amountMicros }) => amountMicros))).toBe(expected)
  }
}

/** What closes book has two equal sides for each event and is dated in their month. All of it gives the model's balances. */
function expectJournals({ journals }: FoundBooks, model: NaiveBooks): void {
  const booked: JournalLine[] = []
  expect([...journals.keys()].map(formatMonth)).toEqual(model.closes.map(({ month }) => month))
  for (const { month, balances } of model.closes) {
    const lines = journals.get(parseMonth(month)!)!
    for (const event of Map.groupBy(lines, (one) => `${one.network} ${one.reference}`).values()) {
      expect(totalOf(event)).toBe(0n)
    }
    expect(lines.filter(({ day }) => !formatDay(day).startsWith(month))).toEqual([])
    booked.push(...lines)
    for (const [network, expected] of balances) {
      const own = booked.filter((line) => line.network === network)
      const totals = journalAccounts.map((account) => [
        account,
        totalOf(own.filter((line) => line.account === account)),
      ])
      expect(Object.fromEntries(totals)).toEqual(expected)
    }
    expect(booked.filter(({ network }) => !balances.has(network))).toEqual([])
  }
}

const totalOf = (lines: readonly JournalLine[]): bigint =>
  sum(lines.map(({ amountMicros }) => amountMicros))

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageingOf } from '../../src/settlement/ageing.ts'
import { sum } from '../../src/settlement/amounts.ts'
import { type JournalLine, journalAccounts } from '../../src/settlement/journal.ts'
import type { SettledMonth } from '../../src/settlement/settled-month.ts'
import { formatDay } from '../../src/values/day.ts'
import { formatMonth, parseMonth } from '../../src/values/months.ts'
import { caseCount } from '../property/batches.ts'
import { dayOf, drawnHistory, History } from './drawn-history.ts'
import { NaiveBooks } from './naive-books.ts'
import { expectNaively, type NaiveRates } from './naive-expectations.ts'
import { PureBooks, toNaiveChange, toNaiveExpectations, toNaiveRow } from './pure-books.ts'

/** Cases without a store are fast. */
const numRuns = 50 * caseCount

test(`${numRuns} histories of figures, closes, statements and terms give the table of a naive model`, () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(drawnHistory, ({ currency, actions, days, rates }) => {
      const model = new NaiveBooks(currency)
      const core = new PureBooks(currency)
      const history = new History(model)
      for (const action of actions) {
        const step = history.toStep(action)
        if (!step) continue
        model.take(step)
        core.take(step)
        expectSame(core, model, days.map(dayOf), rates, seen)
      }
    }),
    { numRuns },
  )
  if (numRuns >= 500) expect(edges.filter((edge) => !seen.has(edge))).toEqual([])
})

/** What the cases of a run have somewhere. */
const edges = [
  'carried',
  'carried without entry',
  'linked',
  'held',
  'late',
  'no terms',
  'no rate',
  'exchange',
  'uncovered',
  'opening',
  'overpaid',
] as const

function expectSame(
  core: PureBooks,
  model: NaiveBooks,
  days: readonly string[],
  rates: NaiveRates,
  seen: Set<string>,
): void {
  const { months } = core
  expect(months.map(toNaiveRow)).toEqual(model.table())
  for (const month of months) expectIdentities(month)
  expect(core.unbooked().map(toNaiveChange)).toEqual(model.unbooked())
  expect(core.closes.map(({ carried }) => carried.map(toNaiveChange))).toEqual(
    model.closes.map(({ carried }) => carried),
  )
  expectBookedOnce(core, months)
  for (const today of days) {
    const expected = core.expect(today, rates)
    expect(toNaiveExpectations(expected)).toEqual(expectNaively(model, today, rates))
    expect(sum(ageingOf(expected.payments).flatMap((one) => one.amountsMicros))).toBe(
      sum(expected.payments.map((one) => one.amountMicros)),
    )
    if (expected.held.length > 0) seen.add('held')
    if (expected.payments.some(({ lateDays }) => lateDays > 0)) seen.add('late')
    if (expected.withoutTerms.length > 0) seen.add('no terms')
    if (expected.withoutRates.length > 0) seen.add('no rate')
  }
  expectBooked(core, model)
  noteEdges(core, months, seen)
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
function expectBookedOnce(core: PureBooks, months: readonly SettledMonth[]): void {
  const booked = [...core.closes.flatMap(({ carried }) => carried), ...core.unbooked()]
  for (const { isClosed, network, month, restatedMicros } of months) {
    const own = booked.filter((one) => one.network === network && one.month === month)
    const expected = isClosed ? restatedMicros : 0n
    expect(sum(own.map(({ amountMicros }) => amountMicros))).toBe(expected)
  }
}

/** What closes book has two equal sides for each event and is dated in their month. All of it gives the model's balances. */
function expectBooked(core: PureBooks, model: NaiveBooks): void {
  const booked: JournalLine[] = []
  expect([...core.journals.keys()].map(formatMonth)).toEqual(model.closes.map(({ month }) => month))
  for (const { month, balances } of model.closes) {
    const lines = core.journals.get(parseMonth(month)!)!
    for (const event of Map.groupBy(lines, (one) => `${one.network} ${one.reference}`).values()) {
      expect(totalOf(event)).toBe(0n)
    }
    expect(lines.filter(({ day }) => !formatDay(day).startsWith(month))).toEqual([])
    booked.push(...lines)
    for (const [network, expected] of balances) {
      const own = booked.filter((line) => line.network === network)
      const found = journalAccounts.map((account) => [
        account,
        totalOf(own.filter((line) => line.account === account)),
      ])
      expect(Object.fromEntries(found)).toEqual(expected)
    }
    expect(booked.filter(({ network }) => !balances.has(network))).toEqual([])
  }
}

const totalOf = (lines: readonly JournalLine[]): bigint =>
  sum(lines.map(({ amountMicros }) => amountMicros))

function noteEdges(core: PureBooks, months: readonly SettledMonth[], seen: Set<string>): void {
  const carried = core.closes.flatMap((close) => close.carried)
  if (carried.length > 0) seen.add('carried')
  if (carried.some(({ entry }) => entry === null)) seen.add('carried without entry')
  for (const one of months) {
    if (one.restatements.some(({ line }) => line !== null)) seen.add('linked')
    if (one.exchangeMicros) seen.add('exchange')
    if (one.uncoveredMicros !== 0n) seen.add('uncovered')
    if (one.isInOpening) seen.add('opening')
    if (one.openMicros !== null && one.openMicros < 0n) seen.add('overpaid')
  }
}

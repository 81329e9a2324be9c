import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageingOf } from '../../src/settlement/ageing.ts'
import { sum } from '../../src/settlement/amounts.ts'
import { caseCount } from '../property/batches.ts'
import { dayOf, drawHistory, History } from './drawn-history.ts'
import { expectBooks } from './expect-books.ts'
import { NaiveBooks } from './naive-books.ts'
import { expectNaively, type NaiveRates } from './naive-expectations.ts'
import { PureBooks, toNaiveExpectations } from './pure-books.ts'

/** Cases without a store are fast. */
const numRuns = 50 * caseCount

test(`${numRuns} histories of figures, closes, statements and terms give the table of a naive model`, () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(drawHistory(), ({ currency, actions, days, rates }) => {
      const model = new NaiveBooks(currency)
      const core = new PureBooks(currency)
      const history = new History(model)
      for (const action of actions) {
        const step = history.toStep(action)
        if (!step) continue
        model.take(step)
        core.take(step)
        expectBooks(core, model)
        expectPayments(core, model, days.map(dayOf), rates, seen)
        noteEdges(core, seen)
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

function expectPayments(
  core: PureBooks,
  model: NaiveBooks,
  days: readonly string[],
  rates: NaiveRates,
  seen: Set<string>,
): void {
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
}

function noteEdges({ closes, months }: PureBooks, seen: Set<string>): void {
  const carried = closes.flatMap((close) => close.carried)
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

import { expect, test } from 'vitest'
import { parseMonth } from '../values/months.ts'
import { monthState } from './month-state.ts'
import { settle } from './settle.ts'
import type { SettledMonth } from './settled-month.ts'

const figures = [{ network: 'admob', month: parseMonth('2026-01')!, app: 1, revenueMicros: 100n }]
const books = {
  currency: 'USD',
  figures,
  closes: [],
  changes: [],
  mergedInto: new Map(),
  lines: [],
  termsOf: () => null,
}
const closed = (more: Partial<SettledMonth>): SettledMonth => ({
  ...settle(books)[0]!,
  isClosed: true,
  ...more,
})
const cent = 10_000n

test.each([
  ['without a statement', closed({}), 'closed'],
  ['not closed', closed({ isClosed: false, openInCurrencyMicros: 0n }), 'open'],
  ['with an open bill', closed({ openInCurrencyMicros: cent }), 'closed'],
  ['paid too much', closed({ openInCurrencyMicros: -cent }), 'closed'],
  ['open by less than a cent', closed({ openInCurrencyMicros: cent - 1n }), 'paid'],
  ['paid without a statement', closed({ paidMicros: 90n }), 'paid'],
  ['in an opening balance', closed({ isInOpening: true }), 'paid'],
  ['restated to nothing', closed({ restatedMicros: -100n }), 'paid'],
  ['without figures any more', closed({ reportedMicros: null }), 'paid'],
] as const)('a month is judged: %s', (_what, month, state) => {
  expect(monthState([month])).toBe(state)
})

test('a month is paid when it is of all networks', () => {
  const [paid, unpaid] = [closed({ paidMicros: 90n }), closed({})]
  expect([monthState([paid, paid]), monthState([paid, unpaid])]).toEqual(['paid', 'closed'])
})

import { expect, test } from 'vitest'
import { parseMonth } from '../values/months.ts'
import { paidShare } from './paid-ratio.ts'
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
const month = (more: Partial<SettledMonth>): SettledMonth => ({ ...settle(books)[0]!, ...more })

test.each([
  ['paid', month({ paidMicros: 90n }), false, 90n],
  ['late', month({ paidMicros: 0n }), true, 0n],
  ['neither paid nor late', month({ paidMicros: 0n }), false, null],
  ['before the first line', month({ paidMicros: null }), true, null],
  ['without figures', month({ reportedMicros: null, paidMicros: 90n }), false, null],
  ['closed before it was reported', month({ reportedMicros: 0n, paidMicros: 90n }), false, null],
  ['of an opening balance', month({ isInOpening: true, paidMicros: 90n }), false, null],
] as const)('a month counts in the ratio: %s', (_what, one, isLate, paidMicros) => {
  const reportedMicros = paidMicros === null ? 0n : 100n
  expect(paidShare([one], () => isLate)).toEqual({ reportedMicros, paidMicros: paidMicros ?? 0n })
})

import { expect, test } from 'vitest'
import { parseMonth } from '../values/months.ts'
import { linkRestatements } from './link-restatements.ts'
import type { PlacedPart, StatementLine } from './statement-line.ts'

/** An adjustment of some dollars. */
const adjustment = (id: number, dollars: number, isRestated: boolean | null = null): PlacedPart => {
  const amountMicros = BigInt(Math.round(dollars * 1_000_000))
  const line = { id, isRestated } as StatementLine
  const month = parseMonth('2026-01')!
  return { network: 'admob', month, app: null, amountMicros, line, valueMicros: amountMicros }
}

const entry = (id: number, dollars: number) => ({
  entry: id,
  amountMicros: BigInt(Math.round(dollars * 1_000_000)),
})

test.each([
  ['the same amount', [entry(7, -5)], [adjustment(1, -5)], { lines: [1], linked: [1] }],
  [
    'the same amount in cents',
    [entry(7, -5.004)],
    [adjustment(1, -4.996)],
    { lines: [1], linked: [1] },
  ],
  ['another amount', [entry(7, -5)], [adjustment(1, -4.99)], { lines: [null], linked: [] }],
  [
    'all restatements together',
    [entry(7, -5), entry(8, 2)],
    [adjustment(1, -3)],
    { lines: [1, 1], linked: [1] },
  ],
  [
    'one of them rather than all',
    [entry(7, -5), entry(8, 5), entry(9, -5)],
    [adjustment(1, -5)],
    { lines: [1, null, null], linked: [1] },
  ],
  [
    'the earliest adjustment, once',
    [entry(7, -5)],
    [adjustment(1, -5), adjustment(2, -5)],
    { lines: [1], linked: [1] },
  ],
  [
    'what is left after others',
    [entry(7, -5), entry(8, -1), entry(9, -2)],
    [adjustment(1, -5), adjustment(2, -3)],
    { lines: [1, 2, 2], linked: [1, 2] },
  ],
  [
    'the one that a person named before an earlier one',
    [entry(7, -5)],
    [adjustment(1, -5), adjustment(2, -5, true)],
    { lines: [2], linked: [2] },
  ],
  [
    'what a person said, without a restatement',
    [],
    [adjustment(1, -5, true)],
    { lines: [], linked: [1] },
  ],
  [
    'not what a person denied',
    [entry(7, -5)],
    [adjustment(1, -5, false)],
    { lines: [null], linked: [] },
  ],
  ['less than a cent', [entry(7, 0.001)], [adjustment(1, 0.002)], { lines: [null], linked: [] }],
] as const)('an adjustment is linked to %s', (_what, restatements, adjustments, expected) => {
  const found = linkRestatements(restatements, adjustments, 'USD')
  expect(found.restatements.map(({ line }) => line)).toEqual(expected.lines)
  const linked = adjustments.filter((part) => found.linked.has(part))
  expect(linked.map(({ line }) => line.id)).toEqual(expected.linked)
})

test('amounts are compared in yen where the account is in yen', () => {
  const found = linkRestatements([entry(7, -500.4)], [adjustment(1, -499.6)], 'JPY')
  expect(found.linked.size).toBe(1)
})

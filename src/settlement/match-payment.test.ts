import { expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import { formatMonth, parseMonth } from '../values/months.ts'
import { matchLine, type UnmatchedLine } from './match-payment.ts'
import { settle } from './settle.ts'
import type { LineKind, StatementLine } from './statement-line.ts'
import type { PaymentTerms } from './terms.ts'

const units = (amount: number): bigint => BigInt(amount) * 1_000_000n
let lastId = 0

const terms: PaymentTerms = {
  netDays: 30,
  minimumMicros: 0n,
  currency: 'USD',
  feePpm: 0,
  fixedFeeMicros: 0n,
  withholdingPpm: 0,
  apps: null,
}

/** A line for some months, each with its amount. */
const stored = (
  kind: LineKind,
  parts: readonly (readonly [month: string, amount: number])[],
  more: Partial<StatementLine> & { readonly of?: string } = {},
): StatementLine => ({
  id: ++lastId,
  importId: 1,
  kind,
  network: null,
  amountMicros: units(parts.reduce((sum, [, amount]) => sum + amount, 0)),
  currency: 'USD',
  day: parseDay('2026-04-01')!,
  reference: '',
  reason: null,
  rate: '1',
  parts: parts.map(([month, amount]) => ({
    network: more.of ?? 'admob',
    month: parseMonth(month)!,
    app: null,
    amountMicros: units(amount),
  })),
  isRestated: null,
  bookedIn: null,
  ...more,
})

const earnings = (month: string, amount: number, more: Parameters<typeof stored>[2] = {}) =>
  stored('earnings', [[month, amount]], more)

/** Where a line goes to, beside others. */
function matched(
  given: Partial<Omit<UnmatchedLine, 'day'>> & { readonly amount: number; readonly day?: string },
  lines: readonly StatementLine[],
  fixedFee = 0,
) {
  const { amount, day = '2026-05-01', ...more } = given
  const line: UnmatchedLine = {
    kind: 'payment',
    network: 'admob',
    currency: 'USD',
    reference: '',
    ...more,
    amountMicros: units(amount),
    day: parseDay(day)!,
  }
  const books = {
    currency: 'USD',
    figures: [],
    closes: [],
    changes: [],
    mergedInto: new Map<number, number>(),
  }
  const termsOf = () => ({ ...terms, fixedFeeMicros: units(fixedFee) })
  return matchLine(line, settle({ ...books, termsOf, lines }), lines, termsOf).map(
    ({ network, month, amountMicros }) =>
      `${network} ${formatMonth(month)} ${Number(amountMicros) / 1e6}`,
  )
}

const invoice = earnings('2026-02', 70, { reference: 'INV-7' })
const quarter = [earnings('2026-01', 100), earnings('2026-02', 70), earnings('2026-03', 30)]

test.each([
  [
    'the line with its reference',
    { amount: 60, reference: 'INV-7' },
    [invoice],
    ['admob 2026-02 60'],
  ],
  [
    'the same without a network',
    { amount: 60, reference: 'INV-7', network: null },
    [invoice],
    ['admob 2026-02 60'],
  ],
  [
    'a reversal by its reference',
    { amount: 60, reference: 'INV-7', kind: 'reversal' },
    [invoice],
    ['admob 2026-02 60'],
  ],
  [
    'no line with another reference',
    { amount: 60, reference: 'INV-8', network: null },
    [invoice],
    [],
  ],
  ['no line without a reference', { amount: 60, network: null }, [earnings('2026-02', 70)], []],
  [
    'no payment with its reference, since banks repeat texts',
    { amount: 60, reference: 'WIRE' },
    [stored('payment', [['2026-01', 60]], { reference: 'WIRE' })],
    [],
  ],
  [
    'no line of another currency',
    { amount: 60, reference: 'INV-7', currency: 'EUR' },
    [invoice],
    [],
  ],
  [
    'no line of another network',
    { amount: 60, reference: 'INV-7' },
    [earnings('2026-02', 70, { reference: 'INV-7', of: 'unity' })],
    [],
  ],
  [
    'neither of two months with its reference',
    { amount: 60, reference: 'INV-7' },
    [invoice, earnings('2026-03', 70, { reference: 'INV-7' })],
    [],
  ],
  [
    'the month with two lines of its reference',
    { amount: 60, reference: 'INV-7' },
    [invoice, stored('tax', [['2026-02', 10]], { reference: 'INV-7' })],
    ['admob 2026-02 60'],
  ],
] as const)('a line is matched with %s', (_what, line, lines, expected) => {
  expect(matched(line, lines)).toEqual(expected)
})

test.each([
  ['the month that its reference names', { reference: 'AdMob 2026-02' }, ['admob 2026-02 60']],
  ['a month that it names twice', { reference: '2026-02 (2026-02)' }, ['admob 2026-02 60']],
  ['a month without a statement', { reference: 'earnings 2026-04' }, ['admob 2026-04 60']],
  ['no month of an unknown network', { reference: 'AdMob 2026-02', network: null }, []],
  ['neither of two months', { reference: '2026-01 to 2026-02' }, []],
  ['no month in a day', { reference: 'paid 2026-02-03' }, []],
  ['no month in a longer number', { reference: 'no 12026-021' }, []],
  ['no month that does not exist', { reference: 'no 2026-13' }, []],
  ['no month that is not over', { reference: 'May 2026-05', day: '2026-05-31' }, []],
  ['a month that is over', { reference: 'May 2026-05', day: '2026-06-01' }, ['admob 2026-05 60']],
  [
    'a month that is not over, of a statement',
    { reference: 'May 2026-05', day: '2026-05-31', kind: 'earnings' },
    ['admob 2026-05 60'],
  ],
  ['no month in another currency', { reference: 'AdMob 2026-02', currency: 'EUR' }, []],
] as const)('a line of 60 is matched with %s', (_what, line, expected) => {
  expect(matched({ amount: 60, ...line }, quarter)).toEqual(expected)
})

test.each([
  ['one open month', 70, quarter, ['admob 2026-02 70']],
  ['the oldest open months', 170, quarter, ['admob 2026-01 100', 'admob 2026-02 70']],
  ['all open months', 200, quarter, ['admob 2026-01 100', 'admob 2026-02 70', 'admob 2026-03 30']],
  ['neither of two months with its amount', 100, [...quarter, earnings('2026-04', 100)], []],
  ['no run that leaves out the oldest', 130, quarter, []],
  ['no other amount', 99, quarter, []],
  [
    'neither one month nor the oldest two',
    30,
    [earnings('2026-01', 10), earnings('2026-02', 20), earnings('2026-03', 30)],
    [],
  ],
  [
    'what is left of a month',
    40,
    [earnings('2026-01', 100), stored('payment', [['2026-01', 60]])],
    ['admob 2026-01 40'],
  ],
  [
    'no month that was paid',
    100,
    [earnings('2026-01', 100), stored('payment', [['2026-01', 100]])],
    [],
  ],
  [
    'a month less what was paid too much before',
    50,
    [earnings('2026-01', 100), stored('payment', [['2026-01', 120]]), earnings('2026-02', 70)],
    ['admob 2026-01 -20', 'admob 2026-02 70'],
  ],
  ['no month of another network', 50, [earnings('2026-01', 50, { of: 'unity' })], []],
  ['no month in another currency', 50, [earnings('2026-01', 50, { currency: 'EUR' })], []],
] as const)('a payment is matched with %s', (_what, amount, lines, expected) => {
  expect(matched({ amount }, lines)).toEqual(expected)
})

test('only payments are matched by amount, on a day after the month', () => {
  expect(matched({ amount: 30, day: '2026-04-01' }, quarter)).toEqual(['admob 2026-03 30'])
  expect(matched({ amount: 30, day: '2026-03-31' }, quarter)).toEqual([])
  expect(matched({ amount: 30, kind: 'reversal' }, quarter)).toEqual([])
  expect(matched({ amount: 30, network: null }, quarter)).toEqual([])
})

test.each([
  ['a month', 65, quarter, ['admob 2026-02 65']],
  ['several months', 195, quarter, ['admob 2026-01 100', 'admob 2026-02 70', 'admob 2026-03 25']],
  [
    'not a month that a line takes the fee from',
    65,
    [earnings('2026-02', 70), stored('fee', [['2026-02', 1]])],
    [],
  ],
  ['not the amount before the fee', 70, quarter, []],
] as const)('the fixed fee is taken from %s', (_what, amount, lines, expected) => {
  expect(matched({ amount }, lines, 5)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { type Day, formatDay, parseDay } from '../values/day.ts'
import { formatMonth, parseMonth } from '../values/months.ts'
import { expectPayments } from './expect-payments.ts'
import { settle } from './settle.ts'
import type { SettledMonth } from './settled-month.ts'
import type { PaymentTerms } from './terms.ts'

const units = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000))

const terms: PaymentTerms = {
  netDays: 30,
  minimumMicros: units(100),
  currency: 'USD',
  feePpm: 0,
  fixedFeeMicros: 0n,
  withholdingPpm: 0,
  apps: null,
}

/** A month that was reported, before the first line of its network. */
function reported(month: string, amount: number, more: Partial<SettledMonth> = {}): SettledMonth {
  const figures = [
    { network: 'admob', month: parseMonth(month)!, app: 1, revenueMicros: units(amount) },
  ]
  const books = {
    currency: 'USD',
    figures,
    closes: [],
    changes: [],
    lines: [],
    termsOf: () => null,
    mergedInto: new Map(),
  }
  return { ...settle(books)[0]!, ...more }
}

/** A month with a statement, some of which is open. */
const billed = (month: string, open: number, more: Partial<SettledMonth> = {}): SettledMonth =>
  reported(month, open, {
    paidMicros: 0n,
    openMicros: units(open),
    openInCurrencyMicros: units(open),
    ...more,
  })

/** What is expected of an account in USD: payments, then what is held, each with its months. */
function expected(
  months: readonly SettledMonth[],
  today: string,
  termsOf: (month: Day) => PaymentTerms | null = () => terms,
  yenPerDollar: bigint | null = 150n,
) {
  const found = expectPayments(months, {
    termsOf: (_network, month) => termsOf(month),
    toCurrency: (amount, currency) =>
      currency === 'USD' ? amount : yenPerDollar && amount * yenPerDollar,
    today: parseDay(today)!,
  })
  const sumOf = ({ amountMicros }: { readonly amountMicros: bigint }) => Number(amountMicros) / 1e6
  const monthsOf = ({ months }: { readonly months: readonly { readonly month: Day }[] }) =>
    months.map(({ month }) => formatMonth(month)).join(' ')
  return [
    ...found.payments.map(
      (one) => `${formatDay(one.dueDay)} ${sumOf(one)} of ${monthsOf(one)}, late ${one.lateDays}`,
    ),
    ...found.held.map((one) => `held ${sumOf(one)} of ${monthsOf(one)}`),
    ...found.withoutTerms.map((network) => `no terms of ${network}`),
    ...found.withoutRates.map((network) => `no rate of ${network}`),
  ]
}

test.each([
  ['2026-03-01', ['2026-03-02 500 of 2026-01, late 0']],
  ['2026-03-02', ['2026-03-02 500 of 2026-01, late 0']],
  ['2026-03-03', ['2026-03-02 500 of 2026-01, late 1']],
])('a bill is late from the day after its due day on (%s)', (today, payments) => {
  expect(expected([billed('2026-01', 500)], today)).toEqual(payments)
})

test.each([
  [
    'below the smallest payment until the third month',
    [billed('2026-01', 30), billed('2026-02', 40), billed('2026-03', 50)],
    ['2026-04-30 120 of 2026-01 2026-02 2026-03, late 0'],
  ],
  [
    'below it for ever',
    [billed('2026-01', 30), billed('2026-02', 40)],
    ['held 70 of 2026-01 2026-02'],
  ],
  [
    'exactly the smallest payment',
    [billed('2026-01', 100)],
    ['2026-03-02 100 of 2026-01, late 29'],
  ],
  [
    'paid too much, which the next payment makes up for',
    [billed('2026-01', -20), billed('2026-02', 150)],
    ['2026-03-30 130 of 2026-01 2026-02, late 1'],
  ],
  ['paid too much, and made up for', [billed('2026-01', -20), billed('2026-02', 20)], []],
  ['less than a cent', [billed('2026-01', 0.004)], []],
  [
    'reported, and due before any line',
    [reported('2026-01', 500), reported('2026-03', 200)],
    ['2026-04-30 200 of 2026-03, late 0'],
  ],
  [
    'reported, but never enough for a payment',
    [reported('2026-01', 30), reported('2026-02', 30)],
    ['held 60 of 2026-01 2026-02'],
  ],
  [
    'reported before the first line, and due',
    [reported('2026-01', 30), billed('2026-02', 40)],
    ['held 40 of 2026-02'],
  ],
  [
    'followed, due and without a statement',
    [reported('2026-01', 500, { paidMicros: 0n })],
    ['2026-03-02 500 of 2026-01, late 29'],
  ],
  ['paid without a statement', [reported('2026-01', 500, { paidMicros: units(450) })], []],
  [
    'in an opening balance',
    [
      reported('2026-01', 500, { isInOpening: true }),
      billed('2026-02', 700, { isInOpening: true }),
    ],
    ['2026-03-30 700 of 2026-02, late 1'],
  ],
])('%s', (_what, months, payments) => {
  expect(expected(months, '2026-03-31')).toEqual(payments)
})

test('the fixed fee of a payment is taken once, and nothing is paid below it', () => {
  const termsOf = () => ({ ...terms, minimumMicros: 0n, fixedFeeMicros: units(15) })
  expect(expected([billed('2026-01', 500)], '2026-03-01', termsOf)).toEqual([
    '2026-03-02 485 of 2026-01, late 0',
  ])
  expect(expected([billed('2026-01', 15)], '2026-03-01', termsOf)).toEqual(['held 15 of 2026-01'])
})

const inYen: PaymentTerms = { ...terms, currency: 'JPY', minimumMicros: units(5_000) }

test('an estimate takes the percentages of the terms, rounded in their currency', () => {
  // 10.50 dollars are 1,575 yen; 10.21 % of them are 161 yen, so 1,414 are left: 9.426667 dollars.
  const termsOf = () => ({ ...inYen, minimumMicros: 0n, withholdingPpm: 102_100 })
  expect(expected([reported('2026-03', 10.5)], '2026-03-31', termsOf)).toEqual([
    '2026-04-30 9.426667 of 2026-03, late 0',
  ])
})

test('a network without a rate is named instead of compared with another currency', () => {
  expect(expected([reported('2026-03', 50)], '2026-03-31', () => inYen)).toEqual([
    '2026-04-30 50 of 2026-03, late 0',
  ])
  expect(expected([reported('2026-03', 50)], '2026-03-31', () => inYen, null)).toEqual([
    'no rate of admob',
  ])
})

test('a balance is converted when the currency of payments changes', () => {
  const termsOf = (month: Day) => (month < parseMonth('2026-02')! ? terms : inYen)
  const january = billed('2026-01', 30)
  // 30 dollars are 4,500 yen.
  const february = (yen: number) =>
    billed('2026-02', yen / 150, { currency: 'JPY', openInCurrencyMicros: units(yen) })
  expect(expected([january, february(450)], '2026-03-31', termsOf)).toEqual([
    'held 33 of 2026-01 2026-02',
  ])
  expect(expected([january, february(600)], '2026-03-31', termsOf)).toEqual([
    '2026-03-30 34 of 2026-01 2026-02, late 1',
  ])
})

test('networks that owe without terms are named for three months after their last figures', () => {
  const none = () => null
  expect(expected([reported('2026-01', 5)], '2026-04-30', none)).toEqual(['no terms of admob'])
  expect(expected([reported('2026-01', 5)], '2026-06-01', none)).toEqual([])
  expect(expected([billed('2026-01', 5)], '2026-06-01', none)).toEqual(['no terms of admob'])
})

import { expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import { balanceOf } from './payouts.ts'

const statement = (month: string, totalMicros: bigint, due: string) => ({
  month: parseDay(`${month}-01`)!,
  number: month,
  totalMicros,
  dueDay: parseDay(due)!,
})
const january = statement('2026-01', 40n, '2026-03-02')
const february = statement('2026-02', 70n, '2026-03-30')
const march = statement('2026-03', -20n, '2026-04-30')

test.each([
  ['nothing', [], [], 0n, { openMicros: 0n, paid: [], next: null }],
  ['one statement', [january], [], 0n, { openMicros: 40n, paid: [], next: ['2026-03-02', 40n] }],
  [
    'a balance below the smallest payout, which waits for the next month',
    [january, february],
    [],
    100n,
    { openMicros: 110n, paid: [], next: ['2026-03-30', 110n] },
  ],
  [
    'a part of the second statement',
    [january, february],
    [50n],
    0n,
    { openMicros: 60n, paid: ['2026-01'], next: ['2026-03-30', 60n] },
  ],
  ['more than is owed', [january], [50n], 0n, { openMicros: -10n, paid: ['2026-01'], next: null }],
  [
    'a month that takes money back',
    [january, february, march],
    [40n, 50n],
    0n,
    { openMicros: 0n, paid: ['2026-01', '2026-02', '2026-03'], next: null },
  ],
  [
    'only what came after everything was taken back',
    [january, { ...march, totalMicros: -40n }, statement('2026-04', 30n, '2026-05-30')],
    [],
    0n,
    { openMicros: 30n, paid: ['2026-01', '2026-03'], next: ['2026-05-30', 30n] },
  ],
  [
    'no more than is open',
    [january, march],
    [],
    0n,
    { openMicros: 20n, paid: [], next: ['2026-03-02', 20n] },
  ],
] as const)('%s', (_, statements, payouts, minimumMicros, expected) => {
  const { openMicros, paid, next } = balanceOf(
    statements,
    payouts.map((amountMicros) => ({ amountMicros })),
    minimumMicros,
  )
  expect({
    openMicros,
    paid: [...paid].map((month) => statements.find((one) => one.month === month)!.number),
    next: next && [new Date(next.day * 86_400_000).toISOString().slice(0, 10), next.amountMicros],
  }).toEqual(expected)
})

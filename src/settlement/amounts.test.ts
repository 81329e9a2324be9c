import { expect, test } from 'vitest'
import { percentOf, share, smallestMicros, spread, toAccountMicros } from './amounts.ts'

test.each([
  [5n, 1n, 2n, 3n],
  [-5n, 1n, 2n, -3n],
  [5n, 1n, -2n, -3n],
  [-5n, 1n, -2n, 3n],
  [4n, 1n, 3n, 1n],
  [0n, 7n, 3n, 0n],
])('%d × %d ÷ %d is %d, half away from zero', (amount, top, bottom, expected) => {
  expect(share(amount, top, bottom)).toBe(expected)
})

test('shares add up to the share of the whole', () => {
  const third = (soFar: bigint) => share(soFar, 1n, 3n)
  expect(spread([10n, 10n, 10n, 10n], third)).toEqual([3n, 4n, 3n, 3n])
  expect(spread([], third)).toEqual([])
})

test.each([
  ['USD', 10_000n],
  ['JPY', 1_000_000n],
  ['KWD', 1_000n],
])('the smallest amount of %s has %d micros', (currency, expected) => {
  expect(smallestMicros(currency)).toBe(expected)
})

test.each([
  ['a third of a dollar, in cents', 1_000_000n, 333_333, 'USD', 330_000n],
  ['half a cent, away from zero', 10_000n, 500_000, 'USD', 10_000n],
  ['a third of 100 yen, in yen', 100_000_000n, 333_333, 'JPY', 33_000_000n],
  ['nothing of what is owed to the network', -1_000_000n, 333_333, 'USD', 0n],
])('%s', (_what, amount, ppm, currency, expected) => {
  expect(percentOf(amount, ppm, currency)).toBe(expected)
})

test.each([
  [1_000_001n, '1', 1_000_001n],
  [1_000_000n, '0.92/1@2026-03-02', 920_000n],
  [-1_000_000n, '0.92', -920_000n],
  // 1,000,000 × 0.8571 ÷ 1.0842 is 790,536.8.
  [1_000_000n, '0.8571/1.0842@2026-03-02', 790_537n],
  // Exactly half a micro.
  [1n, '1/2@2026-03-02', 1n],
  [-1n, '1/2@2026-03-02', -1n],
])('%d at %s is %d', (amount, rate, expected) => {
  expect(toAccountMicros(amount, rate)).toBe(expected)
})

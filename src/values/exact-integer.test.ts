import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideRounded, type ExactInteger, exactIntegersOf, toExact } from './exact-integer.ts'

const edge = 2n ** 53n

/** Whole numbers of every size, those around 2^53 and around halves of the divisors often. */
const whole = fc.oneof(
  fc.bigInt(-1_000n, 1_000n),
  fc.bigInt(-(10n ** 16n), 10n ** 16n),
  fc.bigInt(edge - 10n, edge + 10n),
  fc.bigInt(-edge - 10n, -edge + 10n),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
)

const divisor = fc.oneof(
  fc.constantFrom(0n, 1n, 2n, 10_000n, 1_000_000n),
  fc.bigInt(1n, 1_000n),
  fc.bigInt(1n, 10n ** 15n),
  fc.bigInt(edge - 10n, edge + 10n),
  fc.bigInt(1n, 2n ** 63n - 1n),
)

const signed = fc
  .tuple(divisor, fc.boolean())
  .map(([size, isNegative]) => (isNegative ? -size : size))

const factor = fc.constantFrom(1, 100, 1_000, 10_000, 1_000_000)

/** value × factor ÷ divisor by the definition of rounding: the nearest, of two the larger. */
function oracle(value: bigint, by: number, per: bigint): bigint {
  if (per === 0n) return 0n
  if (per < 0n) return oracle(-value, by, -per)
  const size = (value < 0n ? -value : value) * BigInt(by)
  const rounded = (2n * size + per) / (2n * per)
  return value < 0n ? -rounded : rounded
}

test('integers of 64 bits are read in their shorter form', () => {
  const safe = 2n ** 53n - 1n
  const values = [0n, 1n, -1n, 2n ** 31n, 2n ** 32n, -(2n ** 32n), -(2n ** 32n) - 1n, 1_234_567n]
  const edges = [safe, safe + 1n, -safe, -safe - 1n, 2n ** 63n - 1n, -(2n ** 63n)]
  const all = BigInt64Array.from([...values, ...edges])
  // Not from the beginning of its memory.
  const part = all.subarray(1)
  const valueAt = exactIntegersOf(part)
  expect([...part.keys()].map(valueAt)).toEqual([...part].map(toExact))
})

describe('toExact', () => {
  test('is a number up to 2^53 - 1, a bigint beyond', () => {
    expect(toExact(0n)).toBe(0)
    expect(toExact(edge - 1n)).toBe(9_007_199_254_740_991)
    expect(toExact(edge)).toBe(9_007_199_254_740_992n)
    expect(toExact(-edge + 1n)).toBe(-9_007_199_254_740_991)
    expect(toExact(-edge)).toBe(-9_007_199_254_740_992n)
  })

  test('keeps every value', () => {
    fc.assert(
      fc.property(whole, (value) => {
        expect(BigInt(toExact(value))).toBe(value)
      }),
    )
  })
})

describe('divideRounded', () => {
  test.each<[value: ExactInteger, factor: number, divisor: ExactInteger, expected: ExactInteger]>([
    // 12,345 micros are 1.2345 cents.
    [12_345, 1, 10_000, 1],
    // Halves go away from zero.
    [15_000, 1, 10_000, 2],
    [14_999, 1, 10_000, 1],
    [-15_000, 1, 10_000, -2],
    [-14_999, 1, 10_000, -1],
    [5_000, 1, 10_000, 1],
    [-4_999, 1, 10_000, 0],
    // 2 ÷ 3 = 0.6666..., in thousandths.
    [2, 1_000, 3, 667],
    [-2, 1_000, 3, -667],
    // 2 ÷ -3, as -2 ÷ 3.
    [2, 1_000, -3, -667],
    [-5, 1, -2n, 3],
    [7, 1_000, 0, 0],
    [7n, 1_000, 0n, 0],
    [0, 1_000, 5, 0],
    // 2^53 halved is exact, one more is half a unit above.
    [edge, 1, 2, 4_503_599_627_370_496],
    [edge + 1n, 1, 2, 4_503_599_627_370_497],
    [9_007_199_254_740_991, 1, 1, 9_007_199_254_740_991],
    // Divisors beyond 2^52: less than a half, a half, and no whole below the nearest quotient.
    [4_503_599_627_370_495, 1, 9_007_199_254_740_991, 0],
    [4_503_599_627_370_495, 1, 9_007_199_254_740_990, 1],
    [4_503_599_627_370_495, 1, 4_503_599_627_370_496, 1],
    [9_007_199_254_740_991, 1_000, 1, 9_007_199_254_740_991_000n],
    // 9,007,199,254,740,991,000 ÷ 1,000,000 = 9,007,199,254,740.991
    [9_007_199_254_740_991, 1_000, 1_000_000, 9_007_199_254_741],
  ])('%s × %s ÷ %s is %s', (value, by, per, expected) => {
    expect(divideRounded(value, by, per)).toBe(expected)
  })

  test('obeys the definition, however large the numbers are', () => {
    fc.assert(
      fc.property(whole, factor, signed, (value, by, per) => {
        const quotient = divideRounded(toExact(value), by, toExact(per))
        expect(BigInt(quotient)).toBe(oracle(value, by, per))
        expect(quotient).toBe(toExact(BigInt(quotient)))
      }),
      { numRuns: 5_000 },
    )
  })

  test('obeys the definition at an exact half, one unit below and one unit above', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 40n), 2n ** 40n), fc.bigInt(1n, 5_000n), (whole, half) => {
        for (const off of [-1n, 0n, 1n]) {
          const value = whole * 2n * half + half + off
          const quotient = divideRounded(toExact(value), 1, toExact(2n * half))
          expect(BigInt(quotient)).toBe(oracle(value, 1, 2n * half))
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('is never a negative zero', () => {
    expect(Object.is(divideRounded(-1, 1, 10_000), 0)).toBe(true)
    expect(Object.is(divideRounded(-10_000, 1, 0), 0)).toBe(true)
  })
})

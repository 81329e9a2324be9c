import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDecimals,
  type Decimal,
  divideToPlaces,
  formatDecimal,
  formatMicros,
  multiplyDecimals,
  parseDecimal,
  roundToOdd,
  subtractDecimal,
} from './decimal.ts'
import { divideRounded, type ExactInteger, toExact } from './exact-integer.ts'

/** Whole numbers of every size, those around 2^53 often. */
const whole = fc.oneof(
  fc.bigInt(-1_000n, 1_000n),
  fc.bigInt(2n ** 53n - 10n, 2n ** 53n + 10n),
  fc.bigInt(-(10n ** 30n), 10n ** 30n),
)
const decimal = fc.record({ units: whole, places: fc.nat(24) })

const read = (text: string): Decimal => parseDecimal(text)!

describe('parseDecimal', () => {
  test.each([
    ['0', 0n, 0],
    ['007', 7n, 0],
    ['-12.50', -1_250n, 2],
    ['0.000001', 1n, 6],
    ['-0.5', -5n, 1],
    ['123456789012345678901234567890.5', 1234567890123456789012345678905n, 1],
  ])('%s is read', (text, units, places) => {
    expect(parseDecimal(text)).toEqual({ units, places })
  })

  test.each(['', '-', '.', '1.', '.5', '+1', '1e3', '1,000', ' 1', '1 ', '0x1', '1.2.3', '١'])(
    '%j is no plain decimal',
    (text) => {
      expect(parseDecimal(text)).toBeNull()
    },
  )

  test('reads what formatDecimal writes', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const again = read(formatDecimal(value))
        expect(subtractDecimal(again, value).units).toBe(0n)
      }),
    )
  })
})

describe('formatDecimal', () => {
  test.each<[value: ExactInteger, places: number, expected: string]>([
    [12_500, 4, '1.25'],
    [10_000, 4, '1'],
    [1, 4, '0.0001'],
    [-1, 4, '-0.0001'],
    [-12_500, 4, '-1.25'],
    [0, 4, '0'],
    [0, 0, '0'],
    [120, 0, '120'],
    [-120, 0, '-120'],
    [9_223_372_036_854_775_807n, 6, '9223372036854.775807'],
    [-9_223_372_036_854_775_808n, 0, '-9223372036854775808'],
    [9_007_199_254_740_993_000n, 3, '9007199254740993'],
  ])('%s with %s places is %s', (value, places, expected) => {
    expect(formatDecimal({ units: value, places })).toBe(expected)
  })

  test('writes the exact value, without trailing zeros after the point', () => {
    fc.assert(
      fc.property(whole, fc.nat(6), (value, places) => {
        const text = formatDecimal({ units: toExact(value), places })
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
        const [, sign = '', digits = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!
        expect(BigInt(sign + digits + fraction.padEnd(places, '0'))).toBe(value)
      }),
      { numRuns: 1_000 },
    )
  })
})

test("micros are written in the currency's main unit", () => {
  expect(formatMicros(12_500_000)).toBe('12.5')
  expect(formatMicros(-1n)).toBe('-0.000001')
  expect(formatMicros(0)).toBe('0')
})

describe('arithmetic', () => {
  test('adds up with the places of the longest, exactly', () => {
    expect(addDecimals([read('0.1'), read('0.20'), read('-3')])).toEqual({
      units: -270n,
      places: 2,
    })
    expect(addDecimals([])).toEqual({ units: 0n, places: 0 })
    // 0.1 + 0.2 is 0.30000000000000004 in binary floating point.
    expect(formatDecimal(addDecimals([read('0.1'), read('0.2')]))).toBe('0.3')
  })

  test('adds up the rows of a large report', () => {
    const cents = Array.from({ length: 200_000 }, () => read('0.01'))
    expect(formatDecimal(addDecimals(cents))).toBe('2000')
  })

  test('subtracts and multiplies exactly', () => {
    expect(formatDecimal(subtractDecimal(read('1'), read('1.000000000000000001')))).toBe(
      '-0.000000000000000001',
    )
    // 1.5 × 1.0842
    expect(multiplyDecimals(read('1.5'), read('-1.0842'))).toEqual({ units: -162_630n, places: 5 })
  })

  test('divides with one rounding, half away from zero', () => {
    // 2 ÷ 3, and 1 ÷ 8 to two places.
    expect(formatDecimal(divideToPlaces(2, 3n, 4))).toBe('0.6667')
    expect(formatDecimal(divideToPlaces(-1n, 8, 2))).toBe('-0.13')
    expect(formatDecimal(divideToPlaces(10n ** 20n, 1, 3))).toBe('100000000000000000000')
    expect(formatDecimal(divideToPlaces(5, 0, 2))).toBe('0')
  })

  test('numbers and bigints give the same results', () => {
    const five = { units: 5, places: 1 }
    expect(addDecimals([five, { units: 5n, places: 1 }])).toEqual({ units: 10n, places: 1 })
    expect(multiplyDecimals(five, five)).toEqual({ units: 25n, places: 2 })
  })
})

describe('roundToOdd', () => {
  test.each([
    ['0.12', 2, '0.12'],
    ['0.12', 4, '0.12'],
    // Only zeros are cut off.
    ['0.1200', 2, '0.12'],
    // An even last digit becomes odd, an odd one stays, away from zero either way.
    ['0.121', 2, '0.13'],
    ['0.129', 2, '0.13'],
    ['0.131', 2, '0.13'],
    ['-0.121', 2, '-0.13'],
    ['0.001', 2, '0.01'],
    ['-0.001', 2, '-0.01'],
  ])('%s with %i places is %s', (text, places, expected) => {
    expect(formatDecimal(roundToOdd(read(text), places))).toBe(expected)
  })

  test('returns a decimal that is short enough as it is', () => {
    const short = { units: 12, places: 2 }
    expect(roundToOdd(short, 2)).toBe(short)
  })

  test('does not affect a later rounding by two or more places', () => {
    const nearHalf = fc
      .tuple(fc.bigInt(-1_000n, 1_000n), fc.bigInt(-2n, 2n), fc.integer({ min: 9, max: 24 }))
      .map(([units, off, places]) => ({
        units: (2n * units + 1n) * 5n * 10n ** BigInt(places - 7) + off,
        places,
      }))
    const toMicros = ({ units, places }: Decimal) =>
      places <= 6
        ? toExact(BigInt(units) * 10n ** BigInt(6 - places))
        : divideRounded(units, 1, 10n ** BigInt(places - 6))
    fc.assert(
      fc.property(fc.oneof(decimal, nearHalf), fc.integer({ min: 8, max: 18 }), (value, places) => {
        expect(toMicros(roundToOdd(value, places))).toBe(toMicros(value))
      }),
      { numRuns: 2_000 },
    )
  })
})

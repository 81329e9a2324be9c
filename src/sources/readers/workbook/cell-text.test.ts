import { describe, expect, test } from 'vitest'
import { dayText, plainNumber } from './cell-text.ts'

describe('a number of a sheet', () => {
  test.each([
    ...['0', '7', '12.34', '-2.25', '999999999.999999', '0.000001'].map((text) => [text, text]),
    // The texts that spreadsheets write for 1.1, 0.07 × 100 and 0.1 + 0.2.
    ['1.1000000000000001', '1.1'],
    ['7.0000000000000009', '7'],
    ['0.30000000000000004', '0.3'],
    ['-14.204810999999999', '-14.204811'],
    ['999.99999999999997', '1000'],
    ['1.4204811E1', '14.204811'],
    ['1E-4', '0.0001'],
    ['-4.4999999999999997E-2', '-0.045'],
    ['1.2E+6', '1200000'],
    ['12.50', '12.5'],
    ['12.', '12'],
    ['-0.0', '0'],
    ['123456789012.345678', '123456789012.346'],
  ])('%s is %s', (text, plain) => {
    expect(plainNumber(text)).toBe(plain)
  })

  test.each(['9007199254740993', '12345678901234567890', '007'])(
    'that is whole stays as it is: %s',
    (text) => {
      expect(plainNumber(text)).toBe(text)
    },
  )

  test.each(['', 'NaN', '#REF!', '1,5', '.5', '1e9999'])(
    'stays as it is if it is none: %s',
    (text) => {
      expect(plainNumber(text)).toBe(text)
    },
  )

  test('with a million zeros takes no longer than others of its length', () => {
    const text = `0.${'0'.repeat(1_000_000)}1`
    expect(plainNumber(text)).toBe(text)
  })

  test('never differs from what was stored by more than a spreadsheet shows', () => {
    for (let cents = 1; cents < 100_000; cents += 37) {
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      const stored = Number(amount).toPrecision(17)
      expect(plainNumber(stored)).toBe(String(Number(amount)))
    }
  })
})

describe('a number that a sheet shows as a day', () => {
  test.each([
    ['46082', '2026-03-01'],
    ['45351', '2024-02-29'],
    ['61', '1900-03-01'],
    ['2958465', '9999-12-31'],
    ['46082.0', '2026-03-01'],
    ['46082.5625', '2026-03-01T13:30:00'],
    // A second before midnight, and less than half of one.
    ['46082.999988425929', '2026-03-01T23:59:59'],
    ['46082.999999', '2026-03-02'],
  ])('%s is %s', (text, day) => {
    expect(dayText(text, false)).toBe(day)
  })

  test.each([
    ['44620', '2026-03-01'],
    ['0', '1904-01-01'],
  ])('%s is %s where days are counted from 1904', (text, day) => {
    expect(dayText(text, true)).toBe(day)
  })

  test.each(['60', '-1', '2958466', '1E+20', 'soon'])(
    'is shown as a number if it is no day: %s',
    (text) => {
      expect(dayText(text, false)).toBe(plainNumber(text))
    },
  )
})

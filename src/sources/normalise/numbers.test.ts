import { expect, test } from 'vitest'
import { difference, fromMicros, plainCount, plainDecimal, total } from './numbers.ts'

test.each([
  ['1.0E-4', '0.00010'],
  ['5e-7', '0.0000005'],
  ['-2.5E-3', '-0.0025'],
  ['1.25E1', '12.5'],
  ['1.5e+3', '1500'],
  ['3E0', '3'],
  ['1.23456E2', '123.456'],
  ['12e1', '120'],
  ['1e12', '1000000000000'],
  ['12,345', '12345'],
  ['1,234,567.89', '1234567.89'],
  ['$12.50', '12.50'],
  ['-$1,000', '-1000'],
])('%s is %s', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain)
})

test.each(['12.5', '-0.1', '0', '', 'ten', '1e', 'e5', '1.e5', '1e1000', '1 e5', 'x1e5', '1e5x'])(
  '%j is left as it is',
  (text) => {
    expect(plainDecimal(text)).toBe(text)
  },
)

test.each([
  // 19 places: an even last digit becomes odd, and zeros at the end are left out.
  ['0.1234567890123456781', '0.123456789012345679'],
  ['0.1000000000000000000', '0.1'],
  ['-1.23456789012345678900E-1', '-0.123456789012345679'],
  // 18 places or fewer, and texts that are long for another reason.
  ['0.100000000000000000', '0.100000000000000000'],
  ['12345678901234.5000000', '12345678901234.5000000'],
  ['00000000000000000000007', '00000000000000000000007'],
  ['1.0000000000000000000 or so', '1.0000000000000000000 or so'],
])('%s is %s: it has at most 18 decimal places', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain)
})

test.each(['1,23', '12,5', '1,2345', ',123'])('%j has no commas between thousands', (text) => {
  expect(plainDecimal(text)).toBe(text)
})

test.each([
  ['1,234', '1234'],
  ['12.0', '12'],
  ['12.00', '12'],
  ['-12.0', '-12.0'],
  ['12.05', '12.05'],
  ['1.2E3', '1200'],
  ['12.5', '12.5'],
])('the count %s is %s', (text, plain) => {
  expect(plainCount(text)).toBe(plain)
})

test('a difference is exact, whatever the decimals', () => {
  expect(difference('1', ['0.1', '0.20', '3E-1'])).toBe('0.4')
  expect(difference('0.3', ['0.1', '0.2'])).toBe('0')
  expect(difference('1', ['2'])).toBe('-1')
  expect(difference('5', [])).toBe('5')
  expect(difference('5', ['five'])).toBeNull()
})

test('a total is exact, and missing values add nothing', () => {
  expect(total(['0.1', '', '0.2'])).toBe('0.3')
  expect(total([])).toBe('0')
  expect(total(['1', 'x', '', 'y'])).toBe('x')
})

test('millionths become decimals', () => {
  expect(fromMicros('6500000')).toBe('6.5')
  expect(fromMicros('-1')).toBe('-0.000001')
})

test.each([
  ['6.5', '0.0000065'],
  ['12345678.0', '12.345678'],
  ['1.2345678E7', '12.345678'],
  ['0.1234567890123456781', '0.000000123456789013'],
])('%s millionths are %s, however they are written', (micros, text) => {
  expect(fromMicros(micros)).toBe(text)
})

test.each(['', 'ten', '1e', '6,5'])('%j is no number of millionths', (text) => {
  expect(fromMicros(text)).toBe(text)
})

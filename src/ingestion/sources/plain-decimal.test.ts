import { expect, test } from 'vitest'
import { plainDecimal } from './plain-decimal.ts'

test.each([
  ['1.0E-4', '0.00010'],
  ['5e-7', '0.0000005'],
  ['-2.5E-3', '-0.0025'],
  ['1.25E1', '12.5'],
  ['1.5e+3', '1500'],
  ['3E0', '3'],
  ['1.23456E2', '123.456'],
])('%s is %s', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain)
})

test.each(['12.5', '-0.1', '0', '', 'ten', '1e', 'e5', '1.e5', '1e1000', '1 e5'])(
  '%j is left as it is',
  (text) => {
    expect(plainDecimal(text)).toBe(text)
  },
)

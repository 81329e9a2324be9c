import { expect, test } from 'vitest'
import { shownMoney } from './money.ts'

test.each([
  ['1234.5', 'JPY', '1235'],
  ['-1234.5', 'JPY', '-1235'],
  ['0.499999', 'KRW', '0'],
  ['9007199254740993.5', 'JPY', '9007199254740994'],
  ['1200', 'JPY', '1200'],
  ['1234.567891', 'USD', '1234.567891'],
  ['1.234', 'BHD', '1.234'],
  ['none', 'JPY', 'none'],
])('%s %s is shown as %s', (amount, currency, shown) => {
  expect(shownMoney(amount, currency)).toBe(shown)
})

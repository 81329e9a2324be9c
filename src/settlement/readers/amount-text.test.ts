import { describe, expect, test } from 'vitest'
import { plainAmount, readMoney } from './amount-text.ts'

describe('an amount with separators', () => {
  test.each([
    ['1234.57', '.', '1234.57'],
    ['1,234.57', '.', '1234.57'],
    ['12,345,678', '.', '12345678'],
    ["1'234.57", '.', '1234.57'],
    ['1\u202f234,57', ',', '1234.57'],
    ['1 234 567,5', ',', '1234567.5'],
    ['1.234,57', ',', '1234.57'],
    ['-1.234,57', ',', '-1234.57'],
    ['+5', ',', '5'],
    ['0,5', ',', '0.5'],
  ] as const)('%s with the mark %s is %s', (text, mark, plain) => {
    expect(plainAmount(text, mark)).toBe(plain)
  })

  test.each([
    ['1,234.57', ','],
    ['1.234,57', '.'],
    ['12,34.5', '.'],
    ['1,2345', '.'],
    ['1234,567.8', '.'],
    ["1,234'567", '.'],
    ['1,234,57', '.'],
    ['.5', '.'],
    ['5.', '.'],
    ['--5', '.'],
    ['5-', '.'],
    ['1e3', '.'],
    ['$5', '.'],
    ['', '.'],
    ['1'.repeat(65), '.'],
    ['٣', '.'],
  ] as const)('%j with the mark %s is none', (text, mark) => {
    expect(plainAmount(text, mark)).toBeNull()
  })
})

describe('money as it is written for people', () => {
  test.each([
    // As Google documents it.
    ['¥1,235 JPY', '1235', 'JPY'],
    ['$1,234.57', '1234.57', 'USD'],
    ['£87.65', '87.65', 'GBP'],
    ['€1.234,57', '1234.57', 'EUR'],
    ['€1,234.57', '1234.57', 'EUR'],
    ['1\u202f234,57 €', '1234.57', 'EUR'],
    ['$1,234', '1234', 'USD'],
    ['$5', '5', 'USD'],
    ['US$5.00', '5.00', 'USD'],
    ['-$5.00', '-5.00', 'USD'],
    ['$-5.00', '-5.00', 'USD'],
    ['CA$1,234.57', '1234.57', 'CAD'],
    ['$1,234.57 CAD', '1234.57', 'CAD'],
    ['A$100.00', '100.00', 'AUD'],
    ["CHF 1'234.57", '1234.57', 'CHF'],
    ['1,234.57 EUR', '1234.57', 'EUR'],
    ['kr600.00 SEK', '600.00', 'SEK'],
    ['zł300.00', '300.00', 'PLN'],
    ['₩12,345', '12345', 'KRW'],
    ['KWD 1.234,567', '1234.567', 'KWD'],
  ])('%s is %s %s', (text, amount, currency) => {
    expect(readMoney(text)).toEqual({ amount, currency })
  })

  test.each([
    ['a symbol that yen and yuan share', '¥1,235'],
    ['a symbol that dollars of Canada and córdobas share', 'C$10.00'],
    ['a symbol that crowns share', 'kr600.00'],
    ['a symbol of another currency than its code', '€5.00 USD'],
    ['two codes', 'USD 5.00 EUR'],
    ['two symbols', '$5.00 €'],
    ['no currency', '1,234.57'],
    ['an unknown code', '5.00 ABC'],
    ['a code in lower case', '5.00 usd'],
    ['places that the currency does not have', '$5.5'],
    ['places of yen', '¥5.25 JPY'],
    ['a separator that could be both', 'KWD 1,234'],
    ['no digits', '$'],
    ['two signs', '--$5.00'],
    ['two amounts', '$5.00 $6.00'],
    ['nothing', ''],
    ['a long text', `$${'1'.repeat(100)}`],
  ])('is none with %s', (_what, text) => {
    expect(readMoney(text)).toBeNull()
  })
})

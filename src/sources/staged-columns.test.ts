import { describe, expect, test } from 'vitest'
import { networkNumberRules, ownNumberRules } from './staged-columns.ts'

const accepts = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).test(text)

describe('a revenue of the own format', () => {
  const { pattern } = ownNumberRules.revenue

  test.each(['0', '12', '-12', '0.1', '0.000001', '1.2345670', '9999999999.999999'])(
    '%s is accepted',
    (text) => expect(accepts(pattern, text)).toBe(true),
  )

  test.each([
    '',
    '.5',
    '5.',
    '+5',
    '1e3',
    '0.0000001',
    '10000000000',
    '1 000',
    '1,5',
    '--1',
    'NaN',
  ])('%j is not', (text) => expect(accepts(pattern, text)).toBe(false))

  test('may have more than six decimals only in a report of a network', () => {
    expect(accepts(pattern, '0.036300000000000006')).toBe(false)
    expect(accepts(networkNumberRules.revenue.pattern, '0.036300000000000006')).toBe(true)
  })
})

describe('a count', () => {
  const { pattern } = ownNumberRules.impressions

  test.each(['0', '7', '999999999999999'])('%s is accepted', (text) =>
    expect(accepts(pattern, text)).toBe(true),
  )

  test.each(['', '-1', '1.0', '1e3', '+1', ' 1', '1000000000000000', '٣'])('%j is not', (text) =>
    expect(accepts(pattern, text)).toBe(false),
  )
})

import { describe, expect, test } from 'vitest'
import { makeFormats } from './formats.ts'

const micros = 1_234_567_890
const tidy = (text: string) => text.replaceAll(/\s/g, ' ')

describe('money has the decimals of its currency', () => {
  test.each([
    ['USD', '$1,234.57'],
    ['JPY', '¥1,235'],
    ['KRW', '₩1,235'],
    ['KWD', 'KWD 1,234.568'],
  ])('%s', (currency, revenue) => {
    const { money, figure } = makeFormats('en-US', currency)
    expect(tidy(money(micros))).toBe(revenue)
    expect(tidy(figure('revenue', '1234.56789'))).toBe(revenue)
  })

  test('and is rounded once', () => {
    const { money } = makeFormats('en-US', 'JPY')
    // Rounded to cents first, 0.496 would become a yen.
    expect(money(496_000)).toBe('¥0')
    expect(money(500_000)).toBe('¥1')
  })

  test.each([
    [1_234_565_000, '$1,234.57', '1,234.565 rounds away from zero'],
    [-5_000, '-$0.01', 'half a cent below zero'],
    [-4_000, '$0.00', 'less than half a cent below zero'],
    ['9007199254740993000000', '$9,007,199,254,740,993.00', 'exact'],
    [null, '–', 'unknown'],
  ])('%s micros are %s: %s', (amount, shown, _) => {
    expect(makeFormats('en-US', 'USD').money(amount)).toBe(shown)
  })

  test('on an axis, unless its steps are smaller', () => {
    const { brief } = makeFormats('en-US', 'JPY')
    expect([0, 0.5, 5, 12_000].map((value) => brief('money', value))).toEqual([
      ...['¥0', '¥0.5', '¥5', '¥12K'],
    ])
  })
})

test.each([
  ['en-US', '$1,234.57', 'Mar 9, 2026', 'Mar 5 – 9, 2026'],
  ['de-DE', '1.234,57 $', '9. März 2026', '5.–9. März 2026'],
  ['fr-FR', '1 234,57 $', '9 mars 2026', '5–9 mars 2026'],
  ['es-ES', '1234,57 $', '9 mar 2026', '5–9 mar 2026'],
  ['ja-JP', '$1,234.57', '2026年3月9日', '2026/03/05～2026/03/09'],
  ['zh-CN', '$1,234.57', '2026年3月9日', '2026/3/5 – 2026/3/9'],
  ['ko-KR', '$1,234.57', '2026년 3월 9일', '2026년 3월 5일~9일'],
  ['hi-IN', '$1,234.57', '9 मार्च 2026', '5–9 मार्च 2026'],
  ['ar-EG', '‏١٬٢٣٤٫٥٧ US$', '٩ مارس ٢٠٢٦', '٥–٩ مارس ٢٠٢٦'],
])('numbers and days in %s', (locale, money, day, range) => {
  const formats = makeFormats(locale, 'USD')
  expect([
    tidy(formats.money(micros)),
    tidy(formats.day('2026-03-09', 'short')),
    tidy(formats.range('2026-03-05', '2026-03-09')),
  ]).toEqual([money, day, range])
})

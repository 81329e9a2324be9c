import { describe, expect, test } from 'vitest'
import { makeFormats } from './formats.ts'

const totals = { impressions: 2_000, clicks: 1, installs: 0, revenueMicros: 1_234_567_890 }
const tidy = (text: string) => text.replaceAll(/\s/g, ' ')

describe('money has the decimals of its currency', () => {
  test.each([
    ['USD', '$1,234.57', '$617.28'],
    ['JPY', '¥1,235', '¥617'],
    ['KRW', '₩1,235', '₩617'],
    ['KWD', 'KWD 1,234.568', 'KWD 617.284'],
  ])('%s', (currency, revenue, ecpm) => {
    const { metric, figure } = makeFormats('en-US', currency)
    expect(tidy(metric('revenue', totals))).toBe(revenue)
    expect(tidy(metric('ecpm', totals))).toBe(ecpm)
    expect(tidy(figure('revenue', '1234.56789'))).toBe(revenue)
  })

  test('and is rounded once', () => {
    const { metric } = makeFormats('en-US', 'JPY')
    // Rounded to cents first, 0.496 would become a yen.
    expect(metric('revenue', { ...totals, revenueMicros: 496_000 })).toBe('¥0')
    expect(metric('revenue', { ...totals, revenueMicros: 500_000 })).toBe('¥1')
  })

  test('on an axis, unless its steps are smaller', () => {
    const { short } = makeFormats('en-US', 'JPY')
    expect([0, 0.5, 5, 12_000].map((value) => short('revenue', value))).toEqual([
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
    tidy(formats.metric('revenue', totals)),
    tidy(formats.day('2026-03-09', 'short')),
    tidy(formats.range('2026-03-05', '2026-03-09')),
  ]).toEqual([money, day, range])
})

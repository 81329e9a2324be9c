import { expect, test } from 'vitest'
import { showsDay } from './date-styles.ts'

test.each([
  ...[
    'yyyy-mm-dd',
    'dd.mm.yyyy;@',
    'm/d/yy h:mm',
    'mmm-yy',
    '[$-409]d-mmm-yyyy',
    'mmmm',
    'yy"年"m"月"',
  ],
])('a number is a day in the format %s', (format) => {
  expect(showsDay(format)).toBe(true)
})

test.each([
  ...[
    'General',
    '0.00',
    '#,##0.00 "per day"',
    '[Red]-0.00',
    'h:mm:ss',
    '[h]:mm',
    '0.0\\d',
    '_d0',
    '@',
  ],
])('a number is no day in the format %s', (format) => {
  expect(showsDay(format)).toBe(false)
})

test('a format of a million brackets is looked through once', () => {
  expect(showsDay(`${'['.repeat(1_000_000)}d`)).toBe(true)
})

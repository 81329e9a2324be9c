import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, dayCount, dayOf, formatDay, parseDay } from './day.ts'

describe('parseDay', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    // 30 years of 365 days and 7 leap days.
    ['2000-01-01', 10_957],
    ['2000-02-29', 11_016],
    ['2026-03-01', 20_513],
  ])('%s is day %i', (text, expected) => {
    expect(parseDay(text)).toBe(expected)
  })

  test.each([
    ...['2026-02-29', '2026-02-30', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-01'],
    ...['2026-01-00', '2026-01-32', '2026-1-01', '26-01-01', '20260101', '2026-01-01T00:00'],
    ...['2026-01-01Z', ' 2026-01-01', '2026-01-01\n', '+2026-01-01', '١٩٧٠-٠١-٠١', '', 'today'],
    // Years of more than four digits; both have ten characters.
    ...['+010000-01', '-000001-01'],
  ])('%j is not a day', (text) => {
    expect(parseDay(text)).toBeNull()
  })

  test('reads every day that formatDay writes, from year 0 to 9999', () => {
    const [first, last] = [parseDay('0000-01-01')!, parseDay('9999-12-31')!]
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (day) => {
        expect(parseDay(formatDay(day as Day))).toBe(day)
      }),
      { numRuns: 1_000 },
    )
  })
})

test('formatted days sort like the days', () => {
  const year2000 = parseDay('2000-01-01')!
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (offset) => {
      const day = addDays(year2000, offset)
      expect(formatDay(addDays(day, 1)) > formatDay(day)).toBe(true)
    }),
  )
})

describe('dayOf', () => {
  test('is the UTC day, from midnight to the last millisecond', () => {
    expect(formatDay(dayOf(Date.UTC(2026, 2, 10)))).toBe('2026-03-10')
    expect(formatDay(dayOf(Date.UTC(2026, 2, 10, 23, 59, 59, 999)))).toBe('2026-03-10')
    expect(formatDay(dayOf(Date.UTC(2026, 2, 11)))).toBe('2026-03-11')
  })

  test('also works before 1970', () => {
    expect(formatDay(dayOf(-1))).toBe('1969-12-31')
  })
})

describe('dayCount', () => {
  test('counts both ends', () => {
    const firstDay = parseDay('2026-02-28')!
    expect(dayCount({ firstDay, lastDay: firstDay })).toBe(1)
    expect(dayCount({ firstDay, lastDay: parseDay('2026-03-01')! })).toBe(2)
  })

  test('includes the leap day', () => {
    const [firstDay, lastDay] = [parseDay('2024-02-28')!, parseDay('2024-03-01')!]
    expect(dayCount({ firstDay, lastDay })).toBe(3)
  })
})

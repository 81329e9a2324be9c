import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayCount, formatDay, parseDay } from '../../values/day.ts'
import { readRelativeDays, relativeDayNames, resolveDays } from './relative-days.ts'

const written = (name: string, today: string): string => {
  const { firstDay, lastDay } = resolveDays(readRelativeDays(name)!, parseDay(today)!)
  return `${formatDay(firstDay)} ${formatDay(lastDay)}`
}

test.each([
  // A leap day, a Thursday.
  ['today', '2024-02-29', '2024-02-29 2024-02-29'],
  ['yesterday', '2024-02-29', '2024-02-28 2024-02-28'],
  ['last_1', '2024-02-29', '2024-02-28 2024-02-28'],
  ['last_28', '2024-02-29', '2024-02-01 2024-02-28'],
  ['week_to_date', '2024-02-29', '2024-02-26 2024-02-29'],
  ['month_to_date', '2024-02-29', '2024-02-01 2024-02-29'],
  ['quarter_to_date', '2024-02-29', '2024-01-01 2024-02-29'],
  ['year_to_date', '2024-02-29', '2024-01-01 2024-02-29'],
  ['previous_week', '2024-02-29', '2024-02-19 2024-02-25'],
  ['previous_month', '2024-02-29', '2024-01-01 2024-01-31'],
  ['previous_quarter', '2024-02-29', '2023-10-01 2023-12-31'],
  ['previous_year', '2024-02-29', '2023-01-01 2023-12-31'],
  // The day after it.
  ['yesterday', '2024-03-01', '2024-02-29 2024-02-29'],
  ['month_to_date', '2024-03-01', '2024-03-01 2024-03-01'],
  ['previous_month', '2024-03-01', '2024-02-01 2024-02-29'],
  ['previous_month', '2025-03-01', '2025-02-01 2025-02-28'],
  // Month ends.
  ['previous_month', '2026-03-31', '2026-02-01 2026-02-28'],
  ['previous_month', '2026-05-31', '2026-04-01 2026-04-30'],
  ['previous_quarter', '2026-05-31', '2026-01-01 2026-03-31'],
  ['previous_quarter', '2026-12-31', '2026-07-01 2026-09-30'],
  ['quarter_to_date', '2026-12-31', '2026-10-01 2026-12-31'],
  // Year ends: Thursday and Friday.
  ['year_to_date', '2026-12-31', '2026-01-01 2026-12-31'],
  ['year_to_date', '2027-01-01', '2027-01-01 2027-01-01'],
  ['week_to_date', '2027-01-01', '2026-12-28 2027-01-01'],
  ['previous_week', '2027-01-03', '2026-12-21 2026-12-27'],
  ['previous_month', '2027-01-31', '2026-12-01 2026-12-31'],
  ['previous_year', '2027-01-01', '2026-01-01 2026-12-31'],
  ['last_7', '2027-01-03', '2026-12-27 2027-01-02'],
  // A Monday and a Sunday.
  ['week_to_date', '2026-03-02', '2026-03-02 2026-03-02'],
  ['previous_week', '2026-03-08', '2026-02-23 2026-03-01'],
])('%s on %s is %s', (name, today, days) => {
  expect(written(name, today)).toBe(days)
})

test.each(['', 'last_0', 'last_01', 'last_3661', 'last_9999', 'last_-1', 'last_7 ', 'LAST_7'])(
  '“%s” is no name of days',
  (text) => {
    expect(readRelativeDays(text)).toBeNull()
  },
)

test('days of any name are in order, and those before today follow each other without a gap', () => {
  const anyDay = fc
    .integer({ min: 0, max: 146_097 })
    .map((days) => addDays(parseDay('1970-01-01')!, days))
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...relativeDayNames), (today, name) => {
      const days = resolveDays(name, today)
      expect(dayCount(days)).toBeGreaterThan(0)
      expect(days.lastDay).toBeLessThanOrEqual(today)
      const unit = /^previous_(.*)$/.exec(name)?.[1]
      if (unit === undefined) return
      const next = resolveDays(readRelativeDays(`${unit}_to_date`)!, today)
      expect(addDays(days.lastDay, 1)).toBe(next.firstDay)
    }),
  )
})

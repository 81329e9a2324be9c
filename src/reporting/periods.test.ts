import { describe, expect, test } from 'vitest'
import { type Day, formatDay, parseDay } from '../values/day.ts'
import { comparedDay, periodOf, periodsOf, timeOf } from './periods.ts'

const day = (text: string): Day => parseDay(text)!
const span = (first: string, last = first) => ({ firstDay: day(first), lastDay: day(last) })

test.each([
  ['week', '2024-02-29', '2024-02-26'],
  ['week', '2024-02-26', '2024-02-26'],
  ['week', '2024-03-03', '2024-02-26'],
  ['week', '1970-01-01', '1969-12-29'],
  ['week', '1969-12-28', '1969-12-22'],
  ['month', '2024-02-29', '2024-02-01'],
  ['month', '1969-12-31', '1969-12-01'],
  ['day', '2024-02-29', '2024-02-29'],
] as const)('the %s of %s begins on %s', (time, of, first) => {
  expect(formatDay(periodOf(time, day(of)))).toBe(first)
})

test('a range has the periods that it touches', () => {
  const periods = (time: 'week' | 'month' | 'day', days: ReturnType<typeof span>) =>
    periodsOf(time, days).map(formatDay)
  expect(periods('week', span('2024-03-03', '2024-03-11'))).toEqual([
    ...['2024-02-26', '2024-03-04', '2024-03-11'],
  ])
  expect(periods('month', span('2023-12-31', '2024-01-01'))).toEqual(['2023-12-01', '2024-01-01'])
  expect(periods('day', span('2024-02-29'))).toEqual(['2024-02-29'])
  expect(periods('day', span('2024-02-29', '2024-02-28'))).toEqual([])
})

test('the dimension of time is found', () => {
  expect(timeOf(['app', 'week'])).toBe('week')
  expect(timeOf(['app'])).toBeUndefined()
})

describe('comparedDay', () => {
  const laid = (
    days: ReturnType<typeof span>,
    shift: { days: number } | { months: 12 },
    of: string,
  ) => formatDay(comparedDay({ days, comparison: { days: span(of), shift } }, day(of)))

  test('shifts by days', () => {
    expect(laid(span('2024-03-01', '2024-03-07'), { days: 7 }, '2024-02-29')).toBe('2024-03-07')
    expect(laid(span('2024-03-01'), { days: -7 }, '2024-03-08')).toBe('2024-03-01')
  })

  test('shifts by a year, 29 February as 28', () => {
    const days = span('2025-01-01', '2025-12-31')
    expect(laid(days, { months: 12 }, '2024-02-29')).toBe('2025-02-28')
    expect(laid(days, { months: 12 }, '2024-03-01')).toBe('2025-03-01')
    expect(laid(span('0051-01-01', '0051-12-31'), { months: 12 }, '0050-05-05')).toBe('0051-05-05')
  })

  test('is never before the first day of the range', () => {
    expect(laid(span('2024-02-29'), { months: 12 }, '2023-02-28')).toBe('2024-02-29')
  })
})

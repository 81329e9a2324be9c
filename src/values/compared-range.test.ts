import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  comparisons,
  exactPairs,
  firstComparedDay,
  namedRanges,
  previousMonth,
  previousPeriod,
  previousYear,
  rangeFrom,
} from './compared-range.ts'
import { addDays, type Day, formatDay, parseDay } from './day.ts'

const span = (first: string, last: string) => ({
  firstDay: parseDay(first)!,
  lastDay: parseDay(last)!,
})
const written = ({ firstDay, lastDay }: { firstDay: Day; lastDay: Day }) =>
  `${formatDay(firstDay)} ${formatDay(lastDay)}`

test('the previous period has as many days and ends the day before', () => {
  const march = span('2026-03-01', '2026-03-31')
  expect(written(previousPeriod(march).days)).toBe('2026-01-29 2026-02-28')
  expect(previousPeriod(march)).toEqual(rangeFrom(march, parseDay('2026-01-29')!))
  expect(previousPeriod(march).shift).toEqual({ days: 31 })
})

test('a later range is shifted backwards', () => {
  const { days, shift } = rangeFrom(span('2026-03-01', '2026-03-02'), parseDay('2026-03-05')!)
  expect([written(days), shift]).toEqual(['2026-03-05 2026-03-06', { days: -4 }])
})

test.each([
  ['2026-03-01', '2026-03-31', '2025-03-01 2025-03-31'],
  ['2025-02-01', '2025-02-28', '2024-02-01 2024-02-29'],
  ['2024-02-01', '2024-02-29', '2023-02-01 2023-02-28'],
  ['2024-02-29', '2024-02-29', '2023-02-28 2023-02-28'],
  ['2024-02-28', '2024-02-28', '2023-02-28 2023-02-28'],
  // A range never overlaps the one that it is compared with.
  ['2024-03-01', '2025-03-01', '2022-03-01 2023-03-01'],
  ['2024-02-29', '2025-02-28', '2023-02-28 2024-02-28'],
])('%s to %s compares with %s of the year before', (first, last, other) => {
  expect(written(previousYear(span(first, last)).days)).toBe(other)
})

test.each([
  ['2026-03-01', '2026-03-09', '2026-02-01 2026-02-09'],
  ['2026-03-01', '2026-03-31', '2026-02-01 2026-02-28'],
  ['2026-02-01', '2026-02-28', '2026-01-01 2026-01-28'],
  ['2026-03-31', '2026-03-31', '2026-02-28 2026-02-28'],
  ['2026-04-01', '2026-06-30', '2026-01-01 2026-03-30'],
])('%s to %s compares with %s of the month before', (first, last, other) => {
  expect(written(previousMonth(span(first, last)).days)).toBe(other)
})

test('a range that has a name ends before the one that it is compared with', () => {
  const drawn = fc.record({
    first: fc.integer({ min: 0, max: 1_461 }).map((days) => addDays(parseDay('2023-01-01')!, days)),
    length: fc.integer({ min: 1, max: 900 }),
    name: fc.constantFrom(...comparisons),
  })
  fc.assert(
    fc.property(drawn, ({ first: firstDay, length, name }) => {
      const { days } = namedRanges[name]({ firstDay, lastDay: addDays(firstDay, length - 1) })
      expect(days.firstDay).toBeLessThanOrEqual(days.lastDay)
      expect(days.lastDay).toBeLessThan(firstDay)
    }),
  )
})

test('days are paired with exactly the same days, if these exist', () => {
  const pairsOf = (first: string, last: string) => {
    const days = span(first, last)
    return exactPairs(days, previousMonth(days)).map(({ day, other }) =>
      [day, other].map(formatDay).join(' '),
    )
  }
  expect(pairsOf('2026-03-27', '2026-03-31')).toEqual([
    '2026-03-27 2026-02-27',
    '2026-03-28 2026-02-28',
  ])
  const leap = span('2025-02-28', '2025-03-01')
  expect(exactPairs(leap, previousYear(leap)).map(({ other }) => formatDay(other))).toEqual([
    '2024-02-28',
    '2024-03-01',
  ])
})

test.each([
  ['2026-03-04', '2025-03-04'],
  // A week that the range cuts off begins with the range.
  ['2026-02-23', '2025-03-01'],
])('the row of %s is compared from %s on', (row, compared) => {
  const days = span('2026-03-01', '2026-03-31')
  expect(formatDay(firstComparedDay(parseDay(row)!, days, previousYear(days)))).toBe(compared)
})

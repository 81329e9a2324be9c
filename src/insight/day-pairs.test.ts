import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisons } from '../values/compared-range.ts'
import { addDays, type DaySpan, formatDay, parseDay } from '../values/day.ts'
import { type Against, type DayPair, pairDays } from './day-pairs.ts'

const span = (first: string, last: string): DaySpan => ({
  firstDay: parseDay(first)!,
  lastDay: parseDay(last)!,
})

/** The days that a range is compared with: the first, the last, and those without another one. */
function otherDays(first: string, last: string, against: Against) {
  const pairs = pairDays(span(first, last), against)
  const others = pairs.flatMap(({ other }) => (other === null ? [] : [formatDay(other)]))
  const without = pairs.filter(({ other }) => other === null).map(({ day }) => formatDay(day))
  return [others[0], others.at(-1), ...without]
}

test.each<[against: Against, range: [string, string], other: (string | undefined)[]]>([
  ['previous_period', ['2026-03-08', '2026-03-10'], ['2026-03-05', '2026-03-07']],
  ['previous_weekdays', ['2026-03-09', '2026-03-09'], ['2026-03-02', '2026-03-02']],
  ['previous_weekdays', ['2026-03-01', '2026-03-08'], ['2026-02-15', '2026-02-22']],
  ['previous_month', ['2026-03-01', '2026-03-09'], ['2026-02-01', '2026-02-09']],
  // February has no 29th to 31st.
  [
    'previous_month',
    ['2026-03-01', '2026-03-31'],
    ['2026-02-01', '2026-02-28', '2026-03-29', '2026-03-30', '2026-03-31'],
  ],
  ['previous_month', ['2026-03-31', '2026-03-31'], [undefined, undefined, '2026-03-31']],
  // A quarter is compared with the quarter before.
  [
    'previous_month',
    ['2026-04-01', '2026-06-30'],
    ['2026-01-01', '2026-03-30', '2026-05-29', '2026-05-30', '2026-05-31'],
  ],
  ['previous_month', ['2026-01-15', '2026-02-14'], ['2025-12-15', '2026-01-14']],
  ['previous_year', ['2026-03-01', '2026-03-31'], ['2025-03-01', '2025-03-31']],
  ['previous_year', ['2024-02-28', '2024-03-01'], ['2023-02-28', '2023-03-01', '2024-02-29']],
  ['previous_year', ['2025-01-01', '2026-03-01'], ['2023-01-01', '2024-03-01']],
  ['previous_year_weekdays', ['2026-03-09', '2026-03-15'], ['2025-03-10', '2025-03-16']],
  [
    { firstDay: parseDay('2026-01-01')! },
    ['2026-03-01', '2026-03-02'],
    ['2026-01-01', '2026-01-02'],
  ],
  ['previous_period', ['0000-01-01', '0000-01-01'], [undefined, undefined, '0000-01-01']],
])('%s of %s is %s', (against, [first, last], other) => {
  expect(otherDays(first, last, against)).toEqual(other)
})

test('other days come before the range, in order, on the same weekday or day of the month', () => {
  const drawn = fc.record({
    first: fc.integer({ min: 15_000, max: 25_000 }),
    length: fc.integer({ min: 1, max: 900 }),
    against: fc.constantFrom(...comparisons),
  })
  fc.assert(
    fc.property(drawn, ({ first, length, against }) => {
      const firstDay = addDays(parseDay('1970-01-01')!, first)
      const days = { firstDay, lastDay: addDays(firstDay, length - 1) }
      const pairs = pairDays(days, against).filter((pair) => pair.other !== null)
      const others = pairs.map(({ other }) => other!)
      expect(others).toEqual([...new Set(others)].sort((a, b) => a - b))
      expect(others.at(-1) ?? 0).toBeLessThan(firstDay)
      const isSame = against.endsWith('weekdays')
        ? ({ day, other }: DayPair) => (day - other!) % 7 === 0
        : against === 'previous_period'
          ? ({ day, other }: DayPair) => day - other! === length
          : ({ day, other }: DayPair) => formatDay(day).slice(8) === formatDay(other!).slice(8)
      expect(pairs.filter((pair) => !isSame(pair))).toEqual([])
    }),
  )
})

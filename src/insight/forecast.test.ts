import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, formatDay, parseDay } from '../values/day.ts'
import type { Amounts, NetworkDays } from './amounts.ts'
import { forecastMonth, monthOf } from './forecast.ts'

const today = parseDay('2026-03-11')!

/** A network that reports some days before today, at most `days` of them. */
function reports(
  days: number,
  microsOn: (age: number) => number | null,
  network = 'admob',
): NetworkDays {
  const known = Array.from({ length: days }, (_, place) => place + 1).flatMap(
    (age): [Day, Amounts][] => {
      const micros = microsOn(age)
      if (micros === null) return []
      return [[addDays(today, -age), { impressions: 1n, revenueMicros: BigInt(micros) }]]
    },
  )
  return new Map([[network, new Map(known)]])
}

const forecast = (known: NetworkDays) => forecastMonth(known, known, today)
const weekly = (age: number) => [700, 100, 100, 100, 100, 300, 0.5][(age + 1) % 7]! * 1_000

describe('a forecast of the month', () => {
  test('adds the days to come to what is reported', () => {
    // Ten days of March are over, 21 are left.
    const found = forecast(reports(400, () => 1_000))
    expect(found).toMatchObject({
      month: { firstDay: parseDay('2026-03-01'), lastDay: parseDay('2026-03-31') },
      soFarMicros: 10_000n,
      pointMicros: 31_000n,
      range: { lowMicros: 31_000n, highMicros: 31_000n },
    })
    expect(found.days.map(({ reportedMicros }) => reportedMicros)).toEqual([
      ...Array(10).fill(1_000n),
      ...Array(21).fill(null),
    ])
    expect(found.days.slice(9, 12).map(({ expectedMicros }) => expectedMicros)).toEqual([
      ...[null, 1_000n, 1_000n],
    ])
  })

  test('knows weekdays', () => {
    const found = forecast(reports(100, weekly))
    for (const { day, expectedMicros } of found.days.slice(10)) {
      expect(Number(expectedMicros), formatDay(day)).toBeCloseTo(weekly(today - day + 700), -1)
    }
  })

  test('expects a late report, but not one that is a week late', () => {
    const late = reports(400, (age) => (age === 2 || age === 8 ? null : 1_000))
    const { days, soFarMicros, pointMicros } = forecast(late)
    expect(days[8]).toMatchObject({ reportedMicros: null, expectedMicros: 1_000n })
    expect(days[2]).toMatchObject({ reportedMicros: null, expectedMicros: null })
    expect([soFarMicros, pointMicros]).toEqual([8_000n, 30_000n])
  })

  test('expects nothing of a network that has reported nothing for four weeks', () => {
    const gone = reports(400, (age) => (age < 29 ? null : 5_000), 'gone')
    const both: NetworkDays = new Map([...gone, ...reports(400, () => 1_000)])
    expect(forecast(both).pointMicros).toBe(31_000n)
  })

  test('does not count today, which is not over', () => {
    const known = reports(400, () => 1_000)
    const days = new Map([...known.get('admob')!, [today, { impressions: 1n, revenueMicros: 7n }]])
    expect(forecast(new Map([['admob', days]]))).toEqual(forecast(known))
  })

  test('has no point without two weeks of history, and no range without rehearsals', () => {
    expect(forecast(new Map())).toMatchObject({ soFarMicros: 0n, pointMicros: null, range: null })
    expect(forecast(reports(13, () => 1_000))).toMatchObject({
      soFarMicros: 10_000n,
      pointMicros: null,
      range: null,
    })
    expect(forecast(reports(14, () => 1_000))).toMatchObject({ pointMicros: 31_000n, range: null })
    expect(forecast(reports(90, () => 1_000)).range).not.toBeNull()
  })

  test('has a range as wide as earlier months were off', () => {
    // Every other month ends with twice the usual revenue.
    const uneven = reports(400, (age) => {
      const text = formatDay(addDays(today, -age))
      return Number(text.slice(8)) > 15 && Number(text.slice(5, 7)) % 2 === 0 ? 2_000 : 1_000
    })
    const { range, pointMicros } = forecast(uneven)
    expect(Number(range!.highMicros)).toBeGreaterThan(40_000)
    expect(Number(range!.lowMicros)).toBeLessThan(32_000)
    expect(pointMicros).toBeGreaterThanOrEqual(range!.lowMicros)
    expect(pointMicros).toBeLessThanOrEqual(range!.highMicros)
  })
})

test('days add up to the point, which is within the range', () => {
  const drawn = fc.array(fc.option(fc.integer({ min: -(10 ** 6), max: 10 ** 9 }), { freq: 9 }), {
    minLength: 1,
    maxLength: 200,
    size: 'max' as const,
  })
  fc.assert(
    fc.property(drawn, (revenue) => {
      const { days, pointMicros, range, soFarMicros } = forecast(
        reports(revenue.length, (age) => revenue[age - 1]!),
      )
      const sumOf = (name: 'reportedMicros' | 'expectedMicros') =>
        days.reduce((sum, one) => sum + (one[name] ?? 0n), 0n)
      expect(sumOf('reportedMicros')).toBe(soFarMicros)
      expect(sumOf('expectedMicros')).toBe((pointMicros ?? soFarMicros) - soFarMicros)
      if (!range) return
      expect(range.lowMicros).toBeLessThanOrEqual(pointMicros!)
      expect(range.highMicros).toBeGreaterThanOrEqual(pointMicros!)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['2024-02-29', '2024-02-01', '2024-02-29'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
  ['2026-01-01', '2026-01-01', '2026-01-31'],
  ['0000-02-01', '0000-02-01', '0000-02-29'],
])('the month of %s is from %s to %s', (day, first, last) => {
  const { firstDay, lastDay } = monthOf(parseDay(day)!)
  expect([formatDay(firstDay), formatDay(lastDay)]).toEqual([first, last])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, formatDay, parseDay } from '../values/day.ts'
import { atOnce } from '../values/turns.ts'
import type { NetworkDays } from './amounts.ts'
import { findAnomalies, type RevenueSeries } from './anomalies.ts'
import { reportedNetworks } from './reported.ts'

const first = parseDay('2026-01-05')!
const dayAt = (place: number) => addDays(first, place)
const sundays = [1.16, 0.93, 0.92, 0.93, 0.95, 1.04, 1.18]

/** Ten weeks that grow by 1 % a day, with weekends and a little noise. */
const usual = (place: number): number =>
  Math.round(1_000_000 * 1.01 ** place * sundays[place % 7]! * (1 + ((place * 7) % 5) / 100))

interface Reports {
  readonly [network: string]: readonly (number | null)[]
}

const weeks = Array.from({ length: 77 }, (_, place) => usual(place))

/** Null is a day that is not reported. */
function find(reports: Reports, from = 63, limit = 10) {
  const revenueMicros = new Map(
    Object.entries(reports).map(([network, days]) => [
      network,
      new Map(
        days.flatMap((micros, place): [Day, bigint][] =>
          micros === null ? [] : [[dayAt(place), BigInt(micros)]],
        ),
      ),
    ]),
  )
  const reported: NetworkDays = new Map(
    [...revenueMicros].map(([network, days]) => [
      network,
      new Map([...days].map(([day, micros]) => [day, { impressions: 1n, revenueMicros: micros }])),
    ]),
  )
  const series: RevenueSeries = { scope: 'total', key: null, revenueMicros }
  const days = { firstDay: dayAt(from), lastDay: dayAt(76) }
  return atOnce(findAnomalies([series], days, reportedNetworks(reported), limit))
}

const withDay = (place: number, change: number | null, days: readonly (number | null)[] = weeks) =>
  days.with(place, change === null ? null : Math.round(days[place]! * change))

describe('days are unusual', () => {
  test('not for growth, weekends and small changes', () => {
    expect(find({ admob: withDay(70, 1.1) })).toEqual({ anomalies: [], count: 0 })
  })

  test('when they are far from the same weekdays, up or down', () => {
    const { anomalies, count } = find({ admob: withDay(66, 2, withDay(71, 0.5)) })
    expect(count).toBe(2)
    expect(anomalies.map(({ day }) => day)).toEqual([dayAt(66), dayAt(71)])
    const [rise, drop] = anomalies
    expect(rise!.revenueMicros).toBeGreaterThan(rise!.highMicros)
    expect(drop!.revenueMicros).toBeLessThan(drop!.lowMicros)
    for (const { day, expectedMicros, weeks, unjudged } of anomalies) {
      const off = Number(expectedMicros) / usual(day - first)
      // The other unusual day is among the days that tell its level.
      expect(Math.abs(off - 1), formatDay(day)).toBeLessThan(0.15)
      expect([weeks, unjudged]).toEqual([8, []])
    }
  })

  test('greatest first, and no more than asked for', () => {
    const reports = { admob: withDay(66, 2, withDay(71, 0.5)) }
    expect(find(reports, 63, 1)).toMatchObject({ count: 2, anomalies: [{ day: dayAt(66) }] })
  })

  test('never for a report that is missing, of one network or of all', () => {
    const without = weeks.map((micros, place) => (place % 9 === 3 || place > 74 ? null : micros))
    expect(find({ admob: weeks, unity: without }).count).toBe(0)
    expect(find({ unity: without }).count).toBe(0)
  })

  test('for the networks that reported them, although another did not', () => {
    const { anomalies } = find({ admob: withDay(70, 0.4), unity: withDay(70, null) })
    expect(anomalies).toMatchObject([{ day: dayAt(70), unjudged: [] }])
    expect(Math.abs(Number(anomalies[0]!.expectedMicros) / usual(70) - 1)).toBeLessThan(0.1)
  })

  test('not for a network that is too new to be judged; it is named', () => {
    const fresh = weeks.map((micros, place) => (place < 60 ? null : 5 * micros))
    expect(find({ fresh }).count).toBe(0)
    const { anomalies } = find({ admob: withDay(70, 2), fresh })
    expect(anomalies).toMatchObject([{ day: dayAt(70), unjudged: ['fresh'] }])
  })

  test('and a report of zeros is a drop', () => {
    const { anomalies } = find({ admob: withDay(70, 0) })
    expect(anomalies).toMatchObject([{ day: dayAt(70), revenueMicros: 0n }])
  })
})

test('removing a report makes no day of others unusual that was not', () => {
  const drawn = fc.uniqueArray(fc.integer({ min: 0, max: 76 }), { maxLength: 30 })
  fc.assert(
    fc.property(drawn, (missing) => {
      const gaps = weeks.map((micros, place) => (missing.includes(place) ? null : micros))
      expect(find({ admob: weeks, unity: gaps }, 56).count).toBe(0)
    }),
  )
})

import { expect, test } from 'vitest'
import { addDays, type Day, parseDay } from '../values/day.ts'
import { atOnce } from '../values/turns.ts'
import type { Amounts, NetworkDays } from './amounts.ts'
import { findAnomalies } from './anomalies.ts'
import { findMissingDays } from './missing.ts'
import { reportedNetworks } from './reported.ts'

const today = parseDay('2026-03-10')!
const ago = (days: number) => addDays(today, -days)

/** The days from so many days ago to so many, but for some. @param micros of a day */
const reports = (
  from: number,
  to: number,
  micros: (day: Day) => number,
  ...without: number[]
): ReadonlyMap<Day, Amounts> =>
  new Map(
    Array.from({ length: from - to + 1 }, (_, place) => from - place)
      .filter((age) => !without.includes(age))
      .map((age) => [ago(age), { impressions: 1n, revenueMicros: BigInt(micros(ago(age))) }]),
  )

const find = (figures: NetworkDays, from = 30, to = 0) =>
  atOnce(
    findMissingDays(
      reportedNetworks(figures),
      figures,
      { firstDay: ago(from), lastDay: ago(to) },
      today,
    ),
  )

/** Sundays bring twice as much. 2026-03-08 was one. */
const weekly = (day: Day) => ((today - day) % 7 === 2 ? 2_000_000 : 1_000_000)

test('a missing day is expected to bring what its weekday brings', () => {
  const found = find(new Map([['admob', reports(70, 3, weekly)]]))
  expect(found).toEqual([
    { network: 'admob', day: ago(2), expectedMicros: 2_000_000n },
    { network: 'admob', day: ago(1), expectedMicros: 1_000_000n },
  ])
})

test('what is expected is what an unusual day is compared with', () => {
  const before = reports(70, 2, weekly, 20)
  const [missing] = find(new Map([['admob', before]]), 1, 1)
  const withDay: NetworkDays = new Map([
    ['admob', new Map([...before, [ago(1), { impressions: 1n, revenueMicros: 9_000_000n }]])],
  ])
  const series = {
    scope: 'network',
    key: 'admob',
    revenueMicros: new Map([
      ['admob', new Map([...withDay.get('admob')!].map(([day, one]) => [day, one.revenueMicros]))],
    ]),
  } as const
  const days = { firstDay: ago(1), lastDay: ago(1) }
  const { anomalies } = atOnce(findAnomalies([series], days, reportedNetworks(withDay), 1))
  expect(anomalies).toMatchObject([{ expectedMicros: missing!.expectedMicros }])
})

test('nothing is expected without four of the same weekdays, or four of the last seven days', () => {
  expect(find(new Map([['admob', reports(27, 2, weekly)]]), 1)).toMatchObject([
    { expectedMicros: null },
  ])
  expect(find(new Map([['admob', reports(70, 6, weekly)]]), 1)).toMatchObject([
    { expectedMicros: null },
  ])
})

test('a day of zeros is not missing, and neither is one before the first report, nor today', () => {
  const days = new Map([
    ...reports(70, 2, weekly),
    [ago(1), { impressions: 0n, revenueMicros: 0n }],
  ])
  expect(find(new Map([['admob', days]]))).toEqual([])
  expect(find(new Map([['admob', reports(10, 1, weekly)]]))).toEqual([])
})

test('a network that is no longer in use lacks only days before its last one', () => {
  const found = find(new Map([['admob', reports(90, 31, weekly, 40)]]), 60)
  expect(found.map(({ day }) => day)).toEqual([ago(40)])
  // One day later, it is still awaited.
  expect(find(new Map([['admob', reports(90, 30, weekly)]]), 60)).toHaveLength(29)
})

test('the figures may be a part of the reports', () => {
  const all: NetworkDays = new Map([['admob', reports(70, 2, weekly)]])
  const half: NetworkDays = new Map([['admob', reports(70, 2, (day) => weekly(day) / 2)]])
  const days = { firstDay: ago(1), lastDay: ago(1) }
  const found = atOnce(findMissingDays(reportedNetworks(all), half, days, today))
  expect(found).toMatchObject([{ expectedMicros: 500_000n }])
})

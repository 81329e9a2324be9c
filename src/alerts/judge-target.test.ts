import { expect, test } from 'vitest'
import type { Amounts, NetworkDays } from '../insight/amounts.ts'
import { forecastMonth, openMonths } from '../insight/forecast.ts'
import { addDays, type Day, formatDay, parseDay } from '../values/day.ts'
import { judgeTarget } from './judge-target.ts'

const march = 'total 2026-03'
const april = 'total 2026-04'

/** What a network brings on a day; null for a day without a report. */
type MicrosOn = (day: string) => number | null

/** A look on the first hour of a day, when networks reported all days before it that they bring something on. */
function lookOn(date: string, networks: Readonly<Record<string, MicrosOn>>, days = 400) {
  const today = parseDay(date)!
  const reported: NetworkDays = new Map(
    Object.entries(networks).map(([network, microsOn]) => {
      const known = new Map<Day, Amounts>()
      for (let day = addDays(today, -days); day < today; day = addDays(day, 1)) {
        const micros = microsOn(formatDay(day))
        if (micros !== null) known.set(day, { impressions: 1n, revenueMicros: BigInt(micros) })
      }
      return [network, known]
    }),
  )
  const forecasts = openMonths(today).map((month) =>
    forecastMonth(reported, reported, today, month),
  )
  return { today, now: reported, forecasts }
}

/** What is judged of the months of 2026 with a goal: true where one misses it, and false where one does not. */
function judged(look: ReturnType<typeof lookOn>, goalMicros: bigint) {
  const found = judgeTarget(look, { goalMicros }).map(
    ({ cause, finding }) => [cause, finding !== null] as const,
  )
  return Object.fromEntries(found.filter(([cause]) => cause.startsWith('total 2026')))
}

const before = { 'total 2026-01': false, 'total 2026-02': false }
const steady: MicrosOn = () => 1_000
/** Until a day. */
const until =
  (last: string): MicrosOn =>
  (day) =>
    day <= last ? 1_000 : null
/** Every other month ends with twice the usual revenue. */
const uneven: MicrosOn = (day) =>
  Number(day.slice(8)) > 15 && Number(day.slice(5, 7)) % 2 === 0 ? 2_000 : 1_000

test('a month misses a goal that is above its range, and no goal that its forecast reaches', () => {
  const look = lookOn('2026-03-11', { admob: steady })
  expect(judged(look, 31_000n)).toEqual({ ...before, [march]: false })
  expect(judged(look, 31_001n)).toEqual({ ...before, [march]: true })
  expect(judgeTarget(look, { goalMicros: 31_001n }).at(-1)!.finding).toMatchObject({
    subject: { of: 'total', key: null },
    revenueMicros: 10_000n,
    expectedMicros: 31_000n,
    goalMicros: 31_001n,
    days: { 0: parseDay('2026-03-01'), 30: parseDay('2026-03-31'), length: 31 },
  })
})

test('between the forecast and the upper end of its range nothing is judged', () => {
  const look = lookOn('2026-03-11', { admob: uneven })
  const { pointMicros, range } = look.forecasts[0]!
  const highMicros = range!.highMicros
  expect(highMicros).toBeGreaterThan(pointMicros! + 1n)
  expect(judged(look, pointMicros!)).toEqual({ ...before, [march]: false })
  expect(judged(look, pointMicros! + 1n)).toEqual(before)
  expect(judged(look, highMicros)).toEqual(before)
  expect(judged(look, highMicros + 1n)).toEqual({ ...before, [march]: true })
})

test('nothing is judged without a range', () => {
  const look = lookOn('2026-03-11', { admob: steady }, 40)
  expect(look.forecasts[0]).toMatchObject({ pointMicros: 31_000n, range: null })
  expect(judged(look, 100_000n)).toEqual(before)
  expect(judged(look, 1n)).toEqual(before)
  const ofNothing = lookOn('2026-03-11', { admob: () => 0 }, 40)
  expect(judged(ofNothing, 1n)).toEqual(before)
  expect(judged(lookOn('2026-03-11', {}), 1n)).toEqual(before)
})

test('a missing network is expected, and while it is silent for longer nothing is missed', () => {
  const withVungle = (last: string) => lookOn('2026-03-20', { admob: steady, vungle: until(last) })
  expect(judged(withVungle('2026-03-12'), 62_000n)).toEqual({ ...before, [march]: false })
  expect(judged(withVungle('2026-03-12'), 62_001n)).toEqual({ ...before, [march]: true })
  // Of 12 March nothing is expected any more.
  expect(judged(withVungle('2026-03-11'), 62_000n)).toEqual(before)
  expect(judged(withVungle('2026-03-11'), 61_000n)).toEqual({ ...before, [march]: false })
  // It is not in use any more.
  expect(judged(withVungle('2026-02-17'), 31_001n)).toEqual({ ...before, [march]: true })
  expect(judged(lookOn('2026-03-20', { admob: until('2026-02-17') }), 1n)).toEqual(before)
})

test('a month that is over is judged once all of it is reported, and ends after a week', () => {
  const late = { admob: steady, vungle: until('2026-03-29') }
  expect(judged(lookOn('2026-04-01', late), 90_000n)).toEqual({ ...before, [april]: true })
  const reported = lookOn('2026-04-01', { admob: steady, vungle: steady })
  expect(judged(reported, 62_001n)).toEqual({ ...before, [march]: true, [april]: true })
  expect(judged(reported, 62_000n)).toEqual({ ...before, [march]: false, [april]: true })
  expect(judged(reported, 60_000n)).toEqual({ ...before, [march]: false, [april]: false })
  const ofDay = (date: string) => judged(lookOn(date, { admob: steady }), 31_001n)
  expect(ofDay('2026-04-07')).toMatchObject({ [march]: true })
  expect(ofDay('2026-04-08')).toMatchObject({ [march]: false })
  // The first days of March are unknown.
  expect(judged(lookOn('2026-04-03', { admob: steady }, 20), 31_001n)).toEqual(before)
})

import { describe, expect, test } from 'vitest'
import { dayMs, parseDay } from '../values/day.ts'
import { nextReadMs, type PullRules, readyAtMs, retryAtMs } from './schedule.ts'

const day = parseDay('2026-03-10')!
const hour = 3_600_000
const minute = 60_000
const rules: PullRules = { zone: 'UTC', readyHours: 8, rereadDays: 7, sweepDays: 30 }
const ready = Date.parse('2026-03-11T08:00:00Z')

test('a day is ready its hours after it ended on the network clock', () => {
  expect(readyAtMs(day, rules)).toBe(ready)
  const zone = 'America/Los_Angeles'
  expect(readyAtMs(day, { ...rules, zone })).toBe(Date.parse('2026-03-11T15:00:00Z'))
})

describe('a day that was pulled is asked for again', () => {
  const next = (afterMs: number, some: Partial<PullRules> = {}) => {
    const at = nextReadMs(day, ready + afterMs, { ...rules, ...some })
    return at === null ? null : (at - ready) / dayMs
  }

  test.each([
    ['before it was ready', -5 * hour, 1],
    ['at its ready hour', 0, 1],
    ['late on that day', dayMs - 1, 1],
    ['a day later', dayMs, 2],
    ['on the last day of reading it daily', 6.5 * dayMs, 7],
  ])('daily: pulled %s', (_when, afterMs, days) => {
    expect(next(afterMs)).toBe(days)
  })

  test('then weekly, until the network restates it no more', () => {
    expect(next(7 * dayMs)).toBe(14)
    expect(next(14 * dayMs)).toBe(21)
    expect(next(23 * dayMs)).toBe(30)
    expect(next(23 * dayMs + 1)).toBeNull()
    expect(next(300 * dayMs)).toBeNull()
  })

  test('never where nothing is restated', () => {
    expect(next(0, { rereadDays: 0, sweepDays: 0 })).toBeNull()
    expect(next(0, { rereadDays: 1, sweepDays: 1 })).toBe(1)
    expect(next(dayMs, { rereadDays: 1, sweepDays: 1 })).toBeNull()
  })
})

describe('after a fault a day is asked for again', () => {
  const wait = (kind: Parameters<typeof retryAtMs>[0]['kind'], failures: number, waitMs?: number) =>
    (retryAtMs({ kind, message: '', ...(waitMs !== undefined && { waitMs }) }, failures, ready) -
      ready) /
    minute

  test('after waits that grow', () => {
    const waits = [1, 2, 3, 4, 5, 6, 1_000].map((failures) => wait('try-later', failures))
    expect(waits).toEqual([2, 5, 15, 60, 180, 180, 180])
  })

  test('not before the network wants to be asked', () => {
    expect(wait('slow-down', 1, 10 * minute)).toBe(10)
    expect(wait('slow-down', 5, 10 * minute)).toBe(180)
  })

  test('a day later when the request was refused or the answer cut', () => {
    expect(wait('request-refused', 1)).toBe(24 * 60)
    expect(wait('cut', 9)).toBe(24 * 60)
  })

  test('a while later when there are no figures yet, and less often when they are late', () => {
    expect(wait('not-ready', 0)).toBe(45)
    expect(wait('not-ready', 1)).toBe(45)
    expect(wait('not-ready', 9)).toBe(180)
  })
})

import { describe, expect, test } from 'vitest'
import { dayMs, parseDay } from '../values/day.ts'
import type { PulledDay } from './connection.ts'
import {
  backOffAfter,
  isOnlyOlder,
  nextReadMs,
  type PullRules,
  reachedAges,
  readyAtMs,
  replannedMs,
  retryAtMs,
} from './schedule.ts'

const day = parseDay('2026-03-10')!
const hour = 3_600_000
const minute = 60_000
const rules: PullRules = {
  zone: 'UTC',
  readyHours: 8,
  rereadDays: 7,
  sweepDays: 30,
  sweepWeekday: null,
}
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

  test('then weekly since then, until the network restates it no more', () => {
    expect(next(7 * dayMs)).toBe(14)
    expect(next(14 * dayMs)).toBe(21)
    expect(next(16 * dayMs), 'read in between').toBe(21)
    expect(next(21 * dayMs)).toBe(28)
    expect(next(28 * dayMs)).toBeNull()
    expect(next(300 * dayMs)).toBeNull()
  })

  test('or on one weekday', () => {
    // It is ready on Wednesday the 11th.
    const sunday = { sweepWeekday: 'sunday' } as const
    expect(next(6 * dayMs, sunday), 'every day as before').toBe(7)
    expect(next(7 * dayMs, sunday), 'the 22nd').toBe(11)
    expect(next(11 * dayMs, sunday)).toBe(18)
    expect(next(7 * dayMs, { sweepWeekday: 'wednesday' })).toBe(14)
    expect(next(7 * dayMs, { sweepWeekday: 'thursday' })).toBe(8)
    // With more than a day to wait, it is ready on Friday the 13th.
    expect(next(9 * dayMs, { ...sunday, readyHours: 48 + 8 }), 'the 22nd').toBe(11)
    expect(next(25 * dayMs, sunday), 'beyond the sweep').toBeNull()
  })

  test('never where nothing is restated', () => {
    expect(next(0, { rereadDays: 0, sweepDays: 0 })).toBeNull()
    expect(next(0, { rereadDays: 1, sweepDays: 1 })).toBe(1)
    expect(next(dayMs, { rereadDays: 1, sweepDays: 1 })).toBeNull()
    expect(next(7 * dayMs, { sweepDays: 0 })).toBeNull()
    expect(next(7 * dayMs, { sweepDays: 0, sweepWeekday: 'sunday' })).toBeNull()
  })
})

describe('a day of install', () => {
  const ages = [0, 1, 7, 10, 30]
  const aged: PullRules = { ...rules, rereadDays: 2, sweepDays: 0, ages }
  const next = (afterMs: number, some: Partial<PullRules> = {}) => {
    const at = nextReadMs(day, ready + afterMs, { ...aged, ...some })
    return at === null ? null : (at - ready) / dayMs
  }

  test('is asked for again when it reaches an age, or is restated', () => {
    expect(next(-hour), 'before it was ready').toBe(0)
    expect(next(0)).toBe(1)
    expect(next(dayMs), 'restated').toBe(2)
    expect(next(2 * dayMs)).toBe(7)
    expect(next(9.9 * dayMs)).toBe(10)
    expect(next(10 * dayMs)).toBe(30)
    expect(next(30 * dayMs)).toBeNull()
    expect(next(2 * dayMs, { ages: [] })).toBeNull()
  })

  test('has reached an age once the day of the age is over and ready', () => {
    const reached = (afterMs: number) => reachedAges(day, ready + afterMs, aged, ages)
    expect(reached(-1)).toEqual([])
    expect(reached(0)).toEqual([0])
    expect(reached(7 * dayMs - 1)).toEqual([0, 1])
    expect(reached(7 * dayMs)).toEqual([0, 1, 7])
    expect(reached(44 * dayMs)).toEqual(ages)
  })

  test('is only older where it is due for nothing else', () => {
    const pulled = (atDays: number, some: Partial<PulledDay> = {}) => {
      const pulledAtMs = ready + atDays * dayMs
      const nextAtMs = nextReadMs(day, pulledAtMs, aged)
      const known = { day, state: 'done', problem: null, pulledAtMs, nextAtMs }
      return { ...known, ...some } as PulledDay
    }
    const is = (one: PulledDay, nowDays: number, some: Partial<PullRules> = {}) =>
      isOnlyOlder(one, ready + nowDays * dayMs, { ...aged, ...some })
    expect(is(pulled(2), 7)).toBe(true)
    expect(is(pulled(2, { state: 'empty' }), 7)).toBe(true)
    expect(is(pulled(0), 1), 'restated too').toBe(false)
    expect(is(pulled(1), 7), 'restated meanwhile').toBe(false)
    expect(is(pulled(2, { state: 'held' }), 7)).toBe(false)
    expect(is(pulled(2, { problem: { kind: 'not stored' } }), 7)).toBe(false)
    expect(is(pulled(2, { nextAtMs: ready + 5 * dayMs }), 7), 'a person asks').toBe(false)
    expect(is(pulled(2, { pulledAtMs: null }), 7)).toBe(false)
    expect(is(pulled(30), 31), 'no further age').toBe(false)
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

describe('once the rules have changed, a day is asked for', () => {
  const now = ready + 10 * dayMs
  const pulled = (some: Partial<PulledDay>): PulledDay => ({
    day,
    state: 'done',
    failures: 0,
    nextAtMs: null,
    depth: null,
    pulledAtMs: ready,
    stated: null,
    failedAtMs: null,
    mark: null,
    held: null,
    entry: null,
    problem: null,
    ...some,
  })
  const held = { kind: 'held', reason: 'no rows' } as const

  test('when these rules say', () => {
    expect(replannedMs(pulled({}), now, rules)).toBe(ready + 14 * dayMs)
    expect(replannedMs(pulled({}), now, { ...rules, rereadDays: 20 })).toBe(ready + 11 * dayMs)
    const planned = pulled({ state: 'empty', nextAtMs: now + 1 })
    expect(replannedMs(planned, now, { ...rules, sweepDays: 0 })).toBeNull()
    const due = pulled({ state: 'due', nextAtMs: now + 1, pulledAtMs: null })
    expect(replannedMs(due, now, { ...rules, readyHours: 3 })).toBe(ready - 5 * hour)
  })

  test('when it was, if it is late or waits for something else', () => {
    expect(replannedMs(pulled({ nextAtMs: now }), now, rules)).toBe(now)
    for (const state of ['held', 'failed', 'due'] as const) {
      const waiting = pulled({ state, nextAtMs: now + 77, problem: held })
      expect(replannedMs(waiting, now, rules)).toBe(now + 77)
    }
  })
})

describe('a connection that fails is left alone', () => {
  const problem = { kind: 'fault', fault: 'try-later', message: 'did not answer' } as const
  /** Minutes of the turns after each other. */
  const waits = (turns: number, chance: number, waitMs = 0): number[] => {
    let backOff: ReturnType<typeof backOffAfter> | null = null
    return Array.from({ length: turns }, () => {
      backOff = backOffAfter({ problem, waitMs }, backOff, ready, chance)
      return (backOff.untilMs - ready) / minute
    })
  }

  test('for longer each time, up to an hour', () => {
    expect(waits(7, 0)).toEqual([2, 5, 15, 30, 60, 60, 60])
  })

  test('for up to a quarter less by chance', () => {
    expect(waits(6, 1)).toEqual([1.5, 3.75, 11.25, 22.5, 45, 45])
  })

  test('for as long as the network asks for', () => {
    expect(waits(5, 1, 20 * minute)).toEqual([20, 20, 20, 22.5, 45])
  })

  test('and keeps count and reason', () => {
    const first = backOffAfter({ problem, waitMs: 0 }, null, ready, 0)
    const again = { problem: { kind: 'not stored' }, waitMs: 0 } as const
    expect(backOffAfter(again, first, ready, 0)).toEqual({
      failures: 2,
      untilMs: ready + 5 * minute,
      problem: again.problem,
    })
  })
})

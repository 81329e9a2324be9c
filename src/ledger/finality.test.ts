import { describe, expect, test } from 'vitest'
import { addDays, type Day, formatDay, parseDay } from '../values/day.ts'
import type { ReportedDay } from './figure-ledger.ts'
import {
  defaultFinalAfterDays,
  type FinalityRule,
  finalAfterDays,
  freshnessOf,
  longestFinalAfterDays,
  maxFinalAfterDays,
  type RulesByNetwork,
} from './finality.ts'

const today = parseDay('2026-03-10')!
const daysAgo = (days: number): Day => addDays(today, -days)
const none: RulesByNetwork = new Map()
const afterDays = (days: number): FinalityRule => ({ days, daysAfterMonth: null, isSet: true })

const reported = (day: Day, network: string, restated = false): ReportedDay => ({
  day,
  network,
  restated,
  lastChangeAtMs: day * 86_400_000 + 1,
  dayZone: 'UTC',
})

/** The status of a day of `admob` that was reported this many days ago. */
function statusOf(days: number, restated: boolean, rules: RulesByNetwork = none) {
  const day = daysAgo(days)
  const span = { firstDay: day, lastDay: day }
  return freshnessOf(span, today, ['admob'], [reported(day, 'admob', restated)], rules)[0]!.status
}

test('figures are final after a week unless a rule says otherwise, and after a year at most', () => {
  expect([defaultFinalAfterDays, maxFinalAfterDays]).toEqual([7, 365])
})

describe('a reported day', () => {
  test.each([
    [0, 'estimated', 'restating'],
    [6, 'estimated', 'restating'],
    [7, 'final', 'final'],
    [8, 'final', 'final'],
    [3_000, 'final', 'final'],
  ])('%i days ago is %s, or %s when it was changed', (days, once, changed) => {
    expect([statusOf(days, false), statusOf(days, true)]).toEqual([once, changed])
  })

  test.each([
    [0, 0, 'final'],
    [1, 0, 'estimated'],
    [1, 1, 'final'],
    [365, 364, 'estimated'],
    [365, 365, 'final'],
  ])('of a network that is final after %i days is, %i days ago, %s', (rule, days, status) => {
    expect(statusOf(days, false, new Map([['admob', afterDays(rule)]]))).toBe(status)
  })

  test('does not use the rule of another network', () => {
    expect(statusOf(6, false, new Map([['ownnet', afterDays(0)]]))).toBe('estimated')
  })
})

describe('a rule of months', () => {
  const rule: FinalityRule = { days: 32, daysAfterMonth: 15, isSet: false }

  test.each([
    // 30 days to the end of January, and 15.
    ['2026-01-01', 45],
    ['2026-01-13', 33],
    // Sooner than it is asked for again otherwise.
    ['2026-01-14', 32],
    ['2026-01-31', 32],
    ['2028-02-01', 43],
  ])('%s is final after %i days', (day, days) => {
    expect(finalAfterDays(rule, parseDay(day)!)).toBe(days)
  })

  test('is told by its longest month', () => {
    expect(longestFinalAfterDays(rule)).toBe(45)
    expect(longestFinalAfterDays({ ...rule, days: 50 })).toBe(50)
    expect(longestFinalAfterDays(afterDays(3))).toBe(3)
    expect(longestFinalAfterDays(undefined)).toBe(7)
  })
})

describe('the list', () => {
  test('has every day up to today with every network, in the order of both', () => {
    const span = { firstDay: daysAgo(1), lastDay: addDays(today, 5) }
    const seen = [reported(today, 'ownnet'), reported(daysAgo(1), 'admob', true)]
    const lines = freshnessOf(span, today, ['admob', 'ownnet'], seen, none)
    const text = lines.map(
      ({ day, network, status, lastChangeAtMs }) =>
        `${formatDay(day)} ${network} ${status} ${lastChangeAtMs}`,
    )
    expect(text).toEqual([
      `2026-03-09 admob restating ${daysAgo(1) * 86_400_000 + 1}`,
      '2026-03-09 ownnet missing null',
      '2026-03-10 admob missing null',
      `2026-03-10 ownnet estimated ${today * 86_400_000 + 1}`,
    ])
  })

  test('has missing days, however long ago', () => {
    const span = { firstDay: daysAgo(400), lastDay: daysAgo(400) }
    expect(freshnessOf(span, today, ['admob'], [], none)).toEqual([
      {
        day: daysAgo(400),
        network: 'admob',
        status: 'missing',
        lastChangeAtMs: null,
        finalAfterDays: 7,
      },
    ])
  })

  test('is empty for future days, and when no network is expected', () => {
    const future = { firstDay: addDays(today, 1), lastDay: addDays(today, 9) }
    expect(freshnessOf(future, today, ['admob'], [], none)).toEqual([])
    const span = { firstDay: daysAgo(3), lastDay: today }
    expect(freshnessOf(span, today, [], [], none)).toEqual([])
  })
})

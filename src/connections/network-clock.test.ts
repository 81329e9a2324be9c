import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Day, dayMs, parseDay } from '../values/day.ts'
import { dayInZone, endOfDayMs, lastReadyDay } from './network-clock.ts'

const day = (text: string) => parseDay(text)!
const instant = (ms: number) => new Date(ms).toISOString()
const losAngeles = 'America/Los_Angeles'

test.each([
  ['UTC', '2026-03-10', '2026-03-11T00:00:00.000Z'],
  ['Asia/Shanghai', '2026-03-10', '2026-03-10T16:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-10', '2026-03-10T18:30:00.000Z'],
  // Winter, the day before summer time begins, that day, and summer.
  [losAngeles, '2026-03-06', '2026-03-07T08:00:00.000Z'],
  [losAngeles, '2026-03-07', '2026-03-08T08:00:00.000Z'],
  [losAngeles, '2026-03-08', '2026-03-09T07:00:00.000Z'],
  [losAngeles, '2026-03-09', '2026-03-10T07:00:00.000Z'],
  // Summer, the day before winter time begins, that day, and winter.
  [losAngeles, '2026-10-31', '2026-11-01T07:00:00.000Z'],
  [losAngeles, '2026-11-01', '2026-11-02T08:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-10', '2026-03-10T10:00:00.000Z'],
])('in %s, %s ends at %s', (zone, text, end) => {
  expect(instant(endOfDayMs(day(text), zone))).toBe(end)
})

test('the days of a change of clocks have 23 and 25 hours', () => {
  const hours = (text: string) =>
    (endOfDayMs(day(text), losAngeles) - endOfDayMs((day(text) - 1) as Day, losAngeles)) / 3_600_000
  expect(['2026-03-07', '2026-03-08', '2026-11-01', '2026-11-02'].map(hours)).toEqual([
    24, 23, 25, 24,
  ])
})

describe('property', () => {
  const zone = fc.constantFrom('UTC', losAngeles, 'Asia/Shanghai', 'Europe/London', 'Asia/Kolkata')
  // Milliseconds around both changes of clocks and elsewhere.
  const moment = fc.oneof(
    fc.integer({ min: 0, max: 1_000 * dayMs }).map((ms) => Date.parse('2025-01-01') + ms),
    fc.integer({ min: 0, max: 3 * dayMs }).map((ms) => Date.parse('2026-03-07') + ms),
    fc.integer({ min: 0, max: 3 * dayMs }).map((ms) => Date.parse('2026-10-31') + ms),
  )

  test('a moment is in the day that ends next', () => {
    fc.assert(
      fc.property(moment, zone, (nowMs, name) => {
        const today = dayInZone(nowMs, name)
        expect(nowMs).toBeLessThan(endOfDayMs(today, name))
        expect(nowMs).toBeGreaterThanOrEqual(endOfDayMs((today - 1) as Day, name))
      }),
    )
  })

  test('the last ready day has ended for as long as it takes, and the next one has not', () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: 0, max: 30 }), (nowMs, name, hours) => {
        const last = lastReadyDay(nowMs, name, hours)
        const readyMs = (of: number) => endOfDayMs(of as Day, name) + hours * 3_600_000
        expect(readyMs(last)).toBeLessThanOrEqual(nowMs)
        expect(readyMs(last + 1)).toBeGreaterThan(nowMs)
      }),
    )
  })
})

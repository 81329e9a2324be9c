import { expect, test } from 'vitest'
import { type Day, parseDay } from '../../values/day.ts'
import { lastDigestDay, sendTimes } from './digest-schedule.ts'

const day = (text: string) => parseDay(text) as Day

test.each([
  // Tuesday 10 March ends at 9:00 in Tokyo, so its reports get until 8:00 of the day after.
  ['Asia/Tokyo', 8, '2026-03-11T00:00:00Z', '2026-03-11T23:00:00Z'],
  ['Asia/Tokyo', 12, '2026-03-11T00:00:00Z', '2026-03-11T03:00:00Z'],
  ['Europe/Berlin', 9, '2026-03-11T04:00:00Z', '2026-03-11T08:00:00Z'],
  // It ends in the afternoon of 10 March in Los Angeles, where the next morning is awaited.
  ['America/Los_Angeles', 9, '2026-03-11T12:00:00Z', '2026-03-11T16:00:00Z'],
  ['UTC', 3, '2026-03-11T03:00:00Z', '2026-03-11T03:00:00Z'],
] as const)(
  'a digest in %s with the hour %i is sent in the morning',
  (timeZone, hour, from, by) => {
    const { fromMs, byMs } = sendTimes(day('2026-03-10'), { timeZone, digestHour: hour })
    expect([fromMs, byMs].map((ms) => new Date(ms).toJSON())).toEqual(
      [from, by].map((text) => text.replace('Z', '.000Z')),
    )
  },
)

test('the last weekly digest ends on the last Sunday that is over', () => {
  const at = (text: string) => lastDigestDay('weekly', Date.parse(text))
  expect(at('2026-03-15T23:59:00Z')).toBe(day('2026-03-08'))
  expect(at('2026-03-16T00:00:00Z')).toBe(day('2026-03-15'))
})

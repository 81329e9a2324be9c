import { expect, test } from 'vitest'
import { defaultImportLimits } from '../sources/import-limits.ts'
import { checkClock, isLaterThanClock } from './clock.ts'

const dayMs = 86_400_000
const now = new Date('2026-03-10T12:00:00Z')
const limits = { ...defaultImportLimits, idleDays: 400 }
const check = (lastCommittedMs: number | null) => checkClock(now, lastCommittedMs, limits)

test('a clock is accepted up to the idle days after the last entry, and before it', () => {
  for (const last of [null, now.getTime(), now.getTime() + dayMs, now.getTime() - 400 * dayMs]) {
    expect(() => check(last)).not.toThrow()
  }
})

test('a clock that is further ahead is refused with both times', () => {
  const last = now.getTime() - 400 * dayMs - 1
  let refused: unknown
  try {
    check(last)
  } catch (error) {
    refused = error
  }
  expect(refused).toMatchObject({
    code: 'clock_ahead',
    facts: {
      now: '2026-03-10T12:00:00.000Z',
      lastEntry: new Date(last).toISOString(),
      maximumDays: 400,
    },
  })
})

test.each([
  [-1, false],
  [0, false],
  [300_000, false],
  [300_001, true],
])('an entry %i ms after the clock is later than it: %s', (ms, later) => {
  expect(isLaterThanClock(now.getTime() + ms, now)).toBe(later)
})

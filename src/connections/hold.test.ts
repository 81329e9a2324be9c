import { expect, test } from 'vitest'
import type { HeldDay } from './connection.ts'
import { confirmed, type DayChange, holdOf, isSameDay, mayImport } from './hold.ts'

const before = { impressions: 1_000n, revenueMicros: 5_000_000n }
const change = (after: Partial<DayChange['after']>, more: Partial<DayChange> = {}): DayChange => ({
  slices: 3,
  before,
  lostMicros: 0n,
  ...more,
  after: { rows: 10, ...before, ...after },
})

test.each([
  ['the same', change({}), null],
  ['more', change({ impressions: 9_000n, revenueMicros: 9_000_000n }), null],
  ['half', change({ impressions: 500n, revenueMicros: 2_500_000n }), null],
  ['less than half of the revenue', change({ revenueMicros: 2_499_999n }), 'less revenue'],
  ['less than half of the impressions', change({ impressions: 499n }), 'fewer impressions'],
  ['no rows', change({ rows: 0, impressions: 0n, revenueMicros: 0n }), 'no rows'],
  ['no app with a micro of revenue', change({}, { lostMicros: 1n }), 'revenue missing'],
  ['no app without revenue', change({}, { lostMicros: 0n }), null],
  ['no app with negative revenue', change({}, { lostMicros: -1n }), null],
  ['figures of a new day', change({ impressions: 1n }, { slices: 0 }), null],
  ['revenue where there was none', change({}, { before: { ...before, revenueMicros: 0n } }), null],
  [
    'nothing where there was nothing',
    change(
      { impressions: 0n, revenueMicros: 0n },
      { before: { impressions: 0n, revenueMicros: 0n } },
    ),
    null,
  ],
] as const)('a report with %s', (_what, given, reason) => {
  expect(holdOf(given)?.reason ?? null).toBe(reason)
})

const nothing = { rows: 0, impressions: 0n, revenueMicros: 0n }

test.each([
  ['loses more than half of the revenue', change({ revenueMicros: 1n }), true],
  ['lacks an app with revenue', change({}, { lostMicros: 1n }), true],
  ['has no rows, of a day with revenue', change(nothing), true],
  [
    'has no rows, of a day without revenue',
    change(nothing, { before: { ...before, revenueMicros: 0n } }),
    false,
  ],
  ['only loses impressions', change({ impressions: 1n }), false],
] as const)('a report that %s needs a person: %s', (_what, given, deletesRevenue) => {
  const hold = holdOf(given)!
  expect(hold.deletesRevenue).toBe(deletesRevenue)
  const held: HeldDay = { ...given.after, sinceMs: 1_000 }
  const later = (hours: number) => 1_000 + hours * 3_600_000
  expect(mayImport(held, given.after, hold, later(5.9))).toBe(false)
  expect(mayImport(held, given.after, hold, later(6))).toBe(!deletesRevenue)
  expect(mayImport(confirmed(held), given.after, hold, later(0))).toBe(true)
  expect(mayImport(confirmed(held), { ...given.after, rows: 99 }, hold, later(6))).toBe(false)
})

test('reports are the same when rows and totals are', () => {
  const one = { rows: 1, impressions: 2n, revenueMicros: 3n }
  expect(isSameDay(one, { ...one })).toBe(true)
  for (const other of [{ rows: 2 }, { impressions: 3n }, { revenueMicros: 4n }]) {
    expect(isSameDay(one, { ...one, ...other })).toBe(false)
  }
})

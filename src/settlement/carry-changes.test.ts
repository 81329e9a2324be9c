import { expect, test } from 'vitest'
import { parseMonth } from '../values/months.ts'
import { carryChanges } from './carry-changes.ts'
import type { AppRevenue, CarriedChange, MonthClose } from './month-close.ts'
import { settle } from './settle.ts'

const [january, february] = [parseMonth('2026-01')!, parseMonth('2026-02')!]
const revenue = (revenueMicros: bigint, month = january): AppRevenue => ({
  network: 'admob',
  month,
  app: 1,
  revenueMicros,
})
const change = (entry: number | null, amountMicros: bigint): CarriedChange => ({
  network: 'admob',
  month: january,
  entry,
  amountMicros,
})
const closeOf = (
  month: typeof january,
  figures: readonly AppRevenue[],
  carried: readonly CarriedChange[] = [],
): MonthClose => ({
  id: month,
  month,
  entry: 1,
  currency: 'USD',
  closedAtMs: 0,
  closedBy: null,
  figures,
  carried,
})

/** What the next close books. */
function carried(
  closes: readonly MonthClose[],
  now: readonly AppRevenue[],
  stored: readonly CarriedChange[],
) {
  const changes = stored.map((one) => ({ ...one, entry: one.entry! }))
  const books = {
    currency: 'USD',
    figures: now,
    closes,
    changes,
    mergedInto: new Map<number, number>(),
    lines: [],
    termsOf: () => null,
  }
  return carryChanges(settle(books), closes)
}

const closed = closeOf(january, [revenue(100n)])

test.each([
  ['nothing without changes', [closed], [revenue(100n)], [], []],
  [
    'each change',
    [closed],
    [revenue(90n)],
    [change(2, -15n), change(3, 5n)],
    [change(2, -15n), change(3, 5n)],
  ],
  [
    'only those that no close has booked',
    [closed, closeOf(february, [], [change(2, -15n)])],
    [revenue(90n)],
    [change(2, -15n), change(3, 5n)],
    [change(3, 5n)],
  ],
  [
    'changes whose entries are not stored, as one',
    [closed],
    [revenue(90n)],
    [change(3, 5n)],
    [change(3, 5n), change(null, -15n)],
  ],
  [
    'nothing of booked changes whose entries are not stored any more',
    [closed, closeOf(february, [], [change(2, -15n)])],
    [revenue(85n)],
    [],
    [],
  ],
  [
    'what an undo took back of a network that the close had no figures of',
    [closeOf(january, []), closeOf(february, [], [change(2, 20n)])],
    [],
    [change(2, 20n), change(3, -20n)],
    [change(3, -20n)],
  ],
  [
    'the same when the entries are not stored any more',
    [closeOf(january, []), closeOf(february, [], [change(2, 20n)])],
    [],
    [],
    [change(null, -20n)],
  ],
  ['nothing of a month that is open', [], [revenue(90n)], [change(2, -15n)], []],
] as const)('the next close books %s', (_what, closes, now, changes, expected) => {
  expect(carried(closes, now, changes)).toEqual(expected)
})

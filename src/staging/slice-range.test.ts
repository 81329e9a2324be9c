import { expect, test } from 'vitest'
import type { Day } from '../values/day.ts'
import { inRange, isEmptyRange, withinDays } from './slice-range.ts'
import type { SliceRange } from './staged-slices.ts'

const range: SliceRange = { days: [9, 7, 8] as Day[], accounts: [1, 2], apps: [11], networks: [3] }

test.each<[string, Partial<SliceRange>, boolean]>([
  ['every list has a value', {}, false],
  ['all apps count', { apps: null }, false],
  ['there are no days', { days: [] }, true],
  ['there are no accounts', { accounts: [] }, true],
  ['there are no apps', { apps: [] }, true],
  ['there are no networks', { networks: [] }, true],
])('when %s, the range is empty: %s', (_title, more, isEmpty) => {
  expect(isEmptyRange({ ...range, ...more })).toBe(isEmpty)
  expect(inRange({ ...range, ...more }) === 'false').toBe(isEmpty)
})

test('days are a condition from the first to the last', () => {
  expect(withinDays(range)).toBe("day BETWEEN DATE '1970-01-01' + 7 AND DATE '1970-01-01' + 9")
  expect(withinDays({ ...range, days: [] })).toBe('false')
})

test('a range is a condition on every column that it limits', () => {
  expect(inRange(range)).toBe(
    `${withinDays(range)} AND account IN (1, 2) AND app IN (11) AND network IN (3)`,
  )
  expect(inRange({ ...range, apps: null })).toBe(
    `${withinDays(range)} AND account IN (1, 2) AND network IN (3)`,
  )
})

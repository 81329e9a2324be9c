import { expect, test } from 'vitest'
import { leastWeeks, rangeOf } from './ltv-range.ts'

test('the 10th and the 90th percentile lie between values in proportion', () => {
  const range = rangeOf([11, 1, 3, 5, 7, 9, 2, 4, 6, 8, 10])
  expect(range).toEqual([2, 10])
  const [low, high] = rangeOf([4, 1, 2, 3])!
  expect(low).toBeCloseTo(1.3, 10)
  expect(high).toBeCloseTo(3.7, 10)
})

test('weeks that are all the same have no width', () => {
  expect(rangeOf([2, 2, 2, 2])).toEqual([2, 2])
})

test('of fewer weeks, no range is told', () => {
  expect(rangeOf(Array.from({ length: leastWeeks - 1 }, (_, week) => week))).toBeNull()
  expect(rangeOf([])).toBeNull()
})

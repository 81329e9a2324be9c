import { expect, test } from 'vitest'
import { median, quantile, robustSpread } from './spread.ts'

test('the median is the middle value, or the mean of the two middle ones', () => {
  expect(median([5, 1, 9])).toBe(5)
  expect(median([5, 1, 9, 3])).toBe(4)
  expect(median([7])).toBe(7)
})

test('quantiles are between two values in proportion, and never beyond the outer ones', () => {
  // Of nine values, the places are 1 to 9.
  const values = [90, 10, 80, 20, 70, 30, 60, 40, 50]
  expect([0.1, 0.25, 0.5, 0.9].map((share) => quantile(values, share))).toEqual([10, 25, 50, 90])
  expect([quantile([3, 4], 0.1), quantile([3, 4], 0.9)]).toEqual([3, 4])
})

test('one outlier does not change the spread', () => {
  // Distances from 3 are 2, 1, 0, 1 and 997: their median is 1.
  expect(robustSpread([1, 2, 3, 4, 1_000])).toBeCloseTo(1.4826)
})

import { expect, test } from 'vitest'
import { stack } from './stack.ts'

test('piles each day up series by series, and leaves gaps', () => {
  const piled = stack([
    [1, 2, null],
    [10, null, 30],
  ])
  expect(piled).toEqual([
    [1, 2, null],
    [11, null, 30],
  ])
})

test('negative values are stacked downwards from zero', () => {
  expect(stack([[5], [-2], [3], [-1]])).toEqual([[5], [-2], [8], [-3]])
})

test('no values give no bars', () => {
  expect(stack([])).toEqual([])
})

import { expect, test } from 'vitest'
import { waterfall } from './waterfall.ts'

test('each part begins where the one before ended, and the whole at the same zero as the first', () => {
  // +30 and −50 are −20; the bars reach from −20 to 30.
  const { steps, whole, zero } = waterfall([30, -50])
  expect(zero).toBe(40)
  expect(steps).toEqual([
    { start: 40, size: 60 },
    { start: 0, size: 100 },
  ])
  expect(whole).toEqual({ start: 0, size: 40 })
})

test('nothing has no size', () => {
  expect(waterfall([0, 0]).whole).toEqual({ start: 0, size: 0 })
})

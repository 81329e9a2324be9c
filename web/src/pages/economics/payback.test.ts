import { expect, test } from 'vitest'
import { paybackOf } from './payback.ts'

const points = (...of: readonly (readonly [age: number, roas: number])[]) =>
  of.map(([age, roas]) => ({ age, roas }))

test('the first age at which ROAS reaches 1, in whatever order ages come', () => {
  expect(paybackOf(points([7, 1.4], [0, 0.2], [1, 0.8], [2, 1]))).toEqual({ age: 2, isExact: true })
  expect(paybackOf(points([0, 1]))).toEqual({ age: 0, isExact: true })
})

test('between two known ages, it happened by the later one', () => {
  expect(paybackOf(points([0, 0.2], [3, 0.99], [7, 1.01]))).toEqual({ age: 7, isExact: false })
  expect(paybackOf(points([3, 1.2]))).toEqual({ age: 3, isExact: false })
})

test('a later fall does not undo it', () => {
  expect(paybackOf(points([0, 0.5], [1, 1.1], [2, 0.9]))).toEqual({ age: 1, isExact: true })
})

test('not yet has the ROAS at the oldest known age', () => {
  expect(paybackOf(points([14, 0.999999], [0, 0.3]))).toEqual({
    age: null,
    oldest: { age: 14, roas: 0.999999 },
  })
})

test('without any ROAS, nothing is known', () => {
  expect(paybackOf([])).toBeNull()
})

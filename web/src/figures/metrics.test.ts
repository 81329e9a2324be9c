import { expect, test } from 'vitest'
import { changeOf } from './metrics.ts'

test('a change is the relative growth of an amount', () => {
  expect(changeOf(90, 80)).toBe('0.125')
  expect(changeOf(80, 90)).toBe('-0.111')
  expect(changeOf('9007199254740993000000', '9007199254740993000000')).toBe('0')
})

test('from zero, or from a loss, it is null', () => {
  expect(changeOf(90, 0)).toBeNull()
  expect(changeOf(90, -10)).toBeNull()
})

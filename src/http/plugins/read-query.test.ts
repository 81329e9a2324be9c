import { expect, test } from 'vitest'
import { parseQueryString } from './read-query.ts'

test('repeated names give lists, and empty values are left out', () => {
  const parsed = parseQueryString('a=1&b=2&a=3&c=&a=&a=4&__proto__=5&__proto__=6')
  expect(Object.entries(parsed)).toEqual([
    ['a', ['1', '3', '4']],
    ['b', '2'],
    ['__proto__', ['5', '6']],
  ])
})

// Copying the list for each value would take an hour.
test('a name may be repeated a million times', () => {
  const { a } = parseQueryString('a=1&'.repeat(1_000_000))
  expect(a).toHaveLength(1_000_000)
})

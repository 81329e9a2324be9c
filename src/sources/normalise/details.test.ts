import { expect, test } from 'vitest'
import { consentOf, identifierOf } from './details.ts'

test.each([
  ['1', 'yes'],
  ['TRUE', 'yes'],
  ['authorized', 'yes'],
  ['0', 'no'],
  ['Denied', 'no'],
  ['notDetermined', 'unknown'],
  ['', 'unknown'],
])('the consent %j is %s', (word, consent) => {
  expect(consentOf(word)).toBe(consent)
})

test.each([
  ['Group A', 'group_a'],
  ['TABLET', 'tablet'],
  ['N/A', 'unknown'],
  ['试验', 'unknown'],
  ['', 'unknown'],
  ['x'.repeat(70), 'x'.repeat(64)],
])('the name %j is %s', (word, name) => {
  expect(identifierOf(word)).toBe(name)
})

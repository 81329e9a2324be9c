import { expect, test } from 'vitest'
import { toLogin } from './user.ts'

test.each([
  [' Kate@Example.COM ', 'kate@example.com'],
  ['Studio', 'Studio'],
  // As before other letters than those of ASCII were refused.
  ['\u00dcnal@example.com', '\u00fcnal@example.com'],
])('the login of %j is %j', (typed, login) => {
  expect(toLogin(typed)).toBe(login)
})

test.each([
  '\u212aate@example.com',
  '\uff2bate@example.com',
  '\u017fam@example.com',
  'L\u0130z@example.com',
])('%j is the login of nobody with letters of ASCII', (typed) => {
  expect(toLogin(typed)).not.toMatch(/^\p{ASCII}*$/u)
})

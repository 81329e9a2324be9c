import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('accepts the password that was hashed, and no other', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(await verifyPassword('correct horse battery', stored)).toBe(true)
  expect(await verifyPassword('correct horse batterz', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
})

test('hashes with argon2id and a new salt each time', async () => {
  const [one, other] = await Promise.all([hashPassword('same words'), hashPassword('same words')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
})

test('reads a hash that another program made', async () => {
  // From the tests of the reference implementation (src/test.c): two passes over 64 MiB.
  const reference =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', reference)).toBe(true)
  expect(await verifyPassword('Password', reference)).toBe(false)
})

test('an account without a password accepts none', async () => {
  expect(await verifyPassword('anything at all', null)).toBe(false)
})

test('accepts composed and decomposed accents as equal', async () => {
  const stored = await hashPassword('caf\u00e9 cr\u00e8me')
  expect(await verifyPassword('cafe\u0301 cre\u0300me', stored)).toBe(true)
})

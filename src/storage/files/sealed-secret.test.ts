import { expect, test } from 'vitest'
import { isSealedSecret, openSecretText, sealSecret } from './sealed-secret.ts'

const secret = new Uint8Array(32).map((_, index) => index)

test('a secret opens with its passphrase, however its letters are composed, and with no other', async () => {
  const text = await sealSecret(secret, 'Mühle am Bach')
  expect(isSealedSecret(text)).toBe(true)
  expect(text).not.toContain(Buffer.from(secret).toString('base64'))
  expect(await openSecretText(text, 'Mu\u0308hle am Bach', 'file')).toEqual(Buffer.from(secret))
  await expect(openSecretText(text, 'Muehle am Bach', 'file')).rejects.toThrow(
    'The passphrase does not open file',
  )
})

test('a changed file does not open', async () => {
  const text = await sealSecret(secret, 'a passphrase')
  for (const member of ['salt', 'nonce', 'tag', 'sealed']) {
    const file = JSON.parse(text)
    const bytes = Buffer.from(file[member], 'base64')
    bytes[0]! ^= 1
    const changed = JSON.stringify({ ...file, [member]: bytes.toString('base64') })
    await expect(openSecretText(changed, 'a passphrase', 'file')).rejects.toThrow('does not open')
  }
})

test.each([
  '',
  '{}',
  'null',
  '{"format":"adtally secret 2"}',
  Buffer.from(secret).toString('base64'),
])('%j is no encrypted secret', async (text) => {
  expect(isSealedSecret(text)).toBe(false)
  await expect(openSecretText(text, 'a passphrase', 'file')).rejects.toThrow('no encrypted secret')
})

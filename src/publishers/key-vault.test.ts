import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashKey, KeyVault } from './key-vault.ts'

const secret = Buffer.alloc(32, 7)

describe('a new key', () => {
  test('has at least 128 bits, in characters that need no escaping', () => {
    const key = new KeyVault(secret).newKey()
    expect(key).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(Buffer.from(key, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  })

  test('is never the same twice', () => {
    const vault = new KeyVault(secret)
    expect(new Set(Array.from({ length: 1_000 }, () => vault.newKey())).size).toBe(1_000)
  })
})

describe('a stored key', () => {
  test('is looked up by the SHA-256 of the key', () => {
    const expected = createHash('sha256').update('my key').digest()
    expect(new KeyVault(secret).store('my key').hash).toEqual(expected)
    expect(hashKey('my key')).toEqual(expected)
  })

  test('is opened with the secret it was sealed with, of any length and script', () => {
    const vault = new KeyVault(secret)
    for (const key of ['k', 'x'.repeat(256), 'schlüssel 🔑']) {
      expect(vault.open(vault.store(key).sealed)).toBe(key)
    }
  })

  test('does not contain the key in plain text, and is sealed differently each time', () => {
    const vault = new KeyVault(secret)
    const [one, two] = [vault.store('a key to hide').sealed, vault.store('a key to hide').sealed]
    expect(Buffer.from(one).includes('a key to hide')).toBe(false)
    expect(one).not.toEqual(two)
  })

  test('cannot be opened with another secret', () => {
    const { sealed } = new KeyVault(secret).store('my key')
    expect(new KeyVault(randomBytes(32)).open(sealed)).toBeNull()
  })

  test('cannot be opened after a bit of it changed', () => {
    const vault = new KeyVault(secret)
    for (const position of [0, 12, 28]) {
      const sealed = Uint8Array.from(vault.store('my key').sealed)
      sealed[position]! ^= 1
      expect(vault.open(sealed)).toBeNull()
      expect(vault.open(sealed.subarray(0, position))).toBeNull()
    }
  })
})

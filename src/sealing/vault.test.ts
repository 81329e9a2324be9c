import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyPlace, SealError, secondFactorPlace, Vault } from './vault.ts'

const secret = Buffer.alloc(32, 7)
const vault = new Vault(secret)
const place = ['studio/1', 'apiKey']
const faultOf = (open: () => string) => {
  try {
    return open()
  } catch (error) {
    expect(error).toBeInstanceOf(SealError)
    expect((error as SealError).cause).toBe(undefined)
    return (error as SealError).fault
  }
}

describe('a sealed value', () => {
  test.each(['', 'k', 'schlüssel 🔑', 'x'.repeat(4_096)])('opens at its place: %s', (value) => {
    expect(vault.open(vault.seal(value, place), place)).toBe(value)
    expect(new Vault(secret).open(vault.seal(value, place), place)).toBe(value)
  })

  test('is not the plain text, and differs each time', () => {
    const [one, two] = [vault.seal('to be hidden', place), vault.seal('to be hidden', place)]
    expect(Buffer.from(one).includes('to be hidden')).toBe(false)
    expect(one).not.toEqual(two)
  })

  test('does not open at another place', () => {
    const sealed = vault.seal('hidden', place)
    for (const other of [
      ['studio/2', 'apiKey'],
      ['studio/1', 'refreshToken'],
      ['studio/1","apiKey', ''],
      ['', 'studio/1apiKey'],
      ['studio/1'],
    ]) {
      expect(faultOf(() => vault.open(sealed, other))).toBe('damaged')
    }
  })

  test('does not open with the secret of another installation', () => {
    const other = new Vault(Buffer.alloc(32, 8))
    expect(faultOf(() => other.open(vault.seal('hidden', place), place))).toBe('other-secret')
  })

  test('does not open after any bit of it changed, or without its end', () => {
    const sealed = vault.seal('hidden', place)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Uint8Array.from(sealed)
      changed[index]! ^= 1
      const fault = index === 0 ? 'damaged' : index < 5 ? 'other-secret' : 'damaged'
      expect(faultOf(() => vault.open(changed, place))).toBe(fault)
      expect(faultOf(() => vault.open(sealed.subarray(0, index), place))).toBe('damaged')
    }
  })

  test('of a later release is told apart', () => {
    const sealed = Uint8Array.from(vault.seal('hidden', place))
    sealed[0] = 2
    expect(faultOf(() => vault.open(sealed, place))).toBe('newer')
  })

  test('has the documented form, which later releases must read', () => {
    const sealed = Buffer.from(vault.seal('hidden', place))
    const derive = (info: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, '', `adtally/connections/${info}/1`, bytes))
    const head = Buffer.concat([Buffer.of(1), derive('key-id', 4)])
    expect(sealed.subarray(0, 5)).toEqual(head)
    const decipher = createDecipheriv('aes-256-gcm', derive('seal', 32), sealed.subarray(5, 17))
    decipher.setAAD(Buffer.concat([head, Buffer.from('["studio/1","apiKey"]')]))
    decipher.setAuthTag(sealed.subarray(17, 33))
    expect(decipher.update(sealed.subarray(33), undefined, 'utf8')).toBe('hidden')
    decipher.final()
  })
})

describe('a value that was sealed before 0.2, without a place', () => {
  const cipher = createCipheriv('aes-256-gcm', secret, Buffer.alloc(12, 3))
  const text = Buffer.concat([cipher.update('hidden'), cipher.final()])
  const sealed = Buffer.concat([Buffer.alloc(12, 3), cipher.getAuthTag(), text])

  test('opens as a key or a second factor only', () => {
    expect(vault.open(sealed, keyPlace(Buffer.from('hash')))).toBe('hidden')
    expect(vault.open(sealed, secondFactorPlace(3))).toBe('hidden')
    expect(faultOf(() => vault.open(sealed, ['1', 'apiKey']))).toBe('newer')
    expect(vault.openOrNull(sealed, ['sign-in'])).toBeNull()
  })

  test('does not open with another secret, after any bit of it changed, or without its end', () => {
    const at = secondFactorPlace(3)
    expect(new Vault(Buffer.alloc(32, 8)).openOrNull(sealed, at)).toBeNull()
    for (let index = 0; index < sealed.length; index++) {
      const changed = Uint8Array.from(sealed)
      changed[index]! ^= 1
      expect(vault.openOrNull(changed, at)).toBeNull()
      expect(vault.openOrNull(sealed.subarray(0, index), at)).toBeNull()
    }
  })
})

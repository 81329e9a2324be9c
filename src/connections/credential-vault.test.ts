import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import mintegral from '../sources/networks/mintegral.connector.ts'
import { CredentialVault, SealError } from './credential-vault.ts'

const secret = Buffer.alloc(32, 7)
const vault = new CredentialVault(secret)
const place = { connection: 'studio/1', field: 'apiKey' }
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
    expect(new CredentialVault(secret).open(vault.seal(value, place), place)).toBe(value)
  })

  test('is not the plain text, and differs each time', () => {
    const [one, two] = [vault.seal('to be hidden', place), vault.seal('to be hidden', place)]
    expect(Buffer.from(one).includes('to be hidden')).toBe(false)
    expect(one).not.toEqual(two)
  })

  test('does not open at another place', () => {
    const sealed = vault.seal('hidden', place)
    for (const other of [
      { ...place, connection: 'studio/2' },
      { ...place, field: 'refreshToken' },
      { connection: 'studio/1","apiKey', field: '' },
      { connection: '', field: 'studio/1apiKey' },
    ]) {
      expect(faultOf(() => vault.open(sealed, other))).toBe('damaged')
    }
  })

  test('does not open with the secret of another installation', () => {
    const other = new CredentialVault(Buffer.alloc(32, 8))
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

describe('the key of an account', () => {
  const given = { skey: 'hunter2', secret: 'hunter3', zone: 'UTC' }
  const bySecrets = { ...mintegral, account: undefined }

  test('is of what the connector declares, or of its secrets', () => {
    const key = vault.accountKey(1, mintegral, given)
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(vault.accountKey(1, mintegral, { ...given, secret: 'rotated', zone: 'UTC+8' })).toBe(key)
    expect(vault.accountKey(1, mintegral, { ...given, skey: 'another' })).not.toBe(key)
    const keyOfSecrets = vault.accountKey(1, bySecrets, given)
    expect(vault.accountKey(1, bySecrets, { ...given, zone: 'UTC+8' })).toBe(keyOfSecrets)
    expect(vault.accountKey(1, bySecrets, { ...given, secret: 'another' })).not.toBe(keyOfSecrets)
  })

  test('differs between accounts, networks and installations', () => {
    const key = vault.accountKey(1, mintegral, given)
    expect(vault.accountKey(2, mintegral, given)).not.toBe(key)
    expect(vault.accountKey(1, { ...mintegral, hosts: ['api.other.example'] }, given)).not.toBe(key)
    expect(new CredentialVault(Buffer.alloc(32, 8)).accountKey(1, mintegral, given)).not.toBe(key)
  })

  test('does not depend on the order of fields', () => {
    const keys = [
      ['skey', 'secret'],
      ['secret', 'skey'],
    ].map((account) => vault.accountKey(1, { ...mintegral, account }, given))
    expect(keys[0]).toBe(keys[1])
  })
})

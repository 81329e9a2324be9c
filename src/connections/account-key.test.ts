import { describe, expect, test } from 'vitest'
import { Vault } from '../sealing/vault.ts'
import mintegral from '../sources/networks/mintegral.connector.ts'
import { accountKey } from './account-key.ts'

const vault = new Vault(Buffer.alloc(32, 7))

describe('the key of an account', () => {
  const given = { skey: 'hunter2', secret: 'hunter3', zone: 'UTC' }
  const bySecrets = { ...mintegral, account: undefined }

  test('is of what the connector declares, or of its secrets', () => {
    const key = accountKey(vault, 1, mintegral, given)
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(accountKey(vault, 1, mintegral, { ...given, secret: 'rotated', zone: 'UTC+8' })).toBe(
      key,
    )
    expect(accountKey(vault, 1, mintegral, { ...given, skey: 'another' })).not.toBe(key)
    const keyOfSecrets = accountKey(vault, 1, bySecrets, given)
    expect(accountKey(vault, 1, bySecrets, { ...given, zone: 'UTC+8' })).toBe(keyOfSecrets)
    expect(accountKey(vault, 1, bySecrets, { ...given, secret: 'another' })).not.toBe(keyOfSecrets)
  })

  test('differs between accounts, networks and installations', () => {
    const key = accountKey(vault, 1, mintegral, given)
    expect(accountKey(vault, 2, mintegral, given)).not.toBe(key)
    expect(accountKey(vault, 1, { ...mintegral, hosts: ['api.other.example'] }, given)).not.toBe(
      key,
    )
    expect(accountKey(new Vault(Buffer.alloc(32, 8)), 1, mintegral, given)).not.toBe(key)
  })

  test('does not depend on the order of fields', () => {
    const keys = [
      ['skey', 'secret'],
      ['secret', 'skey'],
    ].map((account) => accountKey(vault, 1, { ...mintegral, account }, given))
    expect(keys[0]).toBe(keys[1])
  })
})

import { describe, expect, test } from 'vitest'
import { AccountStore } from '../../src/records/account-store.ts'
import { Accounts } from '../../src/records/accounts.ts'
import { Keys } from '../../src/records/keys.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { RememberedKeyStore } from '../../src/records/remembered/remembered-key-store.ts'
import { Vault } from '../../src/sealing/vault.ts'

const start = Date.parse('2026-03-10T12:00:00Z')
const hourMs = 3_600_000
const readAll = { permissions: ['read'], apps: null, expiresAtMs: null } as const

/**
 * The cases of accounts' keys on every relational store.
 *
 * @param open opens an empty store
 */
export function keyCases(open: () => Promise<RelationalDatabase>): void {
  async function openKeys() {
    const database = await open()
    const clock = { nowMs: start }
    const now = () => new Date(clock.nowMs)
    const vault = new Vault(Buffer.alloc(32, 7))
    const accounts = new Accounts(new AccountStore(database), vault, now)
    const keys = new Keys(accounts, new RememberedKeyStore(database), vault, now)
    const at = (username: string, key: string, network = '192.0.2.1') =>
      keys.principal(username, key, network)
    const works = async (username: string, key: string) => (await at(username, key)) !== null
    return { accounts, keys, clock, at, works }
  }

  describe('a new account', () => {
    test('is in US dollars, and its key reads all', async () => {
      const { accounts, keys, at } = await openKeys()
      const { account, key } = await accounts.create({ username: 'studio' })
      expect(account).toEqual({
        id: account.id,
        username: 'studio',
        currency: 'USD',
        disabledAt: null,
        createdAt: '2026-03-10T12:00:00.000Z',
      })
      expect(await at('studio', key)).toEqual({
        account,
        name: 'default',
        permissions: new Set(['read']),
        apps: null,
      })
      expect((await keys.reveal('studio')).key).toBe(key)
    })

    test('keeps a given key, and shows it again', async () => {
      const { accounts, keys } = await openKeys()
      await accounts.create({ username: 'studio', key: 'my-own-key', currency: 'JPY' })
      const { account, key } = await keys.reveal('studio')
      expect({ key, currency: account.currency }).toEqual({ key: 'my-own-key', currency: 'JPY' })
    })

    test('cannot have a username or a key that is taken', async () => {
      const { accounts } = await openKeys()
      await accounts.create({ username: 'studio', key: 'the-key' })
      await expect(accounts.create({ username: 'studio' })).rejects.toMatchObject({
        code: 'username_taken',
        facts: { username: 'studio' },
      })
      await expect(accounts.create({ username: 'b', key: 'the-key' })).rejects.toMatchObject({
        code: 'key_taken',
      })
    })
  })

  describe('a request', () => {
    test('needs the username and a key of one account', async () => {
      const { accounts, works } = await openKeys()
      const one = await accounts.create({ username: 'one' })
      const two = await accounts.create({ username: 'two' })
      const pairs = [
        ['one', two.key],
        ['One', one.key],
        ['nobody', one.key],
        ['one', ''],
        ['', ''],
      ] as const
      for (const [username, key] of pairs) expect(await works(username, key)).toBe(false)
    })

    test('fails when the account is disabled; disabling again keeps the first time', async () => {
      const { accounts, clock, works } = await openKeys()
      const { key } = await accounts.create({ username: 'one' })
      await accounts.disable('one')
      clock.nowMs += hourMs
      const { disabledAt } = await accounts.disable('one')
      expect(disabledAt).toBe('2026-03-10T12:00:00.000Z')
      expect(await works('one', key)).toBe(false)
    })

    test('has the permissions and apps of its key, until that expires', async () => {
      const { accounts, keys, clock, at } = await openKeys()
      await accounts.create({ username: 'one' })
      const scope = { permissions: ['import', 'read'], apps: [3, 8], expiresAtMs: start + hourMs }
      const { key } = await keys.create('one', 'BI tool', scope as never)
      expect(await at('one', key)).toMatchObject({
        name: 'BI tool',
        permissions: new Set(['read', 'import']),
        apps: [3, 8],
      })
      clock.nowMs = start + hourMs - 1
      expect(await at('one', key)).not.toBe(null)
      clock.nowMs++
      expect(await at('one', key)).toBe(null)
    })
  })

  describe('a rotated key', () => {
    test('stops working at once', async () => {
      const { accounts, keys, works } = await openKeys()
      const { key: old } = await accounts.create({ username: 'one' })
      const { key: fresh } = await keys.rotate('one')
      expect([await works('one', old), await works('one', fresh)]).toEqual([false, true])
      expect((await keys.reveal('one')).key).toBe(fresh)
    })

    test('works too until its grace period ends, or it is rotated again', async () => {
      const { accounts, keys, clock, works } = await openKeys()
      const { key: old } = await accounts.create({ username: 'one' })
      const { key: fresh } = await keys.rotate('one', 'default', 2)
      clock.nowMs += 2 * hourMs - 1
      expect([await works('one', old), await works('one', fresh)]).toEqual([true, true])
      clock.nowMs++
      expect([await works('one', old), await works('one', fresh)]).toEqual([false, true])
      const { key: third } = await keys.rotate('one', 'default', 1)
      const all = await Promise.all([old, fresh, third].map((key) => works('one', key)))
      expect(all).toEqual([false, true, true])
      await keys.rotate('one')
      expect([await works('one', fresh), await works('one', third)]).toEqual([false, false])
    })
  })

  describe('a key', () => {
    test('is narrowed, and never widened', async () => {
      const { accounts, keys } = await openKeys()
      await accounts.create({ username: 'one' })
      await keys.create('one', 'k', { ...readAll, permissions: ['read', 'import'] })
      const narrow = (change: Parameters<typeof keys.narrow>[2]) => keys.narrow('one', 'k', change)
      expect(await narrow({ apps: [1, 2] })).toMatchObject({ apps: [1, 2] })
      expect(await narrow({ permissions: ['read'] })).toMatchObject({ permissions: ['read'] })
      expect(await narrow({ expiresAtMs: start + 9 })).toMatchObject({ expiresAtMs: start + 9 })
      for (const change of [
        { apps: null },
        { apps: [1, 3] },
        { permissions: ['read', 'manage'] as const },
        { expiresAtMs: null },
        { expiresAtMs: start + 10 },
      ]) {
        await expect(narrow(change)).rejects.toMatchObject({ code: 'key_not_narrower' })
      }
      await expect(narrow({ expiresAtMs: start })).rejects.toMatchObject({
        code: 'expiry_in_the_past',
        facts: { expiresAt: '2026-03-10T12:00:00.000Z' },
      })
      expect(await keys.list('one')).toMatchObject([
        { name: 'default', permissions: ['read'], apps: null, expiresAtMs: null },
        { name: 'k', permissions: ['read'], apps: [1, 2], expiresAtMs: start + 9 },
      ])
    })

    test('is gone once it is revoked, and its name is free', async () => {
      const { accounts, keys, works } = await openKeys()
      const { key: first } = await accounts.create({ username: 'one' })
      const { key } = await keys.create('one', 'k', readAll)
      await keys.revoke('one', 'k')
      expect([await works('one', key), await works('one', first)]).toEqual([false, true])
      await expect(keys.revoke('one', 'k')).rejects.toMatchObject({ code: 'unknown_key' })
      await keys.create('one', 'k', readAll)
    })

    test('needs a name of its own, and a random or unused secret', async () => {
      const { accounts, keys } = await openKeys()
      await accounts.create({ username: 'one' })
      await accounts.create({ username: 'two', key: 'secret of two' })
      await expect(keys.create('one', 'default', readAll)).rejects.toMatchObject({
        code: 'key_name_taken',
        facts: { username: 'one', name: 'default' },
      })
      await expect(keys.create('one', 'k', readAll, 'secret of two')).rejects.toMatchObject({
        code: 'key_taken',
      })
      await keys.create('two', 'k', readAll)
      await keys.create('one', 'k', readAll)
    })

    test('records the last day and network that it was used from, once a day for each', async () => {
      const { accounts, keys, clock, at } = await openKeys()
      const { key } = await accounts.create({ username: 'one' })
      const lastUse = async () => (await keys.list('one'))[0]!.lastUse
      expect(await lastUse()).toBe(null)
      await at('one', key, '192.0.2.1')
      await expect.poll(lastUse).toMatchObject({ network: '192.0.2.1' })
      await at('one', key, '192.0.2.2')
      await at('one', key, '192.0.2.1')
      const day = Math.floor(start / 86_400_000)
      await expect.poll(lastUse).toEqual({ day, network: '192.0.2.2' })
      clock.nowMs += 24 * hourMs
      await at('one', key, '192.0.2.1')
      await expect.poll(lastUse).toEqual({ day: day + 1, network: '192.0.2.1' })
    })
  })

  test.each(['list', 'rotate', 'reveal'] as const)('%s names an unknown account', async (ask) => {
    const { keys } = await openKeys()
    await expect(keys[ask]('nobody')).rejects.toMatchObject({
      code: 'unknown_account',
      facts: { username: 'nobody' },
    })
  })
}

import { describe, expect, test } from 'vitest'
import type { AccountStore } from '../../src/records/account-store.ts'

const account = (username: string) => ({
  username,
  currency: 'USD',
  createdAt: '2026-03-10T12:00:00.000Z',
  disabledAt: null,
})

const key = (byte: number) => ({
  ...({ name: 'default', permissions: ['read'], apps: null, expiresAtMs: null } as const),
  createdAtMs: Date.parse('2026-03-10T12:00:00Z'),
  stored: { hash: new Uint8Array(32).fill(byte), sealed: new Uint8Array([byte, 1, 2, 3]) },
})

/**
 * The cases for every adapter of the port `AccountStore`.
 *
 * @param openStore opens an empty store
 */
export function accountStoreCases(openStore: () => Promise<AccountStore>): void {
  describe('accounts', () => {
    test('are found by username and by id', async () => {
      const store = await openStore()
      const one = (await store.insert(account('one'), key(1)))!
      await store.insert(account('two'), key(2))
      expect(one).toEqual({ id: expect.any(Number), ...account('one') })
      expect(await store.byUsername('one')).toEqual(one)
      expect(await store.byId(one.id)).toEqual(one)
      expect(await store.byUsername('ONE')).toBe(null)
      expect(await store.byId(99)).toBe(null)
    })

    test('are listed by username', async () => {
      const store = await openStore()
      for (const [index, name] of ['b', 'a', 'C'].entries()) {
        await store.insert(account(name), key(index))
      }
      expect((await store.list()).map(({ username }) => username)).toEqual(['C', 'a', 'b'])
    })

    test('are disabled one at a time', async () => {
      const store = await openStore()
      const { id } = (await store.insert(account('one'), key(1)))!
      await store.insert(account('two'), key(2))
      await store.disable(id, '2026-04-01T00:00:00.000Z')
      expect((await store.list()).map(({ disabledAt }) => disabledAt)).toEqual([
        '2026-04-01T00:00:00.000Z',
        null,
      ])
    })

    test('are enabled again and renamed, unless the username is taken', async () => {
      const store = await openStore()
      const { id } = (await store.insert(account('one'), key(1)))!
      await store.insert(account('two'), key(2))
      await store.disable(id, '2026-04-01T00:00:00.000Z')
      await store.enable(id)
      expect(await store.rename(id, 'two')).toBe(false)
      expect(await store.rename(id, 'one')).toBe(true)
      expect(await store.rename(id, 'three')).toBe(true)
      expect(await store.byUsername('one')).toBe(null)
      expect(await store.byUsername('three')).toEqual({ id, ...account('three') })
    })

    test('are removed, and no account gets their ids again', async () => {
      const store = await openStore()
      await store.insert(account('one'), key(1))
      const { id } = (await store.insert(account('two'), key(2)))!
      await store.remove(id)
      expect((await store.list()).map(({ username }) => username)).toEqual(['one'])
      // The username and the key are free.
      const again = await store.insert(account('two'), key(2))
      expect(again!.id).toBeGreaterThan(id)
    })
  })
}

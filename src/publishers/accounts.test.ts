import { describe, expect, test } from 'vitest'
import type { Account, StoredKey } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { Accounts } from './accounts.ts'
import { KeyVault } from './key-vault.ts'

const createdAt = '2026-03-10T12:00:00.000Z'

/** Keeps accounts in memory. */
class MemoryAccountStore implements AccountStore {
  readonly #rows: { account: Account; key: StoredKey; passwordHash: string | null }[] = []

  async insert(account: Omit<Account, 'id'>, key: StoredKey) {
    const taken = this.#rows.some(
      (row) =>
        row.account.username === account.username || Buffer.compare(row.key.hash, key.hash) === 0,
    )
    if (taken) return null
    const inserted = { ...account, id: this.#rows.length + 1 }
    this.#rows.push({ account: inserted, key, passwordHash: null })
    return inserted
  }

  async list() {
    return this.#rows.map(({ account }) => account)
  }

  async byUsername(username: string) {
    return (await this.list()).find((account) => account.username === username) ?? null
  }

  async byId(id: number) {
    return this.#rows[id - 1]?.account ?? null
  }

  async byKeyHash(hash: Uint8Array) {
    return this.#rows.find(({ key }) => Buffer.compare(key.hash, hash) === 0)?.account ?? null
  }

  async sealedKey(id: number) {
    return this.#rows[id - 1]?.key.sealed ?? null
  }

  async passwordHash(id: number) {
    return this.#rows[id - 1]?.passwordHash ?? null
  }

  async setPasswordHash(id: number, hash: string) {
    this.#rows[id - 1]!.passwordHash = hash
  }

  async replaceKey(id: number, key: StoredKey) {
    this.#rows[id - 1]!.key = key
  }

  async disable(id: number, at: string) {
    const row = this.#rows[id - 1]!
    row.account = { ...row.account, disabledAt: at }
  }
}

function newAccounts(now = () => new Date(createdAt)): Accounts {
  return new Accounts(new MemoryAccountStore(), new KeyVault(Buffer.alloc(32, 7)), now)
}

describe('an account', () => {
  test('is created now, in US dollars, with a working key', async () => {
    const accounts = newAccounts()
    const { account, key } = await accounts.create({ username: 'studio' })
    expect(account).toEqual({
      id: 1,
      username: 'studio',
      currency: 'USD',
      createdAt,
      disabledAt: null,
    })
    expect(await accounts.authenticate('studio', key)).toEqual(account)
  })

  test('keeps a given key, and shows it again', async () => {
    const accounts = newAccounts()
    await accounts.create({ username: 'studio', key: 'my-own-key', currency: 'JPY' })
    expect(await accounts.revealKey('studio')).toMatchObject({
      key: 'my-own-key',
      account: { currency: 'JPY' },
    })
  })

  test('cannot have a username or a key that is taken', async () => {
    const accounts = newAccounts()
    await accounts.create({ username: 'studio', key: 'the-key' })
    await expect(accounts.create({ username: 'studio' })).rejects.toMatchObject({
      ...{ code: 'username_taken', facts: { username: 'studio' } },
    })
    await expect(accounts.create({ username: 'b', key: 'the-key' })).rejects.toMatchObject({
      ...{ code: 'key_taken', facts: {} },
    })
  })
})

describe('signing in', () => {
  test('needs the username and the key of one account', async () => {
    const accounts = newAccounts()
    const one = await accounts.create({ username: 'one' })
    const two = await accounts.create({ username: 'two' })
    expect(await accounts.authenticate('one', two.key)).toBe(null)
    expect(await accounts.authenticate('One', one.key)).toBe(null)
    expect(await accounts.authenticate('nobody', one.key)).toBe(null)
    expect(await accounts.authenticate('one', '')).toBe(null)
    expect(await accounts.authenticate('', '')).toBe(null)
  })

  test('works only with the new key after a rotation', async () => {
    const accounts = newAccounts()
    const { key: old } = await accounts.create({ username: 'one' })
    const { key: fresh } = await accounts.rotateKey('one')
    expect(await accounts.authenticate('one', old)).toBe(null)
    expect(await accounts.authenticate('one', fresh)).toMatchObject({ username: 'one' })
    expect((await accounts.revealKey('one')).key).toBe(fresh)
  })

  test('ends when the account is disabled, and disabling again keeps the first time', async () => {
    let now = new Date('2026-03-11T00:00:00Z')
    const accounts = newAccounts(() => now)
    const { key } = await accounts.create({ username: 'one' })
    await accounts.disable('one')
    now = new Date('2026-03-12T00:00:00Z')
    const { disabledAt } = await accounts.disable('one')
    expect(disabledAt).toBe('2026-03-11T00:00:00.000Z')
    expect(await accounts.authenticate('one', key)).toBe(null)
  })
})

test.each(['get', 'rotateKey', 'revealKey', 'disable'] as const)(
  '%s names an account that is not there',
  async (operation) => {
    await expect(newAccounts()[operation]('nobody')).rejects.toMatchObject({
      ...{ code: 'unknown_account', facts: { username: 'nobody' } },
    })
  },
)

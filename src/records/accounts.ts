import type { PrimarySource } from '../facts/primary-source.ts'
import type { Account } from '../publishers/account.ts'
import { defaultKeyName } from '../publishers/api-key.ts'
import { newKey } from '../publishers/random-token.ts'
import { refuse } from '../publishers/refusals.ts'
import type { Vault } from '../sealing/vault.ts'
import type { AccountStore, FirstKey } from './account-store.ts'
import { storedKey } from './key-store.ts'

export interface NewAccount {
  readonly username: string
  /** ISO 4217; USD when absent. */
  readonly currency?: string
  /** A random key when absent. */
  readonly key?: string
}

/** An account and its first key in plain text. */
export interface CreatedAccount {
  readonly account: Account
  readonly key: string
}

/** An account that is not stored yet. */
export interface PreparedAccount {
  readonly account: Omit<Account, 'id'>
  readonly firstKey: FirstKey
  /** The first key in plain text. */
  readonly key: string
}

/** Manages accounts. */
export class Accounts {
  readonly #store: AccountStore
  readonly #vault: Vault
  readonly #now: () => Date

  constructor(store: AccountStore, vault: Vault, now: () => Date) {
    this.#store = store
    this.#vault = vault
    this.#now = now
  }

  /**
   * Adds an account with a key that reads all.
   *
   * @throws Refusal when the username or the key is taken
   */
  async create(wanted: NewAccount): Promise<CreatedAccount> {
    const { username } = wanted
    const { account: prepared, firstKey, key } = this.prepare(wanted)
    const account = await this.#store.insert(prepared, firstKey)
    if (!account) {
      const nameIsTaken = (await this.#store.byUsername(username)) !== null
      throw nameIsTaken ? refuse('username_taken', { username }) : refuse('key_taken', {})
    }
    return { account, key }
  }

  /** An account as {@link create} adds it. Nothing is stored. */
  prepare({ username, currency = 'USD', key = newKey() }: NewAccount): PreparedAccount {
    const now = this.#now()
    return {
      account: { username, currency, createdAt: now.toISOString(), disabledAt: null },
      firstKey: {
        name: defaultKeyName,
        createdAtMs: now.getTime(),
        permissions: ['read'],
        apps: null,
        expiresAtMs: null,
        stored: storedKey(key, this.#vault),
      },
      key,
    }
  }

  list(): Promise<Account[]> {
    return this.#store.list()
  }

  /** @throws Refusal when the account does not exist */
  async get(name: string): Promise<Account> {
    const account = await this.#store.byUsername(name)
    if (!account) throw refuse('unknown_account', { username: name })
    return account
  }

  /** Disables the account's keys, and signs its users out; its figures are kept. */
  async disable(name: string): Promise<Account> {
    const account = await this.get(name)
    if (!account.disabledAt) await this.#store.disable(account.id, this.#now().toISOString())
    return this.get(name)
  }

  /** Lets the account's keys and password work again. @throws Refusal when it does not exist */
  async enable(name: string): Promise<Account> {
    const account = await this.get(name)
    if (account.disabledAt) await this.#store.enable(account.id)
    return this.get(name)
  }

  /** @throws Refusal when the account does not exist, or the username is taken */
  async rename(name: string, newName: string): Promise<Account> {
    const { id } = await this.get(name)
    if (await this.#store.rename(id, newName)) return this.get(newName)
    throw refuse('username_taken', { username: newName })
  }

  /** @throws Refusal when the account does not exist */
  async setPrimarySources(name: string, rules: readonly PrimarySource[]): Promise<Account> {
    const { id } = await this.get(name)
    await this.#store.setPrimarySources(id, rules)
    return this.get(name)
  }

  /** Removes an account with its apps, links, keys, sessions and failed imports; no figures. */
  remove(id: number): Promise<void> {
    return this.#store.remove(id)
  }

  byUsername(name: string): Promise<Account | null> {
    return this.#store.byUsername(name)
  }

  byId(id: number): Promise<Account | null> {
    return this.#store.byId(id)
  }
}

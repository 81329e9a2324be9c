import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { hashKey, type KeyVault } from './key-vault.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { refuse } from './refusals.ts'

export interface NewAccount {
  readonly username: string
  /** ISO 4217; USD when absent. */
  readonly currency?: string
  /** A random key when absent. */
  readonly key?: string
}

/** An account and its key in plain text. */
export interface IssuedKey {
  readonly account: Account
  readonly key: string
}

/** An account, and the hash of its password. */
export interface KnownByPassword {
  readonly account: Account
  readonly passwordHash: string
}

/** Manages accounts, and finds the account of a key or password. */
export class Accounts {
  readonly #store: AccountStore
  readonly #vault: KeyVault
  readonly #now: () => Date

  constructor(store: AccountStore, vault: KeyVault, now: () => Date) {
    this.#store = store
    this.#vault = vault
    this.#now = now
  }

  /** @throws Refusal when the username or the key is taken */
  async create({ username: name, currency = 'USD', key }: NewAccount): Promise<IssuedKey> {
    const issued = key ?? this.#vault.newKey()
    const account = await this.#store.insert(
      { username: name, currency, createdAt: this.#now().toISOString(), disabledAt: null },
      this.#vault.store(issued),
    )
    if (!account) {
      const nameIsTaken = (await this.#store.byUsername(name)) !== null
      throw nameIsTaken ? refuse('username_taken', { username: name }) : refuse('key_taken', {})
    }
    return { account, key: issued }
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

  /** Replaces the account's key with a new random key. The old key stops working at once. */
  async rotateKey(name: string): Promise<IssuedKey> {
    const account = await this.get(name)
    const key = this.#vault.newKey()
    await this.#store.replaceKey(account.id, this.#vault.store(key))
    return { account, key }
  }

  /** @throws Refusal when the account does not exist */
  async revealKey(name: string): Promise<IssuedKey> {
    const account = await this.get(name)
    const sealed = await this.#store.sealedKey(account.id)
    return { account, key: this.#vault.open(sealed!) }
  }

  /** Disables the account's key and password; its figures are kept. */
  async disable(name: string): Promise<Account> {
    const account = await this.get(name)
    if (!account.disabledAt) await this.#store.disable(account.id, this.#now().toISOString())
    return this.get(name)
  }

  /**
   * Finds the account of a username and key.
   *
   * @returns null when either is wrong or the account is disabled; does the same work in all cases
   */
  async authenticate(name: string, key: string): Promise<Account | null> {
    const account = await this.#store.byKeyHash(hashKey(key))
    return account && account.username === name && !account.disabledAt ? account : null
  }

  byId(id: number): Promise<Account | null> {
    return this.#store.byId(id)
  }

  /** Sets the password for the dashboard. @throws Refusal when the account does not exist */
  async setPassword(name: string, password: string): Promise<Account> {
    const account = await this.get(name)
    await this.#store.setPasswordHash(account.id, await hashPassword(password))
    return account
  }

  /**
   * Finds the account of a username and password.
   *
   * @returns null when either is wrong, or the account is disabled or has no password; does the
   *   same work in all cases
   */
  async byPassword(name: string, password: string): Promise<KnownByPassword | null> {
    const account = await this.#store.byUsername(name)
    const passwordHash = account && (await this.#store.passwordHash(account.id))
    const matches = await verifyPassword(password, passwordHash)
    if (!account || passwordHash === null || !matches || account.disabledAt) return null
    return { account, passwordHash }
  }
}

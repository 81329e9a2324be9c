import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { hashKey, type KeyVault } from './key-vault.ts'
import { type Guesser, hashPassword, trusted, verifyPassword } from './passwords.ts'
import { refuse } from './refusals.ts'

export interface NewAccount {
  readonly username: string
  /** ISO 4217; USD when absent. */
  readonly currency?: string
  /** A key brought from elsewhere; a random one when absent. */
  readonly key?: string
}

/** An account and its key in clear, to be shown once. */
export interface IssuedKey {
  readonly account: Account
  readonly key: string
}

/** An account, and the hash of the password that it was found by. */
export interface KnownByPassword {
  readonly account: Account
  readonly passwordHash: string
}

/** Publisher accounts: who they are, and whose key a request carries. */
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

  /** @throws Refusal when there is no such account */
  async get(name: string): Promise<Account> {
    const account = await this.#store.byUsername(name)
    if (!account) throw refuse('unknown_account', { username: name })
    return account
  }

  /** Gives the account a new random key; the old one stops at once. */
  async rotateKey(name: string): Promise<IssuedKey> {
    const account = await this.get(name)
    const key = this.#vault.newKey()
    await this.#store.replaceKey(account.id, this.#vault.store(key))
    return { account, key }
  }

  /** Shows an account's key again. @throws Refusal when there is no such account */
  async revealKey(name: string): Promise<IssuedKey> {
    const account = await this.get(name)
    const sealed = await this.#store.sealedKey(account.id)
    return { account, key: this.#vault.open(sealed!) }
  }

  /** Stops the account's key from being accepted; its figures stay. */
  async disable(name: string): Promise<Account> {
    const account = await this.get(name)
    if (!account.disabledAt) await this.#store.disable(account.id, this.#now().toISOString())
    return this.get(name)
  }

  /**
   * Finds the account that a username and a key name together.
   *
   * @returns null when either is unknown, they do not belong together, or the account is disabled;
   *   the same work is done in every case
   */
  async authenticate(name: string, key: string): Promise<Account | null> {
    const account = await this.#store.byKeyHash(hashKey(key))
    return account && account.username === name && !account.disabledAt ? account : null
  }

  byId(id: number): Promise<Account | null> {
    return this.#store.byId(id)
  }

  /**
   * Sets the password that the account signs in to the dashboard with.
   *
   * @throws Refusal when there is no such account
   */
  async setPassword(name: string, password: string): Promise<Account> {
    const account = await this.get(name)
    await this.#store.setPasswordHash(account.id, await hashPassword(password))
    return account
  }

  /** The account of a username and the hash of its password; null without either. */
  async withPassword(name: string): Promise<KnownByPassword | null> {
    const account = await this.#store.byUsername(name)
    const passwordHash = account && (await this.#store.passwordHash(account.id))
    return account && passwordHash ? { account, passwordHash } : null
  }

  /**
   * Finds the account that a username and a password name together.
   *
   * @returns null when either is wrong, or the account is disabled or has no password; the same
   *   work is done in every case
   * @throws OverloadedError when too many passwords wait to be checked
   */
  async byPassword(
    name: string,
    password: string,
    guesser: Guesser = trusted,
  ): Promise<KnownByPassword | null> {
    const account = await this.#store.byUsername(name)
    const passwordHash = account && (await this.#store.passwordHash(account.id))
    const matches = await verifyPassword(password, passwordHash, guesser)
    if (!account || passwordHash === null || !matches || account.disabledAt) return null
    return { account, passwordHash }
  }
}

import type { Account, StoredKey } from './account.ts'

/** PORT: keeps accounts and their keys. */
export interface AccountStore {
  /**
   * @returns the new account; null when the username is taken or another account has the key
   */
  insert(account: Omit<Account, 'id'>, key: StoredKey): Promise<Account | null>
  /** All accounts, by username. */
  list(): Promise<Account[]>
  byUsername(username: string): Promise<Account | null>
  byId(id: number): Promise<Account | null>
  byKeyHash(hash: Uint8Array): Promise<Account | null>
  /** The account's key, sealed; null when there is no such account. */
  sealedKey(id: number): Promise<Uint8Array | null>
  replaceKey(id: number, key: StoredKey): Promise<void>
  disable(id: number, at: string): Promise<void>
  /** The hash of the account's password; null when it has none. */
  passwordHash(id: number): Promise<string | null>
  setPasswordHash(id: number, hash: string): Promise<void>
}

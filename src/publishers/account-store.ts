import type { Account, StoredKey } from './account.ts'

/** PORT: stores accounts and their keys. */
export interface AccountStore {
  /** @returns null when the username or the key is taken */
  insert(account: Omit<Account, 'id'>, key: StoredKey): Promise<Account | null>
  /** All accounts, by username. */
  list(): Promise<Account[]>
  byUsername(username: string): Promise<Account | null>
  byId(id: number): Promise<Account | null>
  byKeyHash(hash: Uint8Array): Promise<Account | null>
  /** The account's encrypted key; null for an unknown account. */
  sealedKey(id: number): Promise<Uint8Array | null>
  replaceKey(id: number, key: StoredKey): Promise<void>
  disable(id: number, at: string): Promise<void>
  /** The hash of the account's password; null when it has none. */
  passwordHash(id: number): Promise<string | null>
  setPasswordHash(id: number, hash: string): Promise<void>
}

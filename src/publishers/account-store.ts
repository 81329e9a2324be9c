import type { PrimarySource } from '../facts/primary-source.ts'
import type { Account } from './account.ts'
import type { StoredKey } from './api-key.ts'
import type { NewKey } from './key-store.ts'

/** The key that an account begins with. */
export type FirstKey = Omit<NewKey, 'accountId'> & { readonly stored: StoredKey }

/** PORT: stores accounts. */
export interface AccountStore {
  /** Adds an account with its first key. @returns null when the username or the key is taken */
  insert(account: Omit<Account, 'id'>, key: FirstKey): Promise<Account | null>
  /** All accounts, by username. */
  list(): Promise<Account[]>
  byUsername(username: string): Promise<Account | null>
  byId(id: number): Promise<Account | null>
  disable(id: number, at: string): Promise<void>
  enable(id: number): Promise<void>
  /** @returns false when the username is taken */
  rename(id: number, username: string): Promise<boolean>
  setPrimarySources(id: number, rules: readonly PrimarySource[]): Promise<void>
  /** Removes an account with all that belongs to it. No account gets its id again. */
  remove(id: number): Promise<void>
}

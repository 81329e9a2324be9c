import type { Account } from './account.ts'
import type { ApiKey, KeyScope, KeyUse, StoredKey } from './api-key.ts'

export type NewKey = Pick<ApiKey, 'accountId' | 'name' | 'createdAtMs'> & KeyScope

/** A key that was found by its hash. */
export interface FoundKey {
  readonly key: ApiKey
  readonly account: Account
  /** Whether the hash is of the key before the last rotation. */
  readonly isPrevious: boolean
}

/** PORT: stores API keys. */
export interface KeyStore {
  /** @returns null when the account has a key with this name, or the hash is taken */
  insert(key: NewKey, stored: StoredKey): Promise<ApiKey | null>
  /** By name. */
  ofAccount(accountId: number): Promise<ApiKey[]>
  byName(accountId: number, name: string): Promise<ApiKey | null>
  byHash(hash: Uint8Array): Promise<FoundKey | null>
  /** The encrypted key; null for an unknown one. */
  sealed(id: number): Promise<Uint8Array | null>
  /**
   * Gives a key another scope.
   *
   * @returns false when the key does not exist or no longer has the scope `from`
   */
  changeScope(id: number, from: KeyScope, to: KeyScope): Promise<boolean>
  /** Replaces a key. @param previousUntilMs until when the earlier key works too; null for not at all */
  replace(id: number, stored: StoredKey, previousUntilMs: number | null): Promise<void>
  remove(id: number): Promise<void>
  noteUse(id: number, use: KeyUse): Promise<void>
}

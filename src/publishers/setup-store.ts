import type { Account } from './account.ts'
import type { FirstKey } from './account-store.ts'

export interface StoredSetupLink {
  readonly tokenHash: Uint8Array
  readonly expiresAtMs: number
}

export interface SetupState {
  /** Whether there is neither an account nor a user. */
  readonly isEmpty: boolean
  /** The last link; null before the first, and once it was used. */
  readonly link: StoredSetupLink | null
}

/** The first account, and its owner. */
export interface FirstAccount {
  readonly account: Omit<Account, 'id'>
  readonly firstKey: FirstKey
  readonly login: string
  readonly passwordHash: string
}

/** PORT: stores the link that sets a server up. All processes share it. */
export interface SetupStore {
  read(): Promise<SetupState>
  /** Stores a link in place of the last one. @returns false, and stores nothing, when there is an account or a user */
  replaceLink(link: StoredSetupLink): Promise<boolean>
  /**
   * Adds the account and its owner, and removes the link, in one transaction.
   *
   * @param check is called in the transaction; nothing changes when it throws
   */
  setUp(check: (state: SetupState) => void, first: FirstAccount): Promise<Account>
}

import type { Day } from '../values/day.ts'
import type { Permission } from './principal.ts'

/** The key that every account begins with. */
export const defaultKeyName = 'default'

/** The permissions, apps and end of a key. */
export interface KeyScope {
  readonly permissions: readonly Permission[]
  /** The keys of the apps that it sees, in ascending order; null for all, later ones included. */
  readonly apps: readonly number[] | null
  /** Milliseconds since 1970; null for never. */
  readonly expiresAtMs: number | null
}

/** An account's API key. */
export interface ApiKey extends KeyScope {
  readonly id: number
  readonly accountId: number
  /** Unique in the account. */
  readonly name: string
  readonly createdAtMs: number
  /** Until when the key before the last rotation works too; null when it does not. */
  readonly previousUntilMs: number | null
  /** The last day it was used, in UTC, and the client's network; null for never. */
  readonly lastUse: KeyUse | null
}

export interface KeyUse {
  readonly day: Day
  readonly network: string
}

/** The secret part of a key as it is stored. */
export interface StoredKey {
  /** SHA-256 of the key, to find it. */
  readonly hash: Uint8Array
  /** The encrypted key, to show it again; see `sealing/vault.ts`. */
  readonly sealed: Uint8Array
}

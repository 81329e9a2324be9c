/** A publisher who reports under one username, in one currency. */
export interface Account {
  /** The account's key in the stores; never shown. */
  readonly id: number
  readonly username: string
  /** ISO 4217 code of the currency the account reports in. */
  readonly currency: string
  /** Instant in ISO 8601, UTC. */
  readonly createdAt: string
  /** Instant from which the account no longer signs in; null while it does. */
  readonly disabledAt: string | null
}

/** What an account asks of its key: it is found by the hash, and shown again from the seal. */
export interface StoredKey {
  /** SHA-256 of the key. */
  readonly hash: Uint8Array
  /** The key, encrypted; see {@link KeyVault}. */
  readonly sealed: Uint8Array
}

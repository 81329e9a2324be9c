/** A signed-in browser. */
export interface Session {
  readonly accountId: number
  /** The hash of the password that it signed in with. */
  readonly passwordHash: string
  readonly expiresAtMs: number
}

/** PORT: stores sessions by the hash of their token. */
export interface SessionStore {
  insert(tokenHash: Uint8Array, session: Session): Promise<void>
  /** @returns null for an unknown token, or when the account's password was changed since */
  find(tokenHash: Uint8Array): Promise<Session | null>
  remove(tokenHash: Uint8Array): Promise<void>
  removeOfAccount(accountId: number): Promise<void>

  removeExpired(nowMs: number): Promise<void>
}

/** A browser that is signed in, until when. */
export interface Session {
  readonly accountId: number
  /** The hash of the password that signed it in. */
  readonly passwordHash: string
  readonly expiresAtMs: number
}

/** PORT: keeps sessions by the hash of their token. */
export interface SessionStore {
  insert(tokenHash: Uint8Array, session: Session): Promise<void>
  /** Finds a session; none whose account has another password by now. */
  find(tokenHash: Uint8Array): Promise<Session | null>
  remove(tokenHash: Uint8Array): Promise<void>
  removeOfAccount(accountId: number): Promise<void>
  /** Takes away the sessions that ended by an instant. */
  removeExpired(nowMs: number): Promise<void>
}

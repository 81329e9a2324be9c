import type { User } from './user.ts'

/** From where a browser uses a session. */
export interface SessionClient {
  /** For people: "Firefox on Linux"; empty when unknown. */
  readonly browser: string
  /** An IPv4 address, or the first 64 bits of an IPv6 one; empty when unknown. */
  readonly network: string
}

/** A signed-in browser. */
export interface Session extends SessionClient {
  readonly id: number
  readonly userId: number
  /** The account that the browser shows. The user may have left it. */
  readonly accountId: number
  /** The user's at the sign-in. */
  readonly credentialVersion: number
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
  readonly expiresAtMs: number
}

/** PORT: stores sessions by the hash of their token. */
export interface SessionStore {
  insert(tokenHash: Uint8Array, session: Omit<Session, 'id'>): Promise<void>
  /** @returns null for an unknown token, or when the user's credentials were changed since */
  find(tokenHash: Uint8Array): Promise<{ readonly session: Session; readonly user: User } | null>
  /** The newest first. */
  ofUser(userId: number): Promise<Session[]>
  noteUse(id: number, atMs: number, client: SessionClient): Promise<void>
  /** Has a session and the user's next ones show another account. */
  chooseAccount(session: Pick<Session, 'id' | 'userId'>, accountId: number): Promise<void>
  remove(tokenHash: Uint8Array): Promise<void>
  /** @returns false when the user has no such session */
  removeById(userId: number, id: number): Promise<boolean>
  removeOfUser(userId: number): Promise<void>
  removeExpired(nowMs: number): Promise<void>
}

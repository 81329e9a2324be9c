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

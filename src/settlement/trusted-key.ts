/** The key of another Adtally. Statements that are signed with it are imported. */
export interface TrustedKey {
  /** Unique in the account. */
  readonly name: string
  /** The network that the statements are of. */
  readonly network: string
  /** The public key, see `partners/statement-signing.ts`. Unique in the account. */
  readonly publicKey: string
  readonly addedAtMs: number
  /** The name of the actor; null for a command. */
  readonly addedBy: string | null
}

/** How many keys an account may trust. */
export const maxTrustedKeys = 100

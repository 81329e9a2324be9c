/** A user of the public network, as its operator states it. */
export interface UserDetails {
  readonly id: string
  readonly username: string
  readonly displayName: string | null
  readonly avatarUrl: string | null
  readonly countryCode: string | null
  /** Milliseconds since 1970, as every instant here. */
  readonly joinedAtMs: number | null
  /** When the user closed the account; null for one who is there. */
  readonly closedAtMs: number | null
}

/** A user as everyone may see one. */
export interface User extends UserDetails {
  /** The user's key in the store, in the order users were added. */
  readonly key: number
  /** Games that the user was active in. */
  readonly gamesCount: number
  readonly checkinsCount: number
}

/** What of a user is shown beside something else. */
export interface UserSummary {
  readonly id: string
  readonly username: string
}

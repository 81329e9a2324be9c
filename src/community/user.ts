/** A user as it is imported. */
export interface UserDetails {
  readonly id: string
  readonly username: string
  readonly displayName: string | null
  readonly avatarUrl: string | null
  readonly countryCode: string | null
  /** Milliseconds since 1970. */
  readonly joinedAtMs: number | null
  /** When the user closed their account; null while it is open. Milliseconds since 1970. */
  readonly closedAtMs: number | null
}

/** A user as it is published. */
export interface CommunityUser extends UserDetails {
  /** The user's key in the store, in the order users were added. */
  readonly key: number
  /** Games that the user was active in. */
  readonly gamesCount: number
  readonly checkinsCount: number
}

/** A user within other records. */
export interface UserSummary {
  readonly id: string
  readonly username: string
}

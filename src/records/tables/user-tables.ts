import type { Generated } from 'kysely'

/** Users of accounts. The table `users` is of the public network. */
export interface DashboardUsersTable {
  id: Generated<number>
  login: string
  /** In the PHC string format; null for users who sign in with the provider only. */
  password_hash: string | null
  /** Sessions that were opened with another one are over. */
  credential_version: number
  /** The account that was chosen last; it may be gone. */
  last_account_id: number | null
  created_at_ms: number
}

/** Which users sign in to which accounts. */
export interface MembershipsTable {
  account_id: number
  user_id: number
  role: string
  /** The keys of the apps that the user sees, as a JSON array; null for all. */
  apps: string | null
}

/** Invitations that nobody has accepted yet. */
export interface InvitationsTable {
  id: Generated<number>
  account_id: number
  login: string
  role: string
  /** As those of memberships. */
  apps: string | null
  /** The name of the actor; null for a command. */
  invited_by: string | null
  token_hash: Uint8Array
  created_at_ms: number
  expires_at_ms: number
}

/** Users of an identity provider. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: number
}

/** Encrypted secrets of authenticator apps. */
export interface SecondFactorsTable {
  user_id: number
  sealed: Uint8Array
  /** 0 until a code was shown. */
  is_confirmed: number
  /** The number of the last code that was used. */
  last_step: number
}

/** Codes for a lost authenticator app, each until it is used. */
export interface RecoveryCodesTable {
  user_id: number
  code_hash: Uint8Array
}

/** Browsers that are signed in, by the hash of their token. */
export interface UserSessionsTable {
  id: Generated<number>
  token_hash: Uint8Array
  user_id: number
  /** The account that the browser shows; it may be gone. */
  account_id: number
  credential_version: number
  browser: string
  network: string
  created_at_ms: number
  last_used_at_ms: number
  expires_at_ms: number
}

/** Pages of the dashboard that users saved. */
export interface SavedViewsTable {
  id: Generated<number>
  account_id: number
  /** The user may be gone if the view is shared. */
  user_id: number
  /** The user's login at the time. */
  saved_by: string
  name: string
  address: string
  /** 1 or 0. */
  is_shared: number
  saved_at_ms: number
}

/** Notes on days of accounts. */
export interface DayNotesTable {
  id: Generated<number>
  account_id: number
  /** Days since 1970-01-01. */
  first_day: number
  last_day: number
  /** Null for all apps. */
  app_key: number | null
  text: string
  /** The names of actors; null for commands. */
  written_by: string | null
  written_at_ms: number
  changed_by: string | null
  /** Null as long as nobody changed it. */
  changed_at_ms: number | null
}

/** The link that sets up a server without accounts; no row once it was used. */
export interface SetupLinksTable {
  token_hash: Uint8Array
  expires_at_ms: number
}

/** Users of the dashboard, how they sign in, and what they saved. */
export interface UserTables {
  dashboard_users: DashboardUsersTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  setup_links: SetupLinksTable
  identities: IdentitiesTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  user_sessions: UserSessionsTable
  saved_views: SavedViewsTable
  day_notes: DayNotesTable
}

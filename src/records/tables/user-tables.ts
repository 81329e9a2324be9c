import type { Generated } from 'kysely'

/** Users of accounts. The table `users` is of the public network. */
export interface DashboardUsersTable {
  id: Generated<number>
  login: string
  /** In the PHC string format; null for users who sign in with the provider only. */
  passwordHash: string | null
  /** Sessions that were opened with another one are over. */
  credentialVersion: number
  /** The account that was chosen last; it may be gone. */
  lastAccountId: number | null
  createdAtMs: number
}

/** Which users sign in to which accounts. */
export interface MembershipsTable {
  accountId: number
  userId: number
  role: string
  /** The keys of the apps that the user sees, as a JSON array; null for all. */
  apps: string | null
}

/** Invitations that nobody has accepted yet. */
export interface InvitationsTable {
  id: Generated<number>
  accountId: number
  login: string
  role: string
  /** As those of memberships. */
  apps: string | null
  /** The name of the actor; null for a command. */
  invitedBy: string | null
  tokenHash: Uint8Array
  createdAtMs: number
  expiresAtMs: number
}

/** Users of an identity provider. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  userId: number
}

/** Encrypted secrets of authenticator apps. */
export interface SecondFactorsTable {
  userId: number
  sealed: Uint8Array
  /** 0 until a code was shown. */
  isConfirmed: number
  /** The number of the last code that was used. */
  lastStep: number
}

/** Codes for a lost authenticator app, each until it is used. */
export interface RecoveryCodesTable {
  userId: number
  codeHash: Uint8Array
}

/** Browsers that are signed in, by the hash of their token. */
export interface UserSessionsTable {
  id: Generated<number>
  tokenHash: Uint8Array
  userId: number
  /** The account that the browser shows; it may be gone. */
  accountId: number
  credentialVersion: number
  browser: string
  network: string
  createdAtMs: number
  lastUsedAtMs: number
  expiresAtMs: number
}

/** Pages of the dashboard that users saved. */
export interface SavedViewsTable {
  id: Generated<number>
  accountId: number
  /** The user may be gone if the view is shared. */
  userId: number
  /** The user's login at the time. */
  savedBy: string
  name: string
  address: string
  /** 1 or 0. */
  isShared: number
  savedAtMs: number
}

/** Notes on days of accounts. */
export interface DayNotesTable {
  id: Generated<number>
  accountId: number
  /** Days since 1970-01-01. */
  firstDay: number
  lastDay: number
  /** Null for all apps. */
  appKey: number | null
  text: string
  /** The names of actors; null for commands. */
  writtenBy: string | null
  writtenAtMs: number
  changedBy: string | null
  /** Null as long as nobody changed it. */
  changedAtMs: number | null
}

/** The link that sets up a server without accounts; no row once it was used. */
export interface SetupLinksTable {
  tokenHash: Uint8Array
  expiresAtMs: number
}

/** Users of the dashboard, how they sign in, and what they saved. */
export interface UserTables {
  dashboardUsers: DashboardUsersTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  setupLinks: SetupLinksTable
  identities: IdentitiesTable
  secondFactors: SecondFactorsTable
  recoveryCodes: RecoveryCodesTable
  userSessions: UserSessionsTable
  savedViews: SavedViewsTable
  dayNotes: DayNotesTable
}

import type { Generated, Kysely } from 'kysely'

export interface AccountsTable {
  id: Generated<number>
  username: string
  currency: string
  key_hash: Uint8Array
  key_sealed: Uint8Array
  /** In the PHC string format; null while there is no password. */
  password_hash: string | null
  created_at: string
  disabled_at: string | null
}

export interface AppsTable {
  key: Generated<number>
  app_id: string
  account_id: number
  name: string
  platform: string
  app_store_id: number | null
  app_bundle_id: string | null
  android_package: string | null
  /** The import that creates the app, until it is known to have been committed. */
  pending_import: number | null
}

/** Which app a network means by its own id. */
export interface AppLinksTable {
  network: string
  network_app_id: string
  /** The app's: networks that name apps by their packages have one id on two platforms. */
  platform: string
  app_key: number
}

/** One row: a count that moves with every change to the catalogue. */
export interface CatalogueStateTable {
  identity: string
  version: number
}

export interface GamesTable {
  key: Generated<number>
  id: string
  slug: string
  name: string
  /** Separated by commas, without that of the app. */
  platforms: string
  developer: string | null
  genre: string | null
  description: string | null
  icon_url: string | null
  /** Days since 1970-01-01. */
  released_on: number | null
  app_key: number | null
  created_at_ms: number
  players_count: Generated<number>
  checkins_count: Generated<number>
}

export interface UsersTable {
  key: Generated<number>
  id: string
  username: string
  display_name: string | null
  avatar_url: string | null
  country_code: string | null
  joined_at_ms: number | null
  closed_at_ms: number | null
  games_count: Generated<number>
  checkins_count: Generated<number>
}

export interface ActivityTable {
  key: Generated<number>
  id: string
  type: string
  /** The topic of the type. */
  topic: string | null
  platform: string
  created_at_ms: number
  user_key: number
  game_key: number | null
  text: string | null
  /** When the user closed the account; such records are in no stream. */
  withdrawn_at_ms: number | null
}

/** One row for each game a user has activity in: what counts and lists of players are made from. */
export interface PlaysTable {
  game_key: number
  user_key: number
  activity_count: number
  checkins_count: number
  withdrawn_at_ms: number | null
}

export interface FinalityRulesTable {
  network: string
  final_after_days: number
}

/** Browsers that are signed in, by the hash of what they show. */
export interface SessionsTable {
  token_hash: Uint8Array
  account_id: number
  /** The account's when it signed in: with another one, the session is over. */
  password_hash: string
  expires_at_ms: number
}

/** Imports that were refused. */
export interface FailedImportsTable {
  id: Generated<number>
  failed_at_ms: number
  /** The account they were meant for; null where that is not known. */
  account_id: number | null
  source: string
  /** A list of names in JSON. */
  files: string
  message: string
}

export interface Tables {
  accounts: AccountsTable
  apps: AppsTable
  app_links: AppLinksTable
  catalogue_state: CatalogueStateTable
  games: GamesTable
  users: UsersTable
  activity: ActivityTable
  plays: PlaysTable
  finality_rules: FinalityRulesTable
  sessions: SessionsTable
  failed_imports: FailedImportsTable
}

/** The relational store. A long write never keeps a reader waiting: each has connections of its own. */
export interface RelationalDatabase {
  /** Sees what is committed. */
  readonly reads: Kysely<Tables>
  /** One transaction at a time. */
  readonly writes: Kysely<Tables>
  readonly close: () => Promise<void>
}

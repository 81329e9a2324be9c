import type { Generated, Kysely, Transaction } from 'kysely'

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
  /** The refusal's text in rows without `refusal`, else empty. */
  message: string
  /** Code and facts in JSON; null in rows of release 0.1. */
  refusal: string | null
}

/** One row: what tells this ledger of figures from every other. */
export interface FigureStateTable {
  identity: string
}

/** What was committed to the journal of figures: imports and undos. */
export interface FigureEntriesTable {
  id: number
  kind: string
  undoes: number | null
  /** Never before the entry before it. */
  committed_at_ms: number
  source: string
  day_zone: string
  report: string | null
  /** Lists of texts in JSON. */
  files: string
  hashes: string
  row_count: number
  slice_count: number
  /** Days since 1970-01-01; null where an entry touched no slice. */
  first_day: number | null
  last_day: number | null
}

/** Entries whose rows may lie in the journal, and which do not count. */
export interface UnfinishedEntriesTable {
  id: number
  /** `writing`, `aborted`, or `cleared` once the journal was told to drop the rows. */
  state: string
}

/** Names of the codes in the journal, and the entry that brought each. */
export interface FigureLabelsTable {
  kind: string
  code: number
  name: string
  entry: number
}

/** Secondary reports of accounts. */
export interface FigureBooksTable {
  id: number
  account: number
  name: string
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
  figure_state: FigureStateTable
  figure_entries: FigureEntriesTable
  unfinished_entries: UnfinishedEntriesTable
  figure_labels: FigureLabelsTable
  figure_books: FigureBooksTable
}

/** What transactions take turns for: the catalogue of apps, or the records of the public network. */
export type Turn = 'catalogue' | 'records'

/** The relational store. A long write never keeps a reader waiting: each has connections of its own. */
export interface RelationalDatabase {
  /** Sees what is committed. */
  readonly reads: Kysely<Tables>
  /** The same for anonymous questions, which may be many: they keep nothing else waiting. */
  readonly publicReads: Kysely<Tables>
  /** For single statements; what reads before it writes has to be {@link withLock}. */
  readonly writes: Kysely<Tables>
  /** Runs a transaction while no other one of these turns runs, in this process or another. */
  readonly withLock: <Result>(
    turns: readonly Turn[],
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ) => Promise<Result>
  /**
   * Runs work while no other process writes figures, which may take minutes; other writes go on.
   * A lost lock shows: statements of the connection fail from then on.
   *
   * @param wait whether to wait for others; else the work is left out while one is at it
   * @returns null when the work was left out
   */
  readonly withWriterLock: <Result>(
    options: { readonly wait: boolean },
    work: (connection: Kysely<Tables>) => Promise<Result>,
  ) => Promise<Result | null>
  readonly close: () => Promise<void>
}

import type { Generated, Kysely, Transaction } from 'kysely'
import type { RecordChanges } from './record-changes.ts'

export interface AccountsTable {
  id: Generated<number>
  username: string
  currency: string
  created_at: string
  disabled_at: string | null
}

/** API keys of accounts. */
export interface ApiKeysTable {
  id: Generated<number>
  account_id: number
  name: string
  key_hash: Uint8Array
  key_sealed: Uint8Array
  /** Of the key before the last rotation, while it works too. */
  previous_hash: Generated<Uint8Array | null>
  previous_until_ms: Generated<number | null>
  /** Separated by commas. */
  permissions: string
  /** A JSON list of keys of apps; null for all. */
  apps: string | null
  created_at_ms: number
  expires_at_ms: number | null
  /** Days since 1970-01-01; null for never. */
  last_used_on: Generated<number | null>
  last_used_from: Generated<string | null>
}

/** Links that each show one stored question. */
export interface ReportLinksTable {
  id: Generated<number>
  account_id: number
  name: string
  token_hash: Uint8Array
  /** An object in JSON. */
  question: string
  /** A JSON list of keys of apps; null for all. */
  apps: string | null
  created_at_ms: number
  expires_at_ms: number | null
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
  /** The import that creates the app; null once it was committed. */
  pending_import: number | null
  /** 1 or 0. */
  is_archived: Generated<number>
  /** The ledger entry that ends the app; null once it was committed. */
  pending_end: number | null
  /** The committed ledger entry that ended the app; null while it exists. */
  ended_by: number | null
  /** The key of the app that it is merged into; null for no app. */
  merged_into: number | null
}

/** Links from networks' own ids to apps. */
export interface AppLinksTable {
  network: string
  network_app_id: string
  /** The app's platform, because a network's id may mean apps on two platforms. */
  platform: string
  app_key: number
}

/** One row with the catalogue's unique id and the number of its changes. */
export interface CatalogueStateTable {
  identity: string
  version: number
}

export interface GamesTable {
  key: Generated<number>
  id: string
  slug: string
  name: string
  /** Separated by commas, without the platform of the app. */
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
  /** When the user closed the account. Such records are in no stream. */
  withdrawn_at_ms: number | null
}

/** One row for each user and game with activity. Counts and lists of players are derived from it. */
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
}

/** Invitations that nobody has accepted yet. */
export interface InvitationsTable {
  id: Generated<number>
  account_id: number
  login: string
  role: string
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

/** Failed imports. */
export interface FailedImportsTable {
  id: Generated<number>
  failed_at_ms: number
  /** The account that the import was for; null when unknown. */
  account_id: number | null
  source: string
  /** A JSON list of names. */
  files: string
  /** What it was told about the files, as JSON; null in rows of earlier releases. */
  settings: string | null
  /** The refusal's text in rows without `refusal`, else empty. */
  message: string
  /** Code and facts in JSON; null in rows of release 0.1. */
  refusal: string | null
}

/** Who did what. */
export interface AuditEventsTable {
  id: Generated<number>
  at_ms: number
  action: string
  /** The kind of actor. */
  actor: string
  /** Of the user, the key or the link; null when there is none. */
  actor_name: Generated<string | null>
  /** The account concerned; null for none. It need not exist. */
  username: string | null
  /** The client's network; null for commands and the inbox. */
  address: string | null
  /** An object in JSON. */
  facts: string
}

/** One row with the ledger's unique id. */
export interface FigureStateTable {
  identity: string
}

/** One row: which figures and secret the records belong to. Texts are empty until they are paired. */
export interface InstallationTable {
  /** Of the figures. */
  identity: string
  /** Made from the identity with the secret. */
  secret_check: string
  /** When stores were last restored, in seconds since 1970; 0 for never. */
  generation: number
  /** How often the stores were paired, and the random name of the last time. */
  turn: number
  token: string
  /** The name that the figures are being given; empty when they are not. */
  next_token: string
}

/** The ledger of the journal: committed imports and undos. */
export interface FigureEntriesTable {
  id: number
  kind: string
  undoes: number | null
  /** Never before that of the previous entry. */
  committed_at_ms: number
  source: string
  day_zone: string
  report: string | null
  /** What a deletion or merge was about, in JSON; null for imports and undos. */
  subject: string | null
  /** A JSON list of names. */
  files: string
  /** A JSON list of hexadecimal SHA-256 hashes. */
  hashes: string
  row_count: number
  slice_count: number
  /** Days since 1970-01-01; null when the entry touched no slice. */
  first_day: number | null
  last_day: number | null
  /** The import request that it answers. */
  request: string | null
}

/** Imports over HTTP, for a while. */
export interface ImportRequestsTable {
  id: string
  account_id: number
  /** SHA-256 of the client's idempotency key, in hexadecimal; null without one. */
  key_hash: string | null
  /** A JSON list of the keys of the only apps that it may change; null for all. */
  apps: string | null
  /** 1 for a request that changes nothing. */
  dry_run: number
  /** `receiving`, `running`, `done`, `refused` or `failed`. */
  state: string
  /** The process that works on it, and when it last said so. */
  owner: string
  alive_at_ms: number
  created_at_ms: number
  ended_at_ms: number | null
  /** SHA-256 of its options and files, in hexadecimal; null until all were received. */
  fingerprint: string | null
  /** A JSON list of names. */
  files: string
  byte_count: number
  /** The progress as JSON. */
  progress: string | null
  /** The ledger entry that answers it. */
  entry: number | null
  /** The answer's HTTP status and body; of a running request, what they will be. */
  status: number | null
  answer: string | null
}

/** Hidden entries, which may have rows in the journal. */
export interface UnfinishedEntriesTable {
  id: number
  /** `writing`, `aborted`, or `cleared` after the deletion of the rows was requested. */
  state: string
}

/** Names of the journal's codes, and the entry that added each. */
export interface FigureLabelsTable {
  kind: string
  code: number
  name: string
  entry: number
}

/** Names of an account's codes. */
export interface AccountLabelsTable extends FigureLabelsTable {
  account: number
}

/** Secondary reports of accounts. */
export interface FigureBooksTable {
  id: number
  account: number
  name: string
}

/** One row: how many changes of remembered records were committed. */
export interface RecordChangesTable {
  number: number
}

/** Which accounts and secondary reports an entry touches; 0 for all of them. */
export interface TouchedAccountsTable {
  account: number
  entry: number
}

/** Access to networks' daily reports. */
export interface ConnectionsTable {
  id: Generated<number>
  account_id: number
  name: string
  connector: string
  /** The fields that are no secrets, as JSON. */
  settings: string
  booking: string
  creates_apps: number
  /** Days since 1970-01-01. */
  first_day: number
  /** Of its own schedule; the connector's when null. */
  ready_hours: number | null
  reread_days: number | null
  sweep_days: number | null
  sweep_weekday: string | null
  state: string
  /** As JSON. */
  problem: string | null
  /** As JSON. */
  back_off: string | null
  created_at_ms: number
  pulled_at_ms: number | null
  /** The process that works on it, and until when no other may. */
  lease_owner: string | null
  lease_until_ms: Generated<number>
  /** A sealed login that is still good. */
  login: Uint8Array | null
  login_until_ms: number | null
}

/** The secret fields of connections, sealed. */
export interface ConnectionSecretsTable {
  connection_id: number
  field: string
  sealed: Uint8Array
}

/** What is known of each day of a connection. */
export interface ConnectionDaysTable {
  connection_id: number
  /** Days since 1970-01-01. */
  day: number
  state: string
  failures: number
  next_at_ms: number | null
  pulled_at_ms: number | null
  /** Totals as JSON: those of the last import, and those that are held. */
  stated: string | null
  held: string | null
  mark: string | null
  entry: number | null
  /** As JSON. */
  problem: string | null
}

/** When each account of a network may be asked next. */
export interface NetworkPlacesTable {
  account_key: string
  next_at_ms: number
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

export interface Tables {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  report_links: ReportLinksTable
  apps: AppsTable
  app_links: AppLinksTable
  catalogue_state: CatalogueStateTable
  games: GamesTable
  users: UsersTable
  activity: ActivityTable
  plays: PlaysTable
  finality_rules: FinalityRulesTable
  dashboard_users: DashboardUsersTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  identities: IdentitiesTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  user_sessions: UserSessionsTable
  failed_imports: FailedImportsTable
  audit_events: AuditEventsTable
  figure_state: FigureStateTable
  installation: InstallationTable
  figure_entries: FigureEntriesTable
  unfinished_entries: UnfinishedEntriesTable
  figure_labels: FigureLabelsTable
  account_labels: AccountLabelsTable
  figure_books: FigureBooksTable
  touched_accounts: TouchedAccountsTable
  record_changes: RecordChangesTable
  import_requests: ImportRequestsTable
  connections: ConnectionsTable
  connection_secrets: ConnectionSecretsTable
  connection_days: ConnectionDaysTable
  network_places: NetworkPlacesTable
  saved_views: SavedViewsTable
  day_notes: DayNotesTable
  history_horizons: HistoryHorizonsTable
}

/** Locks of transactions: on the catalogue of apps, the records of the public network, and users. */
export type LockName = 'catalogue' | 'records' | 'users'

/** Where history began after each compaction. */
export interface HistoryHorizonsTable {
  entry: number
  since_ms: number
}

/** The relational store. Reads and writes have separate connections, so readers never wait. */
export interface RelationalDatabase {
  /** Reads committed data. */
  readonly reads: Kysely<Tables>
  /** For anonymous requests: many of them keep nothing else waiting. */
  readonly publicReads: Kysely<Tables>
  /** For single statements. Work that reads before it writes needs {@link withLock}. */
  readonly writes: Kysely<Tables>
  /** Runs a transaction under these locks, which are shared by all processes. */
  readonly withLock: <Result>(
    locks: readonly LockName[],
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ) => Promise<Result>
  /**
   * Runs work under the writer lock: no other process writes figures meanwhile. The work may take
   * minutes. If the lock is lost, statements of the connection fail.
   *
   * @param wait whether to wait for the lock; else the work does not run if another has it
   * @returns null when the work did not run
   */
  readonly withWriterLock: <Result>(
    options: { readonly wait: boolean },
    work: (connection: Kysely<Tables>) => Promise<Result>,
  ) => Promise<Result | null>
  /**
   * Runs a transaction while no other process has the records open, nor opens them. On PostgreSQL, they have to
   * be opened with `replacesSecret`.
   *
   * @throws DatabaseInUseError when another process has them open
   */
  readonly withoutOthers: <Result>(
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ) => Promise<Result>
  /** Whether records changed that are remembered. */
  readonly changes: RecordChanges
  /** Whether it is PostgreSQL, not SQLite. */
  readonly isServer: boolean
  readonly close: () => Promise<void>
}

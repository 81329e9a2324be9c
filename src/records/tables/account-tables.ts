import type { Generated } from 'kysely'

export interface AccountsTable {
  id: Generated<number>
  username: string
  currency: string
  created_at: string
  disabled_at: string | null
  /** Rules as JSON, see `account-row.ts`. */
  primary_sources: Generated<string | null>
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
  /** The app's account. */
  account_id: number
  network: string
  network_app_id: string
  /** The app's platform, because a network's id may mean apps on two platforms. */
  platform: string
  app_key: number
  /** The import that makes the link; null once it was committed. */
  pending_import: Generated<number | null>
}

/** One row with the catalogue's unique id and the number of its changes. */
export interface CatalogueStateTable {
  identity: string
  version: number
}

/** Accounts, their API keys, report links and apps. */
export interface AccountTables {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  report_links: ReportLinksTable
  apps: AppsTable
  app_links: AppLinksTable
  catalogue_state: CatalogueStateTable
}

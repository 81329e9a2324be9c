import type { Generated, Kysely } from 'kysely'

export interface AccountsTable {
  id: Generated<number>
  username: string
  currency: string
  key_hash: Uint8Array
  key_sealed: Uint8Array
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
  app_key: number
}

/** One row: a count that moves with every change to the catalogue. */
export interface CatalogueStateTable {
  identity: string
  version: number
}

export interface Tables {
  accounts: AccountsTable
  apps: AppsTable
  app_links: AppLinksTable
  catalogue_state: CatalogueStateTable
}

/** The relational store. A long write never keeps a reader waiting: each has connections of its own. */
export interface RelationalDatabase {
  /** Sees what is committed. */
  readonly reads: Kysely<Tables>
  /** One transaction at a time. */
  readonly writes: Kysely<Tables>
  readonly close: () => Promise<void>
}

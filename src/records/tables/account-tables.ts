import type { Generated } from 'kysely'

export interface AccountsTable {
  id: Generated<number>
  username: string
  currency: string
  createdAt: string
  disabledAt: string | null
  /** Rules as JSON, see `account-row.ts`. */
  primarySources: Generated<string | null>
}

/** API keys of accounts. */
export interface ApiKeysTable {
  id: Generated<number>
  accountId: number
  name: string
  keyHash: Uint8Array
  keySealed: Uint8Array
  /** Of the key before the last rotation, while it works too. */
  previousHash: Generated<Uint8Array | null>
  previousUntilMs: Generated<number | null>
  /** Separated by commas. */
  permissions: string
  /** A JSON list of keys of apps; null for all. */
  apps: string | null
  createdAtMs: number
  expiresAtMs: number | null
  /** Days since 1970-01-01; null for never. */
  lastUsedOn: Generated<number | null>
  lastUsedFrom: Generated<string | null>
}

/** Links that each show one stored question. */
export interface ReportLinksTable {
  id: Generated<number>
  accountId: number
  name: string
  tokenHash: Uint8Array
  /** An object in JSON. */
  question: string
  /** A JSON list of keys of apps; null for all. */
  apps: string | null
  createdAtMs: number
  expiresAtMs: number | null
}

export interface AppsTable {
  key: Generated<number>
  appId: string
  accountId: number
  name: string
  platform: string
  appStoreId: number | null
  appBundleId: string | null
  androidPackage: string | null
  /** The import that creates the app; null once it was committed. */
  pendingImport: number | null
  /** 1 or 0. */
  isArchived: Generated<number>
  /** The ledger entry that ends the app; null once it was committed. */
  pendingEnd: number | null
  /** The committed ledger entry that ended the app; null while it exists. */
  endedBy: number | null
  /** The key of the app that it is merged into; null for no app. */
  mergedInto: number | null
}

/** Links from networks' own ids to apps. */
export interface AppLinksTable {
  /** The app's account. */
  accountId: number
  network: string
  networkAppId: string
  /** The app's platform, because a network's id may mean apps on two platforms. */
  platform: string
  appKey: number
  /** The import that makes the link; null once it was committed. */
  pendingImport: Generated<number | null>
}

/** One row with the catalogue's unique id and the number of its changes. */
export interface CatalogueStateTable {
  identity: string
  version: number
}

/** Accounts, their API keys, report links and apps. */
export interface AccountTables {
  accounts: AccountsTable
  apiKeys: ApiKeysTable
  reportLinks: ReportLinksTable
  apps: AppsTable
  appLinks: AppLinksTable
  catalogueState: CatalogueStateTable
}

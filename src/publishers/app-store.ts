import type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
import type { Platform } from '../values/platform.ts'
import type { App, AppIdentifier, AppLink, AppUpdate, NewAppLink } from './app.ts'
import type { NetworkAppCandidates } from './match-network-app.ts'

/**
 * PORT: stores apps, and links from networks' app ids to apps. An account's apps do not include
 * pending ones, see {@link AppStore.createLinked}, nor those that were merged or deleted.
 */
export interface AppStore {
  /** Changes whenever an app of any account changes. */
  version(): Promise<string>
  /**
   * Identifies an account's apps as they are, with merged and deleted ones. Apps of other accounts change nothing.
   *
   * @param keys only these apps, and others change nothing; null for all
   */
  versionOf(accountId: number, keys: readonly number[] | null): Promise<string>
  /** The account's apps by name, then app id, in UTF-8 byte order. */
  ofAccount(accountId: number): Promise<readonly App[]>
  /** The same with merged and deleted apps, which name figures as of a past time. */
  everOfAccount(accountId: number): Promise<readonly App[]>
  /** The account's apps with these ids, in the order of {@link ofAccount}. */
  ofAccountByIds(accountId: number, appIds: readonly string[]): Promise<readonly App[]>
  ofAccountByIdentifier(accountId: number, identifier: AppIdentifier): Promise<App | null>
  /** Apps of any account with these ids. */
  byIds(appIds: readonly string[]): Promise<App[]>
  /** The apps that rows with these app ids belong to: those that merged apps were merged into. */
  importedAs(appIds: readonly string[]): Promise<ReadonlyMap<string, App>>
  /** Apps of any account with these keys, in no order, merged and deleted ones too. */
  byKeys(keys: readonly number[]): Promise<App[]>
  /**
   * Adds new apps and updates the others, all of them or none. The id of a deleted app brings the app
   * back, without its figures.
   *
   * @param replaceLinks whether links to other apps may be replaced
   * @throws Refusal when an app belongs to another account or was merged, or an identifier belongs to
   *   another app; `network_app_linked_elsewhere`
   */
  upsert(apps: readonly AppUpdate[], replaceLinks?: boolean): Promise<UpsertCounts>
  rename(key: number, name: string): Promise<void>
  setArchived(key: number, isArchived: boolean): Promise<void>
  /**
   * The apps that a network may mean by its own app ids, in the order of `apps`.
   *
   * @param accountId the account whose apps and links count; null for all accounts
   */
  candidatesFor(
    apps: readonly NetworkApp[],
    accountId: number | null,
  ): Promise<NetworkAppCandidates[]>
  /**
   * Adds apps with generated app ids, and links the networks' app ids to them. Apps and links are
   * pending until {@link confirmPendingApps} keeps or removes them.
   *
   * @returns the new apps in the order of `apps`
   * @throws Refusal `network_app_linked` when an id is linked on its platform
   */
  createLinked(
    accountId: number,
    apps: readonly PlacedNetworkApp[],
    importId: number,
  ): Promise<App[]>
  /**
   * Links networks' app ids to apps; pending as in {@link createLinked}.
   *
   * @throws Refusal `network_app_linked` when an id is linked to another app on that platform
   */
  linkPending(links: readonly NewAppLink[], importId: number): Promise<void>
  /**
   * Confirms pending apps, links and endings whose ledger entry was committed, and takes the others back.
   *
   * @param lastImport the last committed entry; 0 when there is none
   * @param lost earlier entries that were not committed
   */
  confirmPendingApps(lastImport: number, lost?: readonly number[]): Promise<void>
  /**
   * Ends an app with a ledger entry. The app exists until {@link confirmPendingApps} confirms that the
   * entry was committed.
   *
   * @param into the app that it is merged into; null when it is deleted
   */
  beginEnding(key: number, entry: number, into: number | null): Promise<void>
  /** The apps that ended, with their entries. */
  endings(): Promise<AppEnding[]>
  /**
   * Brings the app back that an entry ended, because the entry was undone. Identifiers that another
   * app has by now stay with that app.
   */
  restoreEndedBy(entry: number): Promise<void>
  /**
   * Links networks' app ids to apps, for the apps' accounts and platforms: all of them or none.
   *
   * @param replace whether links to other apps may be replaced
   * @throws Refusal `network_app_linked_elsewhere` when an account links an id to another app
   */
  link(links: readonly NewAppLink[], replace: boolean): Promise<void>
  /** Links to the apps of an account, sorted by network, then id and platform. */
  linksOf(accountId: number): Promise<AppLink[]>
  /**
   * The accounts that link a network's app id.
   *
   * @param platform every platform when null
   */
  accountsLinking(
    network: string,
    networkAppId: string,
    platform: Platform | null,
  ): Promise<readonly number[]>
  /**
   * Removes an account's links of a network's app id.
   *
   * @param platform every platform when null
   * @returns the removed links
   */
  unlink(
    accountId: number,
    network: string,
    networkAppId: string,
    platform: Platform | null,
  ): Promise<AppLink[]>
}

/** The end of an app. */
export interface AppEnding {
  readonly entry: number
  /** The app that it was merged into; null when it was deleted. */
  readonly into: App | null
}

export interface UpsertCounts {
  readonly added: number
  readonly updated: number
}

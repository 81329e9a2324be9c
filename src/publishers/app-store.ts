import type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
import type { Platform } from '../values/platform.ts'
import type { App, AppIdentifier, AppLink, AppUpdate } from './app.ts'
import type { NetworkAppCandidates } from './match-network-app.ts'

/**
 * PORT: stores apps, and links from networks' app ids to apps. An account's apps do not include
 * pending ones, see {@link AppStore.createLinked}, nor those that were merged or deleted.
 */
export interface AppStore {
  /** Changes whenever an app changes. */
  version(): Promise<string>
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
   * @throws Refusal when an app belongs to another account or was merged, or an identifier belongs to
   *   another app
   */
  upsert(apps: readonly AppUpdate[]): Promise<UpsertCounts>
  rename(key: number, name: string): Promise<void>
  setArchived(key: number, isArchived: boolean): Promise<void>
  /** Apps of any account that a network may mean by its own app id. */
  candidatesFor(app: NetworkApp): Promise<NetworkAppCandidates>
  /**
   * Adds an app with a generated app id, and links the network's app id to it. The app is pending
   * until {@link confirmPendingApps} keeps or removes it.
   *
   * @throws Refusal `network_app_linked` when the id is linked on that platform
   */
  createLinked(accountId: number, app: PlacedNetworkApp, importId: number): Promise<App>
  /**
   * Confirms pending apps and endings whose ledger entry was committed, and takes the others back.
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
   * Links a network's app id to an app, for the app's platform.
   *
   * @param replace whether a link to another app may be replaced
   * @throws Refusal `network_app_linked_elsewhere`
   */
  link(network: string, networkAppId: string, appKey: number, replace: boolean): Promise<void>
  /** Links to the apps of an account, sorted by network, then id and platform. */
  linksOf(accountId: number): Promise<AppLink[]>
  /**
   * Removes the links of a network's app id.
   *
   * @param platform every platform when null
   * @returns the removed links
   */
  unlink(network: string, networkAppId: string, platform: Platform | null): Promise<AppLink[]>
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

import type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
import type { App, AppDetails, AppIdentifier } from './app.ts'
import type { NetworkAppCandidates } from './match-network-app.ts'

/**
 * PORT: stores apps, and links from networks' app ids to apps. An account's apps do not include
 * pending ones: see {@link AppStore.createLinked}.
 */
export interface AppStore {
  /** Changes whenever an app changes. */
  version(): Promise<string>
  /** The account's apps by name, then app id, in UTF-8 byte order. */
  ofAccount(accountId: number): Promise<App[]>
  /** The account's apps with these ids, in the order of {@link ofAccount}. */
  ofAccountByIds(accountId: number, appIds: readonly string[]): Promise<App[]>
  ofAccountByIdentifier(accountId: number, identifier: AppIdentifier): Promise<App | null>
  /** Apps of any account with these ids. */
  byIds(appIds: readonly string[]): Promise<App[]>
  /** Apps of any account with these keys, in no order. */
  byKeys(keys: readonly number[]): Promise<App[]>
  /**
   * Adds new apps and updates the others, all of them or none.
   *
   * @throws Refusal when an app belongs to another account, or an identifier to another app
   */
  upsert(apps: readonly (AppDetails & { readonly accountId: number })[]): Promise<UpsertCounts>
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
   * Keeps pending apps whose import was committed, and removes the others.
   *
   * @param lastImport the last committed import; 0 when there is none
   * @param lost earlier imports that were not committed
   */
  confirmPendingApps(lastImport: number, lost?: readonly number[]): Promise<void>
  /** Links a network's app id to an app, for the app's platform. */
  link(network: string, networkAppId: string, appKey: number): Promise<void>
}

export interface UpsertCounts {
  readonly added: number
  readonly updated: number
}

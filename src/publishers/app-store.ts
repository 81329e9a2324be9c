import type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
import type { App, AppDetails, AppIdentifier } from './app.ts'
import type { NetworkAppCandidates } from './match-network-app.ts'

/**
 * PORT: keeps apps, and which app a network means by its own ids. The apps of an account are those
 * that are not in doubt: see {@link AppStore.createLinked}.
 */
export interface AppStore {
  /** A name for the state of the catalogue; equal names mean equal apps. */
  version(): Promise<string>
  /** The account's apps by name, then app id, in UTF-8 byte order. */
  ofAccount(accountId: number): Promise<App[]>
  /** Those of the account's apps that have one of the ids, in the order of {@link ofAccount}. */
  ofAccountByIds(accountId: number, appIds: readonly string[]): Promise<App[]>
  ofAccountByIdentifier(accountId: number, identifier: AppIdentifier): Promise<App | null>
  /** Apps of any account that have one of the ids. */
  byIds(appIds: readonly string[]): Promise<App[]>
  /** Apps of any account by their keys, in no order. */
  byKeys(keys: readonly number[]): Promise<App[]>
  /**
   * Adds the apps that are new and updates the others; all of them or none.
   *
   * @throws Refusal when an app is another account's, or an identifier is another app's
   */
  upsert(apps: readonly (AppDetails & { readonly accountId: number })[]): Promise<UpsertCounts>
  /** Apps of any account that a network may mean by its own id. */
  candidatesFor(app: NetworkApp): Promise<NetworkAppCandidates>
  /**
   * Adds an app under an id of Adtally's own, and links the network's id to it. It stays in doubt
   * until {@link confirmPendingApps} says whether the import that creates it was committed.
   *
   * @throws Refusal `network_app_linked` when the id is linked on that platform
   */
  createLinked(accountId: number, app: PlacedNetworkApp, importId: number): Promise<App>
  /**
   * Keeps the apps in doubt whose import was committed, and takes the others away.
   *
   * @param lastImport the last import that was committed; 0 when there was none
   * @param lost imports before it that were not
   */
  confirmPendingApps(lastImport: number, lost?: readonly number[]): Promise<void>
  /** From now on the network means this app by its id, on the app's platform. */
  link(network: string, networkAppId: string, appKey: number): Promise<void>
}

export interface UpsertCounts {
  readonly added: number
  readonly updated: number
}

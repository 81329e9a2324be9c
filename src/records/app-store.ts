import type { Selectable, Transaction } from 'kysely'
import type {
  App,
  AppIdentifier,
  AppLink,
  AppUpdate,
  NetworkApp,
  NewAppLink,
  PlacedNetworkApp,
} from '../publishers/app.ts'
import type { NetworkAppCandidates } from '../publishers/match-network-app.ts'
import type { Platform } from '../values/platform.ts'
import { AccountApps } from './account-apps.ts'
import { findCandidates } from './app-candidates.ts'
import { beginEnding, followMerges, restoreEndedBy } from './app-endings.ts'
import { linksWith, putLinks, putLinksOf, putPendingLinks, removeLinks } from './app-links.ts'
import { toApp } from './app-row.ts'
import { batchesOf } from './batches-of.ts'
import { confirmPending } from './confirm-pending.ts'
import { countChange } from './count-change.ts'
import { createApps } from './create-apps.ts'
import { putApps } from './put-apps.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { AppsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

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

/**
 * The stored apps, and links from networks' app ids to apps. An account's apps do not include pending ones, see
 * {@link AppStore.createLinked}, nor those that were merged or deleted.
 */
export class AppStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Changes whenever an app of any account changes. */
  async version(): Promise<string> {
    const state = await this.#database.reads
      .selectFrom('catalogueState')
      .selectAll()
      .executeTakeFirstOrThrow()
    return `${state.identity}.${state.version}`
  }

  /**
   * Identifies an account's apps as they are, with merged and deleted ones. Apps of other accounts change nothing.
   *
   * @param keys only these apps, and others change nothing; null for all
   */
  async versionOf(accountId: number, keys: readonly number[] | null): Promise<string> {
    return new AccountApps(await this.everOfAccount(accountId)).versionOf(keys)
  }

  /** The account's apps by name, then app id, in UTF-8 byte order. */
  async ofAccount(accountId: number): Promise<readonly App[]> {
    const rows = await this.#ofAccount(accountId).orderBy('name').orderBy('appId').execute()
    return rows.map(toApp)
  }

  /** The same with merged and deleted apps, which name figures as of a past time. */
  async everOfAccount(accountId: number): Promise<readonly App[]> {
    const rows = await this.#everOfAccount(accountId).orderBy('name').orderBy('appId').execute()
    return rows.map(toApp)
  }

  /** The account's apps with these ids, in the order of {@link ofAccount}. */
  async ofAccountByIds(accountId: number, appIds: readonly string[]): Promise<App[]> {
    if (appIds.length === 0) return []
    const rows = await this.#ofAccount(accountId)
      .where('appId', 'in', [...appIds])
      .orderBy('name')
      .orderBy('appId')
      .execute()
    return rows.map(toApp)
  }

  async ofAccountByIdentifier(accountId: number, identifier: AppIdentifier): Promise<App | null> {
    let query = this.#ofAccount(accountId)
    if ('appStoreId' in identifier) {
      query = query.where('platform', '=', 'ios').where('appStoreId', '=', identifier.appStoreId)
    } else if ('appBundleId' in identifier) {
      query = query.where('platform', '=', 'ios').where('appBundleId', '=', identifier.appBundleId)
    } else {
      query = query
        .where('platform', '=', identifier.platform)
        .where('androidPackage', '=', identifier.androidPackage)
    }
    const row = await query.executeTakeFirst()
    return row ? toApp(row) : null
  }

  /** Apps of any account with these ids. */
  async byIds(appIds: readonly string[]): Promise<App[]> {
    const rows = await this.#withIds(appIds)
    return rows.filter(({ endedBy: ended }) => ended === null).map(toApp)
  }

  /** The apps that rows with these app ids belong to: those that merged apps were merged into. */
  async importedAs(appIds: readonly string[]): Promise<ReadonlyMap<string, App>> {
    const rows = await this.#withIds(appIds)
    const apps = await followMerges(this.#database.reads, rows)
    return new Map(
      rows.flatMap(({ key, appId }) => {
        const app = apps.get(key)
        return app ? [[appId, app] as const] : []
      }),
    )
  }

  /** Apps of any account with these keys, in no order, merged and deleted ones too. */
  async byKeys(keys: readonly number[]): Promise<App[]> {
    const rows = await this.#inParts(keys, (some) => this.#apps().where('key', 'in', some))
    return rows.map(toApp)
  }

  /** The keys of the apps that figures of apps with these keys have now: merged apps are those that they were merged into. */
  async keysNow(keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#inParts(keys, (some) => this.#apps().where('key', 'in', some))
    const apps = await followMerges(this.#database.reads, rows)
    return new Map([...apps].map(([before, { key }]) => [before, key]))
  }

  /** The keys of an account's merged and deleted apps, each with the key of the app that it was merged into; null for deleted ones. */
  async endedOfAccount(accountId: number): Promise<ReadonlyMap<number, number | null>> {
    const rows = await this.#everOfAccount(accountId).where('endedBy', 'is not', null).execute()
    const apps = await followMerges(this.#database.reads, rows)
    return new Map(rows.map(({ key }) => [key, apps.get(key)?.key ?? null]))
  }

  /**
   * Adds new apps and updates the others, all of them or none. The id of a deleted app brings the app
   * back, without its figures.
   *
   * @param replaceLinks whether links to other apps may be replaced
   * @throws Refusal when an app belongs to another account or was merged, or an identifier belongs to
   *   another app; `network_app_linked_elsewhere`
   */
  upsert(apps: readonly AppUpdate[], replaceLinks = false): Promise<UpsertCounts> {
    return this.#change(async (transaction) => {
      const added = await putApps(transaction, apps)
      await putLinksOf(transaction, apps, replaceLinks)
      return { added, updated: apps.length - added }
    })
  }

  async rename(key: number, name: string): Promise<void> {
    await this.#change((transaction) =>
      transaction.updateTable('apps').set({ name }).where('key', '=', key).execute(),
    )
  }

  async setArchived(key: number, isArchived: boolean): Promise<void> {
    const row = { isArchived: isArchived ? 1 : 0 }
    await this.#change((transaction) =>
      transaction.updateTable('apps').set(row).where('key', '=', key).execute(),
    )
  }

  /**
   * The apps that a network may mean by its own app ids, in the order of `apps`.
   *
   * @param accountId the account whose apps and links count; null for all accounts
   */
  candidatesFor(
    apps: readonly NetworkApp[],
    accountId: number | null,
  ): Promise<NetworkAppCandidates[]> {
    return findCandidates(this.#database.reads, apps, accountId)
  }

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
  ): Promise<App[]> {
    return this.#change((transaction) => createApps(transaction, accountId, apps, importId))
  }

  /**
   * Links networks' app ids to apps; pending as in {@link createLinked}.
   *
   * @throws Refusal `network_app_linked` when an id is linked to another app on that platform
   */
  linkPending(links: readonly NewAppLink[], importId: number): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      putPendingLinks(transaction, links, importId),
    )
  }

  /**
   * Confirms pending apps, links and endings whose ledger entry was committed, and takes the others back.
   *
   * @param lastImport the last committed entry; 0 when there is none
   * @param lost earlier entries that were not committed
   */
  confirmPendingApps(lastImport: number, lost: readonly number[] = []): Promise<void> {
    return confirmPending(this.#database, lastImport, lost)
  }

  /**
   * Ends an app with a ledger entry. The app exists until {@link confirmPendingApps} confirms that the
   * entry was committed.
   *
   * @param into the app that it is merged into; null when it is deleted
   */
  beginEnding(key: number, entry: number, into: number | null): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      beginEnding(transaction, key, entry, into),
    )
  }

  /** The apps that ended, with their entries. */
  async endings(): Promise<AppEnding[]> {
    const ended = await this.#apps().where('endedBy', 'is not', null).execute()
    const keys = ended.flatMap(({ mergedInto: into }) => into ?? [])
    const targets = new Map((await this.byKeys(keys)).map((app) => [app.key, app]))
    return ended.map(({ endedBy: entry, mergedInto: into }) => ({
      entry: entry!,
      into: into === null ? null : targets.get(into)!,
    }))
  }

  /**
   * Brings the app back that an entry ended, because the entry was undone. Identifiers that another
   * app has by now stay with that app.
   */
  restoreEndedBy(entry: number): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      restoreEndedBy(transaction, entry),
    )
  }

  /**
   * Links networks' app ids to apps, for the apps' accounts and platforms: all of them or none.
   *
   * @param replace whether links to other apps may be replaced
   * @throws Refusal `network_app_linked_elsewhere` when an account links an id to another app
   */
  link(links: readonly NewAppLink[], replace: boolean): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      putLinks(transaction, links, replace),
    )
  }

  /** Links to the apps of an account, sorted by network, then id and platform. */
  linksOf(accountId: number): Promise<AppLink[]> {
    return linksWith(this.#database.reads, { accountId })
  }

  /**
   * The accounts that link a network's app id.
   *
   * @param platform every platform when null
   */
  async accountsLinking(
    network: string,
    networkAppId: string,
    platform: Platform | null,
  ): Promise<readonly number[]> {
    const filter = { network, networkAppIds: [networkAppId], platform }
    const found = await linksWith(this.#database.reads, filter)
    return [...new Set(found.map(({ app }) => app.accountId))]
  }

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
  ): Promise<AppLink[]> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      removeLinks(transaction, accountId, network, networkAppId, platform),
    )
  }

  /** Runs a transaction that changes the catalogue. */
  #change<Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#database.withLock(['catalogue'], async (transaction) => {
      const result = await work(transaction)
      await countChange(transaction)
      return result
    })
  }

  #withIds(appIds: readonly string[]): Promise<Selectable<AppsTable>[]> {
    return this.#inParts(appIds, (some) => this.#apps().where('appId', 'in', some))
  }

  #apps() {
    return this.#database.reads.selectFrom('apps').selectAll()
  }

  async #inParts<Value>(
    values: readonly Value[],
    having: (some: readonly Value[]) => { execute: () => Promise<Selectable<AppsTable>[]> },
  ): Promise<Selectable<AppsTable>[]> {
    const rows: Selectable<AppsTable>[] = []
    for (const some of batchesOf(values)) rows.push(...(await having(some).execute()))
    return rows
  }

  #everOfAccount(accountId: number) {
    return this.#apps().where('accountId', '=', accountId).where('pendingImport', 'is', null)
  }

  #ofAccount(accountId: number) {
    return this.#everOfAccount(accountId).where('endedBy', 'is', null)
  }
}

import type { Kysely, Selectable, Transaction } from 'kysely'
import type {
  App,
  AppIdentifier,
  AppLink,
  AppUpdate,
  NetworkApp,
  NewAppLink,
  PlacedNetworkApp,
} from '../publishers/app.ts'
import type { AppEnding, AppStore, UpsertCounts } from '../publishers/app-store.ts'
import type { NetworkAppCandidates } from '../publishers/match-network-app.ts'
import type { Platform } from '../values/platform.ts'
import { AccountApps } from './account-apps.ts'
import { findCandidates } from './app-candidates.ts'
import { beginEnding, confirmEndings, followMerges, restoreEndedBy } from './app-endings.ts'
import { linksWith, putLinks, putPendingLinks, removeLinks } from './app-links.ts'
import { toApp } from './app-row.ts'
import { batchesOf } from './batches-of.ts'
import { countChange } from './count-change.ts'
import { createApps } from './create-apps.ts'
import { putApps } from './put-apps.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { AppsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

/** Stores the catalogue of apps in the relational store. */
export class RelationalAppStore implements AppStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async version(): Promise<string> {
    const state = await this.#database.reads
      .selectFrom('catalogueState')
      .selectAll()
      .executeTakeFirstOrThrow()
    return `${state.identity}.${state.version}`
  }

  async versionOf(accountId: number, keys: readonly number[] | null): Promise<string> {
    return new AccountApps(await this.everOfAccount(accountId)).versionOf(keys)
  }

  async ofAccount(accountId: number): Promise<readonly App[]> {
    const rows = await this.#ofAccount(accountId).orderBy('name').orderBy('appId').execute()
    return rows.map(toApp)
  }

  async everOfAccount(accountId: number): Promise<readonly App[]> {
    const rows = await this.#everOfAccount(accountId).orderBy('name').orderBy('appId').execute()
    return rows.map(toApp)
  }

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

  async byIds(appIds: readonly string[]): Promise<App[]> {
    const rows = await this.#withIds(appIds)
    return rows.filter(({ endedBy: ended }) => ended === null).map(toApp)
  }

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

  async byKeys(keys: readonly number[]): Promise<App[]> {
    const rows = await this.#inParts(keys, (some) => this.#apps().where('key', 'in', some))
    return rows.map(toApp)
  }

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

  candidatesFor(
    apps: readonly NetworkApp[],
    accountId: number | null,
  ): Promise<NetworkAppCandidates[]> {
    return findCandidates(this.#database.reads, apps, accountId)
  }

  createLinked(
    accountId: number,
    apps: readonly PlacedNetworkApp[],
    importId: number,
  ): Promise<App[]> {
    return this.#change((transaction) => createApps(transaction, accountId, apps, importId))
  }

  linkPending(links: readonly NewAppLink[], importId: number): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      putPendingLinks(transaction, links, importId),
    )
  }

  async confirmPendingApps(lastImport: number, lost: readonly number[] = []): Promise<void> {
    const { reads } = this.#database
    const inDoubt = await reads
      .selectFrom('apps')
      .select('pendingImport')
      .where((e) => e.or([e('pendingImport', 'is not', null), e('pendingEnd', 'is not', null)]))
      .unionAll(
        reads.selectFrom('appLinks').select('pendingImport').where('pendingImport', 'is not', null),
      )
      .execute()
    if (inDoubt.length === 0) return
    // Removing an app may wait for an import of games. Taking both locks here prevents a deadlock.
    const imports = new Set(inDoubt.flatMap(({ pendingImport: importId }) => importId ?? []))
    const gone = [...imports].filter((id) => id > lastImport || lost.includes(id))
    const isAnyLost = gone.length > 0
    await this.#database.withLock(
      isAnyLost ? ['records', 'catalogue'] : ['catalogue'],
      async (transaction) => {
        if (isAnyLost) await removeCreatedBy(transaction, gone)
        for (const table of ['apps', 'appLinks'] as const) {
          await transaction
            .updateTable(table)
            .set({ pendingImport: null })
            .where('pendingImport', '<=', lastImport)
            .execute()
        }
        await confirmEndings(transaction, lastImport, lost)
        await countChange(transaction)
      },
    )
  }

  beginEnding(key: number, entry: number, into: number | null): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      beginEnding(transaction, key, entry, into),
    )
  }

  async endings(): Promise<AppEnding[]> {
    const ended = await this.#apps().where('endedBy', 'is not', null).execute()
    const keys = ended.flatMap(({ mergedInto: into }) => into ?? [])
    const targets = new Map((await this.byKeys(keys)).map((app) => [app.key, app]))
    return ended.map(({ endedBy: entry, mergedInto: into }) => ({
      entry: entry!,
      into: into === null ? null : targets.get(into)!,
    }))
  }

  restoreEndedBy(entry: number): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      restoreEndedBy(transaction, entry),
    )
  }

  link(links: readonly NewAppLink[], replace: boolean): Promise<void> {
    return this.#database.withLock(['catalogue'], (transaction) =>
      putLinks(transaction, links, replace),
    )
  }

  linksOf(accountId: number): Promise<AppLink[]> {
    return linksWith(this.#database.reads, { accountId })
  }

  async accountsLinking(
    network: string,
    networkAppId: string,
    platform: Platform | null,
  ): Promise<readonly number[]> {
    const filter = { network, networkAppIds: [networkAppId], platform }
    const found = await linksWith(this.#database.reads, filter)
    return [...new Set(found.map(({ app }) => app.accountId))]
  }

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

/** Makes the links that updates of apps state. */
async function putLinksOf(
  database: Kysely<Tables>,
  apps: readonly AppUpdate[],
  replace: boolean,
): Promise<void> {
  const linked = new Map(
    apps.flatMap(({ appId, links = [] }) => (links[0] ? [[appId, links]] : [])),
  )
  for (const some of batchesOf([...linked.keys()])) {
    const rows = await database.selectFrom('apps').selectAll().where('appId', 'in', some).execute()
    const links = rows
      .map(toApp)
      .flatMap((app) => linked.get(app.appId)!.map((link) => ({ ...link, app })))
    await putLinks(database, links, replace)
  }
}

async function removeCreatedBy(
  database: Kysely<Tables>,
  imports: readonly number[],
): Promise<void> {
  for (const table of ['appLinks', 'apps'] as const) {
    await database.deleteFrom(table).where('pendingImport', 'in', imports).execute()
  }
}

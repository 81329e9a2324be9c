import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  App,
  AppDetails,
  AppIdentifier,
  NetworkApp,
  PlacedNetworkApp,
} from '../../publishers/app.ts'
import type { AppStore, UpsertCounts } from '../../publishers/app-store.ts'
import type { NetworkAppCandidates } from '../../publishers/match-network-app.ts'
import { refuse } from '../../publishers/refusals.ts'
import { addLink, findCandidates, putLink } from './app-links.ts'
import { toApp } from './app-row.ts'
import { batchesOf } from './batches-of.ts'
import type { AppsTable, RelationalDatabase, Tables } from './tables.ts'

/** Ids that Adtally assigns start here, so that they look like ids. */
const firstAssignedId = 1_000_000

/** Stores the catalogue of apps in the relational store. */
export class RelationalAppStore implements AppStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async version(): Promise<string> {
    const state = await this.#database.reads
      .selectFrom('catalogue_state')
      .selectAll()
      .executeTakeFirstOrThrow()
    return `${state.identity}.${state.version}`
  }

  async ofAccount(accountId: number): Promise<App[]> {
    const rows = await this.#ofAccount(accountId).orderBy('name').orderBy('app_id').execute()
    return rows.map(toApp)
  }

  async ofAccountByIds(accountId: number, appIds: readonly string[]): Promise<App[]> {
    if (appIds.length === 0) return []
    const rows = await this.#ofAccount(accountId)
      .where('app_id', 'in', [...appIds])
      .orderBy('name')
      .orderBy('app_id')
      .execute()
    return rows.map(toApp)
  }

  async ofAccountByIdentifier(accountId: number, identifier: AppIdentifier): Promise<App | null> {
    let query = this.#ofAccount(accountId)
    if ('appStoreId' in identifier) {
      query = query.where('platform', '=', 'ios').where('app_store_id', '=', identifier.appStoreId)
    } else if ('appBundleId' in identifier) {
      query = query
        .where('platform', '=', 'ios')
        .where('app_bundle_id', '=', identifier.appBundleId)
    } else {
      query = query
        .where('platform', '=', identifier.platform)
        .where('android_package', '=', identifier.androidPackage)
    }
    const row = await query.executeTakeFirst()
    return row ? toApp(row) : null
  }

  byIds(appIds: readonly string[]): Promise<App[]> {
    return this.#inParts(appIds, (some) => this.#apps().where('app_id', 'in', some))
  }

  byKeys(keys: readonly number[]): Promise<App[]> {
    return this.#inParts(keys, (some) => this.#apps().where('key', 'in', some))
  }

  upsert(apps: readonly (AppDetails & { accountId: number })[]): Promise<UpsertCounts> {
    return this.#database.withLock(['catalogue'], async (transaction) => {
      let added = 0
      await releaseIdentifiers(transaction, apps)
      for (const app of apps) {
        const existing = await transaction
          .selectFrom('apps')
          .select(['key', 'account_id'])
          .where('app_id', '=', app.appId)
          .executeTakeFirst()
        if (existing && existing.account_id !== app.accountId) {
          throw refuse('app_of_another_account', { appId: app.appId })
        }
        await refuseTakenIdentifiers(transaction, app)
        if (existing) {
          await transaction
            .updateTable('apps')
            .set(toRow(app))
            .where('key', '=', existing.key)
            .execute()
        } else {
          await transaction.insertInto('apps').values(toRow(app)).execute()
          added++
        }
      }
      await countChange(transaction)
      return { added, updated: apps.length - added }
    })
  }

  candidatesFor(app: NetworkApp): Promise<NetworkAppCandidates> {
    return findCandidates(this.#database.reads, app)
  }

  createLinked(accountId: number, app: PlacedNetworkApp, importId: number): Promise<App> {
    return this.#database.withLock(['catalogue'], async (transaction) => {
      const { lastKey } = await transaction
        .selectFrom('apps')
        .select((e) => e.fn.coalesce(e.fn.max('key'), sql<number>`0`).as('lastKey'))
        .executeTakeFirstOrThrow()
      let assigned = firstAssignedId + Number(lastKey)
      const taken = () =>
        transaction
          .selectFrom('apps')
          .select('key')
          .where('app_id', '=', String(assigned))
          .execute()
      while ((await taken()).length > 0) assigned++
      const details: AppDetails = {
        appId: String(assigned),
        name: app.name,
        platform: app.platform,
        ...(app.platform === 'ios' && app.appStoreId && { appStoreId: app.appStoreId }),
        ...(app.storePackage &&
          (app.platform === 'ios'
            ? { appBundleId: app.storePackage }
            : { androidPackage: app.storePackage })),
      }
      const row = await transaction
        .insertInto('apps')
        .values({ ...toRow({ ...details, accountId }), pending_import: importId })
        .returningAll()
        .executeTakeFirstOrThrow()
      await addLink(transaction, app, row.key)
      await countChange(transaction)
      return toApp(row)
    })
  }

  async confirmPendingApps(lastImport: number, lost: readonly number[] = []): Promise<void> {
    const inDoubt = await this.#database.reads
      .selectFrom('apps')
      .select('pending_import')
      .where('pending_import', 'is not', null)
      .execute()
    if (inDoubt.length === 0) return
    // Removing an app may wait for an import of games. Taking both locks here prevents a deadlock.
    const imports = new Set(inDoubt.map(({ pending_import: importId }) => importId!))
    const gone = [...imports].filter((id) => id > lastImport || lost.includes(id))
    const isAnyLost = gone.length > 0
    await this.#database.withLock(
      isAnyLost ? ['records', 'catalogue'] : ['catalogue'],
      async (transaction) => {
        if (isAnyLost) await removeCreatedBy(transaction, gone)
        await transaction
          .updateTable('apps')
          .set({ pending_import: null })
          .where('pending_import', '<=', lastImport)
          .execute()
        await countChange(transaction)
      },
    )
  }

  link(network: string, networkAppId: string, appKey: number): Promise<void> {
    return this.#database.withLock(['catalogue'], async (transaction) => {
      const app = await transaction
        .selectFrom('apps')
        .select(['key', 'platform'])
        .where('key', '=', appKey)
        .executeTakeFirstOrThrow()
      await putLink(transaction, network, networkAppId, app)
    })
  }

  #apps() {
    return this.#database.reads.selectFrom('apps').selectAll()
  }

  async #inParts<Value>(
    values: readonly Value[],
    having: (some: readonly Value[]) => { execute: () => Promise<Selectable<AppsTable>[]> },
  ): Promise<App[]> {
    const apps: App[] = []
    for (const some of batchesOf(values)) {
      apps.push(...(await having(some).execute()).map(toApp))
    }
    return apps
  }

  #ofAccount(accountId: number) {
    return this.#apps().where('account_id', '=', accountId).where('pending_import', 'is', null)
  }
}

async function removeCreatedBy(
  database: Kysely<Tables>,
  imports: readonly number[],
): Promise<void> {
  const lost = database.selectFrom('apps').select('key').where('pending_import', 'in', imports)
  await database.deleteFrom('app_links').where('app_key', 'in', lost).execute()
  await database.deleteFrom('apps').where('pending_import', 'in', imports).execute()
}

/** Frees the identifiers of apps before their update, because two apps may swap identifiers. */
async function releaseIdentifiers(
  database: Kysely<Tables>,
  apps: readonly (AppDetails & { accountId: number })[],
): Promise<void> {
  for (const { appId, accountId } of apps) {
    await database
      .updateTable('apps')
      .set({ app_store_id: null, app_bundle_id: null, android_package: null })
      .where('app_id', '=', appId)
      .where('account_id', '=', accountId)
      .execute()
  }
}

async function refuseTakenIdentifiers(
  database: Kysely<Tables>,
  app: AppDetails & { accountId: number },
): Promise<void> {
  const identifiers = {
    app_store_id: app.appStoreId,
    app_bundle_id: app.appBundleId,
    android_package: app.androidPackage,
  }
  for (const [column, value] of Object.entries(identifiers)) {
    if (value === undefined) continue
    const other = await database
      .selectFrom('apps')
      .select('app_id')
      .where('account_id', '=', app.accountId)
      .where('platform', '=', app.platform)
      .where(column as keyof typeof identifiers, '=', value)
      .where('app_id', '!=', app.appId)
      .executeTakeFirst()
    if (other) {
      throw refuse('app_identifier_taken', {
        appId: app.appId,
        column,
        value: String(value),
        otherAppId: other.app_id,
      })
    }
  }
}

async function countChange(database: Kysely<Tables>): Promise<void> {
  await database
    .updateTable('catalogue_state')
    .set((e) => ({ version: e('version', '+', 1) }))
    .execute()
}

function toRow(app: AppDetails & { accountId: number }) {
  return {
    app_id: app.appId,
    account_id: app.accountId,
    name: app.name,
    platform: app.platform,
    app_store_id: app.appStoreId ?? null,
    app_bundle_id: app.appBundleId ?? null,
    android_package: app.androidPackage ?? null,
  }
}

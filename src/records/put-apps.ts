import type { Kysely, Selectable } from 'kysely'
import type { AppUpdate } from '../publishers/app.ts'
import { refuse } from '../publishers/refusals.ts'
import type { AppsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

/** Adds or updates apps in a transaction. @returns how many are new */
export async function putApps(
  database: Kysely<Tables>,
  apps: readonly AppUpdate[],
): Promise<number> {
  let added = 0
  await releaseIdentifiers(database, apps)
  for (const app of apps) {
    const existing = await database
      .selectFrom('apps')
      .selectAll()
      .where('app_id', '=', app.appId)
      .executeTakeFirst()
    if (existing) await refuseOther(database, existing, app)
    await refuseTakenIdentifiers(database, app)
    if (!existing) {
      await database
        .insertInto('apps')
        .values({ app_id: app.appId, account_id: app.accountId, ...toRow(app) })
        .execute()
      added++
    } else if (existing.ended_by === null) {
      await database.updateTable('apps').set(toRow(app)).where('key', '=', existing.key).execute()
    } else {
      await bringBack(database, existing, app)
      added++
    }
  }
  return added
}

/** @throws Refusal when an app is another account's, or was merged into another app */
async function refuseOther(
  database: Kysely<Tables>,
  existing: Selectable<AppsTable>,
  app: AppUpdate,
): Promise<void> {
  if (existing.account_id !== app.accountId) {
    throw refuse('app_of_another_account', { appId: app.appId })
  }
  if (existing.ended_by === null || existing.merged_into === null) return
  const into = await database
    .selectFrom('apps')
    .select('app_id')
    .where('key', '=', existing.merged_into)
    .executeTakeFirstOrThrow()
  throw refuse('app_merged', { appId: app.appId, into: into.app_id })
}

/** Brings a deleted app back as a new one. Its links on another platform mean nothing any more. */
async function bringBack(
  database: Kysely<Tables>,
  { key }: Selectable<AppsTable>,
  app: AppUpdate,
): Promise<void> {
  const fresh = { app_store_id: null, app_bundle_id: null, android_package: null, is_archived: 0 }
  await database
    .updateTable('apps')
    .set({ ...fresh, ...toRow(app), ended_by: null })
    .where('key', '=', key)
    .execute()
  await database
    .deleteFrom('app_links')
    .where('app_key', '=', key)
    .where('platform', '!=', app.platform)
    .execute()
}

/** Frees the identifiers that an update changes before the update, because two apps may swap them. */
async function releaseIdentifiers(
  database: Kysely<Tables>,
  apps: readonly AppUpdate[],
): Promise<void> {
  for (const app of apps) {
    const changed = Object.keys(identifiersOf(app)).map((column) => [column, null])
    if (changed.length === 0) continue
    await database
      .updateTable('apps')
      .set(Object.fromEntries(changed))
      .where('app_id', '=', app.appId)
      .where('account_id', '=', app.accountId)
      .execute()
  }
}

async function refuseTakenIdentifiers(database: Kysely<Tables>, app: AppUpdate): Promise<void> {
  for (const [column, value] of Object.entries(identifiersOf(app))) {
    if (value === null) continue
    const other = await database
      .selectFrom('apps')
      .select('app_id')
      .where('account_id', '=', app.accountId)
      .where('platform', '=', app.platform)
      .where(column as keyof AppIdentifiers, '=', value)
      .where('ended_by', 'is', null)
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

type AppIdentifiers = Pick<AppsTable, 'app_store_id' | 'app_bundle_id' | 'android_package'>

/** The identifiers that an update states; null where it removes one. */
const identifiersOf = (app: AppUpdate): Partial<AppIdentifiers> => ({
  ...(app.appStoreId !== undefined && { app_store_id: app.appStoreId }),
  ...(app.appBundleId !== undefined && { app_bundle_id: app.appBundleId }),
  ...(app.androidPackage !== undefined && { android_package: app.androidPackage }),
})

const toRow = (app: AppUpdate) => ({
  name: app.name,
  platform: app.platform,
  ...identifiersOf(app),
})

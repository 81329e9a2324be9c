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
      .where('appId', '=', app.appId)
      .executeTakeFirst()
    if (existing) await refuseOther(database, existing, app)
    await refuseTakenIdentifiers(database, app)
    if (!existing) {
      await database
        .insertInto('apps')
        .values({ appId: app.appId, accountId: app.accountId, ...toRow(app) })
        .execute()
      added++
    } else if (existing.endedBy === null) {
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
  if (existing.accountId !== app.accountId) {
    throw refuse('app_of_another_account', { appId: app.appId })
  }
  if (existing.endedBy === null || existing.mergedInto === null) return
  const into = await database
    .selectFrom('apps')
    .select('appId')
    .where('key', '=', existing.mergedInto)
    .executeTakeFirstOrThrow()
  throw refuse('app_merged', { appId: app.appId, into: into.appId })
}

/** Brings a deleted app back as a new one. Its links on another platform mean nothing any more. */
async function bringBack(
  database: Kysely<Tables>,
  { key }: Selectable<AppsTable>,
  app: AppUpdate,
): Promise<void> {
  const fresh = { appStoreId: null, appBundleId: null, androidPackage: null, isArchived: 0 }
  await database
    .updateTable('apps')
    .set({ ...fresh, ...toRow(app), endedBy: null })
    .where('key', '=', key)
    .execute()
  await database
    .deleteFrom('appLinks')
    .where('appKey', '=', key)
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
      .where('appId', '=', app.appId)
      .where('accountId', '=', app.accountId)
      .execute()
  }
}

async function refuseTakenIdentifiers(database: Kysely<Tables>, app: AppUpdate): Promise<void> {
  for (const [column, value] of Object.entries(identifiersOf(app))) {
    if (value === null) continue
    const other = await database
      .selectFrom('apps')
      .select('appId')
      .where('accountId', '=', app.accountId)
      .where('platform', '=', app.platform)
      .where(column as keyof AppIdentifiers, '=', value)
      .where('endedBy', 'is', null)
      .where('appId', '!=', app.appId)
      .executeTakeFirst()
    if (other) {
      throw refuse('app_identifier_taken', {
        appId: app.appId,
        column,
        value: String(value),
        otherAppId: other.appId,
      })
    }
  }
}

type AppIdentifiers = Pick<AppsTable, 'appStoreId' | 'appBundleId' | 'androidPackage'>

/** The identifiers that an update states; null where it removes one. */
const identifiersOf = (app: AppUpdate): Partial<AppIdentifiers> => ({
  ...(app.appStoreId !== undefined && { appStoreId: app.appStoreId }),
  ...(app.appBundleId !== undefined && { appBundleId: app.appBundleId }),
  ...(app.androidPackage !== undefined && { androidPackage: app.androidPackage }),
})

const toRow = (app: AppUpdate) => ({
  name: app.name,
  platform: app.platform,
  ...identifiersOf(app),
})

import { type Kysely, sql } from 'kysely'
import type { App, PlacedNetworkApp } from '../publishers/app.ts'
import { putPendingLinks } from './app-links.ts'
import { toApp } from './app-row.ts'
import { batchesOf } from './batches-of.ts'
import type { Tables } from './tables/tables.ts'

/** Ids that Adtally assigns start here, so that they look like ids. */
const firstAssignedId = 1_000_000

/** Binds eight values each. */
const appsPerStatement = 3_000

/** See {@link AppStore.createLinked}. */
export async function createApps(
  database: Kysely<Tables>,
  accountId: number,
  apps: readonly PlacedNetworkApp[],
  importId: number,
): Promise<App[]> {
  const appIds = await freeIds(database, apps.length)
  const rows = apps.map((app, index) => {
    const isIos = app.platform === 'ios'
    return {
      accountId,
      appId: appIds[index]!,
      name: app.name,
      platform: app.platform,
      pendingImport: importId,
      appStoreId: isIos ? (app.appStoreId ?? null) : null,
      appBundleId: isIos ? (app.storePackage ?? null) : null,
      androidPackage: isIos ? null : (app.storePackage ?? null),
    }
  })
  const created = new Map<string, App>()
  for (const some of batchesOf(rows, appsPerStatement)) {
    const inserted = await database.insertInto('apps').values(some).returningAll().execute()
    for (const row of inserted) created.set(row.appId, toApp(row))
  }
  const found = appIds.map((appId) => created.get(appId)!)
  const links = apps.map((app, index) => ({ ...app, app: found[index]! }))
  await putPendingLinks(database, links, importId)
  return found
}

/** Numbers after the last key that are no app ids yet. */
async function freeIds(database: Kysely<Tables>, count: number): Promise<string[]> {
  const { lastKey } = await database
    .selectFrom('apps')
    .select((e) => e.fn.coalesce(e.fn.max('key'), sql<number>`0`).as('lastKey'))
    .executeTakeFirstOrThrow()
  const free: string[] = []
  let next = firstAssignedId + Number(lastKey)
  while (free.length < count) {
    const first = next
    const wanted = Math.min(count - free.length, appsPerStatement)
    const ids = Array.from({ length: wanted }, (_, index) => String(first + index))
    next += wanted
    const rows = await database
      .selectFrom('apps')
      .select('appId')
      .where('appId', 'in', ids)
      .execute()
    const taken = new Set(rows.map(({ appId }) => appId))
    free.push(...ids.filter((appId) => !taken.has(appId)))
  }
  return free
}

import type { Kysely } from 'kysely'
import type { App, NetworkApp } from '../../publishers/app.ts'
import type { Platform } from '../../values/platform.ts'
import { toApp } from './app-row.ts'
import type { Tables } from './tables.ts'

/** See {@link AppStore.byNetworkApp}. */
export async function findNetworkApp(
  database: Kysely<Tables>,
  app: NetworkApp,
): Promise<App | null> {
  const linked = await database
    .selectFrom('app_links')
    .innerJoin('apps', 'apps.key', 'app_links.app_key')
    .selectAll('apps')
    .where('network', '=', app.network)
    .where('network_app_id', '=', app.networkAppId)
    .execute()
  return pick(linked.map(toApp), app.platform) ?? findByIdentifiers(database, app)
}

/** Finds an app by store identifiers. If several accounts have the same one, only a link decides. */
async function findByIdentifiers(
  database: Kysely<Tables>,
  { storePackage, appStoreId, platform }: NetworkApp,
): Promise<App | null> {
  if (!storePackage && !appStoreId) return null
  const rows = await database
    .selectFrom('apps')
    .selectAll()
    .where((e) =>
      e.or([
        ...(storePackage
          ? [e('app_bundle_id', '=', storePackage), e('android_package', '=', storePackage)]
          : []),
        ...(appStoreId ? [e('app_store_id', '=', appStoreId)] : []),
      ]),
    )
    .limit(10)
    .execute()
  return pick(rows.map(toApp), platform)
}

/**
 * The only app of the platform. Android and Amazon share identifiers, so an app of the other one is
 * accepted if none has the exact platform.
 */
function pick(apps: readonly App[], platform: Platform | null): App | null {
  if (platform === null) return apps.length === 1 ? apps[0]! : null
  const exact = apps.filter((app) => app.platform === platform)
  if (exact.length > 0 || platform === 'ios') return exact.length === 1 ? exact[0]! : null
  const alike = apps.filter((app) => app.platform !== 'ios')
  return alike.length === 1 ? alike[0]! : null
}

/** Links a network's id to an app, and replaces an earlier link on that platform. */
export async function putLink(
  database: Kysely<Tables>,
  network: string,
  networkAppId: string,
  { key, platform }: { readonly key: number; readonly platform: string },
): Promise<void> {
  await database
    .insertInto('app_links')
    .values({ network, network_app_id: networkAppId, platform, app_key: key })
    .onConflict((conflict) =>
      conflict.columns(['network', 'network_app_id', 'platform']).doUpdateSet({ app_key: key }),
    )
    .execute()
}

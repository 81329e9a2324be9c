import type { Kysely } from 'kysely'
import type { App, NetworkApp, PlacedNetworkApp } from '../../publishers/app.ts'
import type { NetworkAppCandidates } from '../../publishers/match-network-app.ts'
import { refuse } from '../../publishers/refusals.ts'
import { toApp } from './app-row.ts'
import type { Tables } from './tables.ts'

/** See {@link AppStore.candidatesFor}. */
export async function findCandidates(
  database: Kysely<Tables>,
  app: NetworkApp,
): Promise<NetworkAppCandidates> {
  const linked = await database
    .selectFrom('app_links')
    .innerJoin('apps', 'apps.key', 'app_links.app_key')
    .selectAll('apps')
    .where('network', '=', app.network)
    .where('network_app_id', '=', app.networkAppId)
    .execute()
  return { linked: linked.map(toApp), alike: await findByIdentifiers(database, app) }
}

async function findByIdentifiers(
  database: Kysely<Tables>,
  { storePackage, appStoreId }: NetworkApp,
): Promise<App[]> {
  if (!storePackage && !appStoreId) return []
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
    .execute()
  return rows.map(toApp)
}

/** Links a network's id to a new app. @throws Refusal when it is linked on that platform */
export async function addLink(
  database: Kysely<Tables>,
  { network, networkAppId, platform }: PlacedNetworkApp,
  appKey: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('app_links')
    .values({ network, network_app_id: networkAppId, platform, app_key: appKey })
    .onConflict((conflict) =>
      conflict.columns(['network', 'network_app_id', 'platform']).doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw refuse('network_app_linked', { network, networkAppId })
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

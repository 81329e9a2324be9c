import type { Kysely, Selectable } from 'kysely'
import type { AppLink, NetworkApp, PlacedNetworkApp } from '../../publishers/app.ts'
import type { NetworkAppCandidates } from '../../publishers/match-network-app.ts'
import { refuse } from '../../publishers/refusals.ts'
import type { Platform } from '../../values/platform.ts'
import { followMerges } from './app-endings.ts'
import type { AppLinksTable, AppsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

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
  const alike = await findByIdentifiers(database, app)
  // An identifier of a merged app counts only where no other app has it now.
  const current = alike.filter(({ ended_by: ended }) => ended === null)
  return {
    linked: await existing(database, linked),
    alike: await existing(database, current.length > 0 ? current : alike),
  }
}

/** The distinct apps that rows refer to now. */
async function existing(database: Kysely<Tables>, rows: readonly Selectable<AppsTable>[]) {
  const found = await followMerges(database, rows)
  return [...new Map([...found.values()].map((app) => [app.key, app])).values()]
}

async function findByIdentifiers(
  database: Kysely<Tables>,
  { storePackage, appStoreId }: NetworkApp,
): Promise<Selectable<AppsTable>[]> {
  if (!storePackage && !appStoreId) return []
  return database
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
}

/** Links a network's id to a new app. @throws Refusal when it is linked on that platform */
export async function addLink(
  database: Kysely<Tables>,
  { network, networkAppId, platform }: PlacedNetworkApp,
  appKey: number,
): Promise<void> {
  const [linked] = await linksWith(database, { network, networkAppId, platform })
  if (linked) throw refuse('network_app_linked', { network, networkAppId })
  await setLink(database, network, networkAppId, { key: appKey, platform })
}

/**
 * Links a network's id to an app.
 *
 * @param replace whether an earlier link to another app on that platform may be replaced
 * @throws Refusal `network_app_linked_elsewhere`
 */
export async function putLink(
  database: Kysely<Tables>,
  network: string,
  networkAppId: string,
  app: { readonly key: number; readonly appId: string; readonly platform: string },
  replace: boolean,
): Promise<void> {
  const platform = app.platform as Platform
  const [linked] = await linksWith(database, { network, networkAppId, platform })
  if (linked && linked.app.key !== app.key && !replace) {
    const facts = { network, networkAppId, appId: linked.app.appId, newAppId: app.appId }
    throw refuse('network_app_linked_elsewhere', facts)
  }
  await setLink(database, network, networkAppId, app)
}

/** See {@link AppStore.unlink}. */
export async function removeLinks(
  database: Kysely<Tables>,
  network: string,
  networkAppId: string,
  platform: Platform | null,
): Promise<AppLink[]> {
  const removed = await linksWith(database, { network, networkAppId, platform })
  let links = database
    .deleteFrom('app_links')
    .where('network', '=', network)
    .where('network_app_id', '=', networkAppId)
  if (platform !== null) links = links.where('platform', '=', platform)
  await links.execute()
  return removed
}

interface LinkFilter {
  readonly accountId?: number
  readonly network?: string
  readonly networkAppId?: string
  /** Every platform when null. */
  readonly platform?: Platform | null
}

/** The links to existing apps, sorted by network, then id and platform. */
export async function linksWith(
  database: Kysely<Tables>,
  { accountId, network, networkAppId, platform = null }: LinkFilter,
): Promise<AppLink[]> {
  let query = database
    .selectFrom('app_links')
    .innerJoin('apps', 'apps.key', 'app_links.app_key')
    .selectAll('apps')
    .select(['app_links.network', 'app_links.network_app_id'])
    .orderBy('app_links.network')
    .orderBy('app_links.network_app_id')
    .orderBy('app_links.platform')
  if (accountId !== undefined) query = query.where('apps.account_id', '=', accountId)
  if (network !== undefined) query = query.where('network', '=', network)
  if (networkAppId !== undefined) query = query.where('network_app_id', '=', networkAppId)
  if (platform !== null) query = query.where('app_links.platform', '=', platform)
  const rows: (Selectable<AppsTable> & Omit<AppLinksTable, 'platform' | 'app_key'>)[] =
    await query.execute()
  const apps = await followMerges(database, rows)
  return rows.flatMap((row) => {
    const app = apps.get(row.key)
    return app ? [{ network: row.network, networkAppId: row.network_app_id, app }] : []
  })
}

async function setLink(
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

import type { Kysely, Selectable } from 'kysely'
import type { App, AppLink, AppUpdate, NewAppLink } from '../publishers/app.ts'
import { refuse } from '../publishers/refusals.ts'
import type { Platform } from '../values/platform.ts'
import { followMerges } from './app-endings.ts'
import { toApp } from './app-row.ts'
import { batchesOf } from './batches-of.ts'
import type { AppsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

/**
 * Links networks' ids to apps, for the apps' accounts and platforms.
 *
 * @param replace whether an earlier link to another app on that platform may be replaced
 * @throws Refusal `network_app_linked_elsewhere`; nothing was changed
 */
export async function putLinks(
  database: Kysely<Tables>,
  links: readonly NewAppLink[],
  replace: boolean,
): Promise<void> {
  const found = replace ? null : await findLinked(database, links)
  if (found) {
    const { network, networkAppId, app } = found.link
    const facts = { network, networkAppId, appId: found.app.appId, newAppId: app.appId }
    throw refuse('network_app_linked_elsewhere', facts)
  }
  await setLinks(database, links, null)
}

/** Makes the links that updates of apps state. */
export async function putLinksOf(
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

/**
 * The same for an import, with which the links are pending.
 *
 * @throws Refusal `network_app_linked` when an id is linked to another app on that platform
 */
export async function putPendingLinks(
  database: Kysely<Tables>,
  links: readonly NewAppLink[],
  importId: number,
): Promise<void> {
  const found = await findLinked(database, links)
  if (found) {
    const { network, networkAppId } = found.link
    throw refuse('network_app_linked', { network, networkAppId })
  }
  await setLinks(database, links, importId)
}

/** The first id that an account links to another app than wanted. */
async function findLinked(
  database: Kysely<Tables>,
  links: readonly NewAppLink[],
): Promise<{ readonly link: NewAppLink; readonly app: App } | null> {
  const keyOf = (networkAppId: string, app: NewAppLink['app']) =>
    JSON.stringify([networkAppId, app.accountId, app.platform])
  for (const [network, some] of Map.groupBy(links, (link) => link.network)) {
    const wanted = new Map(some.map((link) => [keyOf(link.networkAppId, link.app), link]))
    const ids = new Set(some.map(({ networkAppId }) => networkAppId))
    for (const networkAppIds of batchesOf([...ids])) {
      for (const { networkAppId, app } of await linksWith(database, { network, networkAppIds })) {
        const link = wanted.get(keyOf(networkAppId, app))
        if (link && link.app.key !== app.key) return { link, app }
      }
    }
  }
  return null
}

/** See {@link AppStore.unlink}. */
export async function removeLinks(
  database: Kysely<Tables>,
  accountId: number,
  network: string,
  networkAppId: string,
  platform: Platform | null,
): Promise<AppLink[]> {
  const filter = { accountId, network, networkAppIds: [networkAppId], platform }
  const removed = await linksWith(database, filter)
  let links = database
    .deleteFrom('appLinks')
    .where('accountId', '=', accountId)
    .where('network', '=', network)
    .where('networkAppId', '=', networkAppId)
  if (platform !== null) links = links.where('platform', '=', platform)
  await links.execute()
  return removed
}

interface LinkFilter {
  /** Every account when absent. */
  readonly accountId?: number
  readonly network?: string
  readonly networkAppIds?: readonly string[]
  /** Every platform when null. */
  readonly platform?: Platform | null
}

/** The links to existing apps, sorted by network, then id and platform. */
export async function linksWith(
  database: Kysely<Tables>,
  { accountId, network, networkAppIds, platform = null }: LinkFilter,
): Promise<AppLink[]> {
  let query = database
    .selectFrom('appLinks')
    .innerJoin('apps', 'apps.key', 'appLinks.appKey')
    .selectAll('apps')
    .select(['appLinks.network', 'appLinks.networkAppId'])
    .orderBy('appLinks.network')
    .orderBy('appLinks.networkAppId')
    .orderBy('appLinks.platform')
  if (accountId !== undefined) query = query.where('appLinks.accountId', '=', accountId)
  if (network !== undefined) query = query.where('network', '=', network)
  if (networkAppIds !== undefined) query = query.where('networkAppId', 'in', networkAppIds)
  if (platform !== null) query = query.where('appLinks.platform', '=', platform)
  const rows: (Selectable<AppsTable> & { network: string; networkAppId: string })[] =
    await query.execute()
  const apps = await followMerges(database, rows)
  return rows.flatMap((row) => {
    const app = apps.get(row.key)
    return app ? [{ network: row.network, networkAppId: row.networkAppId, app }] : []
  })
}

/** @param pendingImport the import that the links are pending with; null for none */
async function setLinks(
  database: Kysely<Tables>,
  links: readonly NewAppLink[],
  pendingImport: number | null,
): Promise<void> {
  const rows = links.map(({ network, networkAppId, app }) => ({
    accountId: app.accountId,
    network,
    networkAppId,
    platform: app.platform,
    appKey: app.key,
    pendingImport,
  }))
  // One statement cannot change a row twice: of links for one id, the last counts.
  const last = new Map(
    rows.map((row) => [
      JSON.stringify([row.accountId, row.network, row.networkAppId, row.platform]),
      row,
    ]),
  )
  for (const some of batchesOf([...last.values()], 5_000)) {
    await database
      .insertInto('appLinks')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'network', 'networkAppId', 'platform']).doUpdateSet((e) => ({
          appKey: e.ref('excluded.appKey'),
          pendingImport: e.ref('excluded.pendingImport'),
        })),
      )
      .execute()
  }
}

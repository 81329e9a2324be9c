import type { Kysely, Selectable } from 'kysely'
import type { App, NetworkApp } from '../publishers/app.ts'
import type { NetworkAppCandidates } from '../publishers/match-network-app.ts'
import { followMerges } from './app-endings.ts'
import { linksWith } from './app-links.ts'
import { batchesOf } from './batches-of.ts'
import type { AppsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

/** See {@link AppStore.candidatesFor}. */
export async function findCandidates(
  database: Kysely<Tables>,
  apps: readonly NetworkApp[],
  accountId: number | null,
): Promise<NetworkAppCandidates[]> {
  const linked = await linkedApps(database, apps, accountId)
  const alike = await findByIdentifiers(database, apps, accountId)
  const existing = await followMerges(database, alike)
  const byIdentifier = Map.groupBy(
    alike.flatMap((row) => identifiersOf(row).map((identifier) => ({ identifier, row }))),
    ({ identifier }) => identifier,
  )
  return apps.map((app) => {
    const rows = wantedIdentifiers(app).flatMap((identifier) =>
      (byIdentifier.get(identifier) ?? []).map(({ row }) => row),
    )
    // An identifier of a merged app counts only where no other app has it now.
    const current = rows.filter(({ endedBy: ended }) => ended === null)
    const counted = current.length > 0 ? current : rows
    return {
      linked: distinct(linked.get(linkKey(app.network, app.networkAppId)) ?? []),
      alike: distinct(counted.flatMap(({ key }) => existing.get(key) ?? [])),
    }
  })
}

const distinct = (apps: readonly App[]): App[] => [
  ...new Map(apps.map((app) => [app.key, app])).values(),
]

const linkKey = (network: string, networkAppId: string) => JSON.stringify([network, networkAppId])

async function linkedApps(
  database: Kysely<Tables>,
  apps: readonly NetworkApp[],
  accountId: number | null,
): Promise<ReadonlyMap<string, App[]>> {
  const found = new Map<string, App[]>()
  for (const [network, some] of Map.groupBy(apps, (app) => app.network)) {
    const ids = new Set(some.map(({ networkAppId }) => networkAppId))
    for (const networkAppIds of batchesOf([...ids])) {
      const filter = { network, networkAppIds, ...(accountId !== null && { accountId }) }
      for (const { networkAppId, app } of await linksWith(database, filter)) {
        const key = linkKey(network, networkAppId)
        found.set(key, [...(found.get(key) ?? []), app])
      }
    }
  }
  return found
}

async function findByIdentifiers(
  database: Kysely<Tables>,
  apps: readonly NetworkApp[],
  accountId: number | null,
): Promise<Selectable<AppsTable>[]> {
  const packages = new Set(apps.flatMap(({ storePackage }) => storePackage ?? []))
  const storeIds = new Set(apps.flatMap(({ appStoreId }) => appStoreId ?? []))
  const found = new Map<number, Selectable<AppsTable>>()
  let query = database.selectFrom('apps').selectAll()
  if (accountId !== null) query = query.where('accountId', '=', accountId)
  for (const some of batchesOf([...packages])) {
    const rows = query.where((e) =>
      e.or([e('appBundleId', 'in', some), e('androidPackage', 'in', some)]),
    )
    for (const row of await rows.execute()) found.set(row.key, row)
  }
  for (const some of batchesOf([...storeIds])) {
    for (const row of await query.where('appStoreId', 'in', some).execute()) {
      found.set(row.key, row)
    }
  }
  return [...found.values()]
}

function wantedIdentifiers({ storePackage, appStoreId }: NetworkApp): string[] {
  return [
    ...(storePackage === undefined ? [] : [`package ${storePackage}`]),
    ...(appStoreId === undefined ? [] : [`store ${appStoreId}`]),
  ]
}

function identifiersOf(row: Selectable<AppsTable>): string[] {
  const packages = new Set([row.appBundleId, row.androidPackage])
  return [
    ...[...packages].flatMap((name) => (name === null ? [] : [`package ${name}`])),
    ...(row.appStoreId === null ? [] : [`store ${row.appStoreId}`]),
  ]
}

import type { Account } from '../publishers/account.ts'
import type { Accounts } from '../publishers/accounts.ts'
import type { App, AppIdentifier } from '../publishers/app.ts'
import type { AppStore } from '../publishers/app-store.ts'
import type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
import { givenAppReference } from '../sources/record-translator.ts'
import { refuse } from './refusals.ts'
import type { ImportApps } from './slice-store.ts'
import type { StagedApp } from './staged-slices.ts'

/** The apps that staged rows refer to. */
export interface ResolvedApps {
  readonly known: ReadonlyMap<string, StagedApp>
  /** References without an app. */
  readonly unknown: readonly string[]
  /** Apps to create for `createFor` with the commit. */
  readonly toCreate: ReadonlyMap<string, PlacedNetworkApp>
  readonly createFor: Account | null
}

/** The stores of apps and accounts. */
export interface AppLookup {
  readonly apps: AppStore
  readonly accounts: Accounts
}

/** Finds apps by the `app_id` that rows of Adtally's own format contain. */
export async function resolveAppIds(
  appIds: readonly string[],
  { apps, accounts }: AppLookup,
): Promise<ResolvedApps> {
  const known = new Map<string, StagedApp>()
  const currencyOf = await currencies(accounts)
  for (const app of await apps.byIds(appIds)) {
    known.set(app.appId, toStaged(app.appId, app, currencyOf))
  }
  const unknown = appIds.filter((appId) => !known.has(appId))
  return { known, unknown, toCreate: new Map(), createFor: null }
}

/**
 * Finds apps by the network's own ids.
 *
 * @param given the app of rows that name none
 * @param createFor the account to create unknown apps in; null to refuse them
 * @throws Refusal `unknown_network_apps`
 */
export async function resolveNetworkApps(
  networkApps: ReadonlyMap<string, NetworkApp>,
  given: App | null,
  { apps, accounts }: AppLookup,
  createFor: Account | null,
): Promise<ResolvedApps> {
  const known = new Map<string, StagedApp>()
  const missing = new Map<string, NetworkApp>()
  const currencyOf = await currencies(accounts)
  // If several accounts have the same store identifier, the account that gets new apps wins.
  const ofCreator = async (networkApp: NetworkApp) => {
    const identifier = createFor && identifierOf(networkApp)
    return identifier ? apps.ofAccountByIdentifier(createFor.id, identifier) : null
  }
  if (given) known.set(givenAppReference, toStaged(givenAppReference, given, currencyOf))
  for (const [reference, networkApp] of networkApps) {
    const app = (await apps.byNetworkApp(networkApp)) ?? (await ofCreator(networkApp))
    if (app) known.set(reference, toStaged(reference, app, currencyOf))
    else missing.set(reference, networkApp)
  }
  const toCreate = new Map([...missing].filter((entry) => isPlaced(entry)))
  if (createFor ? toCreate.size < missing.size : missing.size > 0) {
    const unplaced = [...missing.values()].filter(({ platform }) => platform === null)
    const listed = createFor ? unplaced : [...missing.values()]
    throw refuse('unknown_network_apps', { apps: listed, creating: createFor !== null })
  }
  return { known, unknown: [], toCreate, createFor }
}

/** The store identifier of an app; null when the network does not state one. */
function identifierOf({ platform, storePackage, appStoreId }: NetworkApp): AppIdentifier | null {
  if (platform === 'ios' && appStoreId) return { appStoreId }
  if (!storePackage || platform === null) return null
  if (platform === 'ios') return { appBundleId: storePackage }
  return { platform, androidPackage: storePackage }
}

const isPlaced = (entry: [string, NetworkApp]): entry is [string, PlacedNetworkApp] =>
  entry[1].platform !== null

/** Apps that exist have lower keys. */
const firstExpectedKey = 4_000_000_000

/** The apps of an import, for its commit. */
export function importApps(resolved: ResolvedApps, lookup: AppLookup): ImportApps {
  const { known, toCreate, createFor } = resolved
  const { apps } = lookup
  return {
    expected: () => [
      ...known.values(),
      ...[...toCreate.keys()].map((reference, index) => ({
        ...{ reference, appKey: firstExpectedKey + index },
        ...{ accountId: createFor!.id, currency: createFor!.currency },
      })),
    ],
    resolve: async (entry) => {
      const currencyOf = await currencies(lookup.accounts)
      const all = await unchangedApps([...known.values()], lookup, currencyOf)
      for (const [reference, networkApp] of toCreate) {
        // A previous iteration may have created the same app under another id of the network.
        const app =
          (await apps.byNetworkApp(networkApp)) ??
          (await apps.createLinked(createFor!.id, networkApp, entry))
        all.push(toStaged(reference, app, currencyOf))
      }
      return all
    },
    confirmPending: async (lastEntry) => {
      if (toCreate.size > 0) await apps.confirmPendingApps(lastEntry)
    },
  }
}

/** Looks the apps up again, because the rows were checked against their owners and currencies. */
async function unchangedApps(
  staged: StagedApp[],
  { apps }: AppLookup,
  currencyOf: ReadonlyMap<number, string>,
): Promise<StagedApp[]> {
  const owners = new Map(
    (await apps.byKeys(staged.map(({ appKey }) => appKey))).map((app) => [app.key, app]),
  )
  for (const { appKey, accountId, currency } of staged) {
    const app = owners.get(appKey)
    if (app?.accountId === accountId && currencyOf.get(accountId) === currency) continue
    throw refuse('app_changed', { appId: app?.appId ?? null })
  }
  return staged
}

/** The account currency of each reference. */
export function currencyByReference({
  known,
  toCreate,
  createFor,
}: ResolvedApps): Map<string, string> {
  return new Map([
    ...[...known.values()].map(({ reference, currency }) => [reference, currency] as const),
    ...[...toCreate.keys()].map((reference) => [reference, createFor?.currency ?? ''] as const),
  ])
}

async function currencies(accounts: Accounts): Promise<Map<number, string>> {
  return new Map((await accounts.list()).map(({ id, currency }) => [id, currency]))
}

function toStaged(
  reference: string,
  { key, accountId }: App,
  currencyOf: ReadonlyMap<number, string>,
): StagedApp {
  return { reference, appKey: key, accountId, currency: currencyOf.get(accountId) ?? '' }
}

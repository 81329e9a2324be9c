import type { App } from '../publishers/app.ts'
import type { Accounts } from '../records/accounts.ts'
import type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
import { givenAppReference } from '../sources/record-translator.ts'
import { type ImportAccount, mayChange } from './import-account.ts'
import { type AppLookup, matchAll, refuseSeveralAccounts } from './match-apps.ts'
import { type MatchedApp, matchNames, refuseAmbiguousNames, refuseUnknown } from './match-names.ts'
import { refuse } from './refusals.ts'
import type { ImportApps } from './slice-store.ts'
import type { StagedApp } from './staged-slices.ts'

/** The apps that staged rows refer to. */
export interface ResolvedApps {
  readonly known: ReadonlyMap<string, StagedApp>
  /** References without an app. */
  readonly unknown: readonly string[]
  /** Apps to create for `creator` with the commit. */
  readonly toCreate: ReadonlyMap<string, PlacedNetworkApp>
  /** Known apps of `creator` that were found by name, to link with the commit. */
  readonly toLink: ReadonlyMap<string, MatchedApp>
  readonly creator: ImportAccount | null
}

/**
 * Finds apps by the `app_id` that rows of Adtally's own format contain.
 *
 * @param target the only account whose apps count; null for all accounts
 */
export async function resolveAppIds(
  appIds: readonly string[],
  { apps, accounts }: AppLookup,
  target: ImportAccount | null,
): Promise<ResolvedApps> {
  const known = new Map<string, StagedApp>()
  const currencyOf = await currencies(accounts)
  for (const [appId, app] of await apps.importedAs(appIds)) {
    if (target !== null && !mayChange(target, app)) continue
    known.set(appId, toStaged(appId, app, currencyOf))
  }
  const unknown = appIds.filter((appId) => !known.has(appId))
  return { known, unknown, toCreate: new Map(), toLink: new Map(), creator: null }
}

/**
 * Finds apps by the network's own ids. Unknown apps are created, or found by name, if the target says so.
 *
 * @param given the app of rows that name none
 * @param target the only account whose apps count; null for all accounts
 * @throws Refusal `unknown_network_apps`, `network_apps_ambiguous` or `network_app_names_ambiguous`
 */
export async function resolveNetworkApps(
  networkApps: ReadonlyMap<string, NetworkApp>,
  given: App | null,
  lookup: AppLookup,
  target: ImportAccount | null,
): Promise<ResolvedApps> {
  const known = new Map<string, StagedApp>()
  const currencyOf = await currencies(lookup.accounts)
  if (given) known.set(givenAppReference, toStaged(givenAppReference, given, currencyOf))
  const matches = await matchAll(networkApps, lookup.apps, target)
  refuseSeveralAccounts(matches)
  const found = await matchNames(matches, lookup, target)
  refuseAmbiguousNames(found)
  refuseUnknown(found, target)
  const toCreate = new Map<string, PlacedNetworkApp>()
  const toLink = new Map<string, MatchedApp>()
  for (const { reference, networkApp, match, fits } of found) {
    const app = typeof match === 'string' ? fits[0] : match
    if (!app) toCreate.set(reference, placed(networkApp))
    else {
      known.set(reference, toStaged(reference, app, currencyOf))
      if (typeof match === 'string') toLink.set(reference, { networkApp, app })
    }
  }
  return { known, unknown: [], toCreate, toLink, creator: target?.creates ? target : null }
}

function placed(app: NetworkApp): PlacedNetworkApp {
  if (app.platform === null) throw new Error(`"${app.networkAppId}" has no platform.`)
  return { ...app, platform: app.platform }
}

/** Apps that exist have lower keys. */
const firstExpectedKey = 4_000_000_000

/** The apps of an import, for its commit. */
export function appsOfImport(resolved: ResolvedApps, lookup: AppLookup): ImportApps {
  const { known, toCreate, toLink, creator } = resolved
  const { apps } = lookup
  const firstOf = firstOfEach(toCreate)
  return {
    expected: () => [
      ...known.values(),
      ...[...toCreate.keys()].map((reference, index) => ({
        reference,
        appKey: firstExpectedKey + index,
        accountId: creator!.account.id,
        currency: creator!.account.currency,
      })),
    ],
    resolve: async (entry) => {
      const currencyOf = await currencies(lookup.accounts)
      const all = await unchangedApps([...known.values()], lookup, currencyOf)
      if (creator === null) return all
      // The account may have been deleted.
      if (!currencyOf.has(creator.account.id)) throw refuse('app_changed', { appId: null })
      // Another import may have created some of them since.
      const matches = await matchNames(await matchAll(toCreate, apps, creator), lookup, creator)
      if (matches.some(({ match, isAmbiguous }) => match === 'ambiguous' || isAmbiguous)) {
        throw refuse('app_changed', { appId: null })
      }
      const named = matches.flatMap(({ networkApp, match, fits: [app] }) =>
        match === 'unknown' && app ? [{ networkApp, app }] : [],
      )
      const links = [...toLink.values(), ...named]
      if (links.length > 0) {
        const linked = links.map(({ networkApp, app }) => ({ ...networkApp, app }))
        await apps.linkPending(linked, entry)
      }
      const appOf = new Map(
        matches.map(({ reference, match, fits: [app] }) => [
          reference,
          match === 'unknown' && app ? app : match,
        ]),
      )
      const missing = [...new Set(firstOf.values())].filter((one) => appOf.get(one) === 'unknown')
      const wanted = missing.map((reference) => toCreate.get(reference)!)
      const created = await apps.createLinked(creator.account.id, wanted, entry)
      for (const [index, reference] of missing.entries()) appOf.set(reference, created[index]!)
      for (const reference of toCreate.keys()) {
        const own = appOf.get(reference)!
        const app = typeof own === 'string' ? appOf.get(firstOf.get(reference)!)! : own
        all.push(toStaged(reference, app as App, currencyOf))
      }
      return all
    },
    confirmPending: async (lastEntry) => {
      if (toCreate.size + toLink.size > 0) await apps.confirmPendingApps(lastEntry)
    },
  }
}

/** The first reference of each app to create: a network may have several ids for one store identifier. */
function firstOfEach(apps: ReadonlyMap<string, PlacedNetworkApp>): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  const firstOf = new Map<string, string>()
  for (const [reference, { platform, storePackage, appStoreId }] of apps) {
    const identifiers = [
      ...(storePackage === undefined ? [] : [`${platform} package ${storePackage}`]),
      ...(appStoreId === undefined || platform !== 'ios' ? [] : [`store ${appStoreId}`]),
    ]
    const earlier = identifiers.flatMap((identifier) => first.get(identifier) ?? [])[0] ?? reference
    for (const identifier of identifiers) first.set(identifier, first.get(identifier) ?? earlier)
    firstOf.set(reference, earlier)
  }
  return firstOf
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
    const isThere = app?.accountId === accountId && app.endedBy === undefined
    if (isThere && currencyOf.get(accountId) === currency) continue
    throw refuse('app_changed', { appId: app?.appId ?? null })
  }
  return staged
}

/** The account of each reference. */
export function accountByReference({
  known,
  toCreate,
  creator,
}: ResolvedApps): Map<string, { readonly id: number; readonly currency: string }> {
  const ofKnown = [...known.values()].map(
    ({ reference, accountId, currency }) => [reference, { id: accountId, currency }] as const,
  )
  const ofNew = [...toCreate.keys()].map((reference) => [reference, creator!.account] as const)
  return new Map([...ofKnown, ...ofNew])
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

import type { Account } from '../publishers/account.ts'
import type { Accounts } from '../publishers/accounts.ts'
import type { App } from '../publishers/app.ts'
import type { AppStore } from '../publishers/app-store.ts'
import {
  matchNetworkApp,
  type NetworkAppCandidates,
  type NetworkAppMatch,
} from '../publishers/match-network-app.ts'
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
  /** Apps to create for `creator` with the commit. */
  readonly toCreate: ReadonlyMap<string, PlacedNetworkApp>
  readonly creator: ImportAccount | null
}

/** The stores of apps and accounts. */
export interface AppLookup {
  readonly apps: AppStore
  readonly accounts: Accounts
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
  return { known, unknown, toCreate: new Map(), creator: null }
}

/** The account that an import is for, and whether it gets the apps which are unknown. */
export interface ImportAccount {
  readonly account: Account
  readonly creates: boolean
  /** Keys of the only apps that the import may change; null for all of the account. */
  readonly apps: readonly number[] | null
  /** Whether apps of other accounts are unknown apps, because the importer may not know of them. */
  readonly hidesOthers: boolean
}

/** Whether an import for an account may change an app's figures. */
export const mayChange = ({ account, apps }: ImportAccount, app: App): boolean =>
  app.accountId === account.id && (apps === null || apps.includes(app.key))

/**
 * Finds apps by the network's own ids.
 *
 * @param given the app of rows that name none
 * @param target the only account whose apps count; null for all accounts
 * @throws Refusal `unknown_network_apps`, `network_apps_elsewhere` or `network_apps_ambiguous`
 */
export async function resolveNetworkApps(
  networkApps: ReadonlyMap<string, NetworkApp>,
  given: App | null,
  { apps, accounts }: AppLookup,
  target: ImportAccount | null,
): Promise<ResolvedApps> {
  const known = new Map<string, StagedApp>()
  const missing = new Map<string, NetworkApp>()
  const elsewhere: NetworkApp[] = []
  const ambiguous: NetworkApp[] = []
  /** Unknown apps that cannot be created. */
  const taken: NetworkApp[] = []
  const currencyOf = await currencies(accounts)
  if (given) known.set(givenAppReference, toStaged(givenAppReference, given, currencyOf))
  for (const [reference, networkApp] of networkApps) {
    const candidates = await apps.candidatesFor(networkApp)
    const match = matchFor(target, candidates, networkApp)
    if (match === 'elsewhere') elsewhere.push(networkApp)
    else if (match === 'ambiguous') ambiguous.push(networkApp)
    else if (match === 'unknown') {
      missing.set(reference, networkApp)
      if (target?.creates && isLinkedElsewhere(candidates, networkApp)) taken.push(networkApp)
    } else known.set(reference, toStaged(reference, match, currencyOf))
  }
  if (elsewhere.length > 0) {
    throw refuse('network_apps_elsewhere', {
      apps: elsewhere,
      username: target!.account.username,
    })
  }
  if (ambiguous.length > 0) throw refuse('network_apps_ambiguous', { apps: ambiguous })
  const creator = target?.creates ? target : null
  if (taken.length > 0) throw refuse('unknown_network_apps', { apps: taken, creating: false })
  const toCreate = new Map([...missing].filter((entry) => isPlaced(entry)))
  if (creator ? toCreate.size < missing.size : missing.size > 0) {
    const unplaced = [...missing.values()].filter(({ platform }) => platform === null)
    const listed = creator ? unplaced : [...missing.values()]
    throw refuse('unknown_network_apps', { apps: listed, creating: creator !== null })
  }
  return { known, unknown: [], toCreate, creator }
}

function matchFor(
  target: ImportAccount | null,
  candidates: NetworkAppCandidates,
  { platform }: NetworkApp,
): NetworkAppMatch {
  if (!target?.hidesOthers) return matchNetworkApp(candidates, platform, target?.account.id ?? null)
  const own = (apps: readonly App[]) => apps.filter((app) => mayChange(target, app))
  const visible = { linked: own(candidates.linked), alike: own(candidates.alike) }
  return matchNetworkApp(visible, platform, target.account.id)
}

/** A network's id is linked to one app of each platform, whatever account has it. */
const isLinkedElsewhere = ({ linked }: NetworkAppCandidates, { platform }: NetworkApp): boolean =>
  linked.some((app) => app.platform === platform)

const isPlaced = (entry: [string, NetworkApp]): entry is [string, PlacedNetworkApp] =>
  entry[1].platform !== null

/** Apps that exist have lower keys. */
const firstExpectedKey = 4_000_000_000

/** The apps of an import, for its commit. */
export function importApps(resolved: ResolvedApps, lookup: AppLookup): ImportApps {
  const { known, toCreate, creator } = resolved
  const { apps } = lookup
  return {
    expected: () => [
      ...known.values(),
      ...[...toCreate.keys()].map((reference, index) => ({
        ...{ reference, appKey: firstExpectedKey + index },
        ...{ accountId: creator!.account.id, currency: creator!.account.currency },
      })),
    ],
    resolve: async (entry) => {
      const currencyOf = await currencies(lookup.accounts)
      const all = await unchangedApps([...known.values()], lookup, currencyOf)
      // The account may have been deleted.
      const isThere = creator === null || currencyOf.has(creator.account.id)
      if (!isThere) throw refuse('app_changed', { appId: null })
      for (const [reference, networkApp] of toCreate) {
        // A previous iteration may have created the same app under another id of the network.
        const match = matchFor(creator, await apps.candidatesFor(networkApp), networkApp)
        if (match === 'elsewhere' || match === 'ambiguous') {
          throw refuse('app_changed', { appId: null })
        }
        const app =
          match === 'unknown'
            ? await apps.createLinked(creator!.account.id, networkApp, entry)
            : match
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

import type { App } from '../publishers/app.ts'
import { AppsByName, nameKey } from '../publishers/apps-by-name.ts'
import type { NetworkApp } from '../sources/network-app.ts'
import { type ImportAccount, mayChange } from './import-account.ts'
import { type AppLookup, type MatchedReference, maxAppsListed } from './match-apps.ts'
import { refuse } from './refusals.ts'

/** An existing app that was found by its name. */
export interface MatchedApp {
  readonly networkApp: NetworkApp
  readonly app: App
}

/** A reference, and the apps that its name fits if nothing else finds one app. */
export interface NamedReference extends MatchedReference {
  readonly fits: readonly App[]
  /** Whether a person must say which app it is, also where one fits. */
  readonly isAmbiguous: boolean
}

/**
 * Finds the apps that have the names of unknown apps, and names that mean two apps because the report
 * does not state the platform.
 */
export async function matchNames(
  matches: readonly MatchedReference[],
  { apps, accounts }: AppLookup,
  target: ImportAccount | null,
): Promise<NamedReference[]> {
  const byName = new Map<number, AppsByName>()
  const named = async (accountId: number): Promise<AppsByName> => {
    const known = byName.get(accountId)
    if (known) return known
    const own = await apps.ofAccount(accountId)
    const found = new AppsByName(target ? own.filter((app) => mayChange(target, app)) : own)
    byName.set(accountId, found)
    return found
  }
  // Without a named account, the apps of several accounts are no suggestion.
  const all = target ? [target.account] : await accounts.list()
  const only = all.length === 1 ? all[0]!.id : null
  const found: NamedReference[] = []
  for (const one of matches) {
    const { networkApp, candidates, match } = one
    const isUnclear = networkApp.isNameOnly === true && networkApp.platform === null
    const accountId = typeof match === 'string' ? only : match.accountId
    if (accountId === null || (typeof match !== 'string' && !isUnclear)) {
      found.push({ ...one, fits: [], isAmbiguous: false })
      continue
    }
    const fitting = (await named(accountId)).fitting(networkApp)
    const fits = isUnclear ? distinct([...candidates.linked, ...fitting]) : fitting
    found.push({ ...one, fits, isAmbiguous: fits.length > 1 })
  }
  return target?.creates ? withoutTaken(found, apps, target) : found
}

const distinct = (apps: readonly App[]): App[] => [
  ...new Map(apps.map((app) => [app.key, app])).values(),
]

/** Of apps that a name fits, none is chosen that the network has another app for. */
async function withoutTaken(
  found: readonly NamedReference[],
  apps: AppLookup['apps'],
  { account }: ImportAccount,
): Promise<NamedReference[]> {
  const unknown = found.filter(({ match, fits }) => match === 'unknown' && fits.length === 1)
  if (unknown.length === 0) return [...found]
  const counts = new Map<number, number>()
  for (const { match, fits } of found) {
    const app = typeof match === 'string' ? fits[0] : match
    if (app) counts.set(app.key, (counts.get(app.key) ?? 0) + 1)
  }
  const { network } = unknown[0]!.networkApp
  const links = (await apps.linksOf(account.id)).filter((link) => link.network === network)
  const linked = Map.groupBy(links, ({ app }) => app.key)
  return found.map((one) => {
    if (!unknown.includes(one)) return one
    const [app] = one.fits
    const { name, isNameOnly } = one.networkApp
    // A network's name of an app and its id of the app mean the same app.
    const others = (linked.get(app!.key) ?? []).filter(
      ({ networkAppId }) => !isNameOnly && nameKey(networkAppId) !== nameKey(name),
    )
    const isAmbiguous = counts.get(app!.key)! > 1 || others.length > 0
    return { ...one, isAmbiguous }
  })
}

/** @throws Refusal `network_app_names_ambiguous` */
export function refuseAmbiguousNames(found: readonly NamedReference[]): void {
  const ambiguous = found.filter(({ isAmbiguous }) => isAmbiguous)
  if (ambiguous.length === 0) return
  throw refuse('network_app_names_ambiguous', {
    apps: ambiguous.slice(0, maxAppsListed).map(({ networkApp, fits }) => ({
      ...networkApp,
      fits: fits.map(({ appId, platform }) => ({ appId, platform })),
    })),
    count: ambiguous.length,
  })
}

/** @throws Refusal `unknown_network_apps` */
export function refuseUnknown(
  found: readonly NamedReference[],
  target: ImportAccount | null,
): void {
  const creates = target?.creates === true
  const missing = found.filter(
    ({ match, networkApp }) => match === 'unknown' && (!creates || networkApp.platform === null),
  )
  if (missing.length === 0) return
  throw refuse('unknown_network_apps', {
    apps: missing.slice(0, maxAppsListed).map(({ networkApp, fits }) => ({
      ...networkApp,
      suggestedAppId: fits.length === 1 ? fits[0]!.appId : null,
    })),
    count: missing.length,
    creating: creates,
  })
}

import {
  matchNetworkApp,
  type NetworkAppCandidates,
  type NetworkAppMatch,
} from '../publishers/match-network-app.ts'
import type { Accounts } from '../records/accounts.ts'
import type { AppStore } from '../records/app-store.ts'
import type { NetworkApp } from '../sources/network-app.ts'
import { type ImportAccount, mayChange } from './import-account.ts'
import { refuse } from './refusals.ts'

/** The stores of apps and accounts. */
export interface AppLookup {
  readonly apps: AppStore
  readonly accounts: Accounts
}

/** A network's app in a report, and the app that its id or its store identifiers mean. */
export interface MatchedReference {
  readonly reference: string
  readonly networkApp: NetworkApp
  readonly candidates: NetworkAppCandidates
  readonly match: NetworkAppMatch
}

/** Looks all apps of a report up. @param target the only account whose apps count; null for all */
export async function matchAll(
  networkApps: ReadonlyMap<string, NetworkApp>,
  apps: AppStore,
  target: ImportAccount | null,
): Promise<MatchedReference[]> {
  const found = await apps.candidatesFor([...networkApps.values()], target?.account.id ?? null)
  return [...networkApps].map(([reference, networkApp], index) => {
    const candidates = target ? changeable(found[index]!, target) : found[index]!
    const match = matchNetworkApp(candidates, networkApp.platform)
    return { reference, networkApp, candidates, match }
  })
}

const changeable = (
  { linked, alike }: NetworkAppCandidates,
  target: ImportAccount,
): NetworkAppCandidates => ({
  linked: linked.filter((app) => mayChange(target, app)),
  alike: alike.filter((app) => mayChange(target, app)),
})

/** Apps that a refusal lists. */
export const maxAppsListed = 500

/** @throws Refusal `network_apps_ambiguous` */
export function refuseSeveralAccounts(matches: readonly MatchedReference[]): void {
  const ambiguous = matches.filter(({ match }) => match === 'ambiguous')
  if (ambiguous.length === 0) return
  const apps = ambiguous.slice(0, maxAppsListed).map(({ networkApp }) => networkApp)
  throw refuse('network_apps_ambiguous', { apps, count: ambiguous.length })
}

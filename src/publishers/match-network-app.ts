import type { Platform } from '../values/platform.ts'
import type { App } from './app.ts'

/** Apps of any account that a network may mean by its own id. */
export interface NetworkAppCandidates {
  /** Those that the id is linked to, one for each platform at most. */
  readonly linked: readonly App[]
  /** Those that have the store identifiers. */
  readonly alike: readonly App[]
}

/** The app, or why there is none. `elsewhere`: only other accounts than the named one have it. */
export type NetworkAppMatch = App | 'unknown' | 'elsewhere' | 'ambiguous'

/**
 * Finds the app that a network means. A link counts more than identifiers, and Amazon may be called
 * Android. Without a named account, apps of two accounts are never chosen between.
 *
 * @param platform as the network states it; null where it does not
 * @param accountId the account whose app it has to be; null for any
 */
export function matchNetworkApp(
  { linked, alike }: NetworkAppCandidates,
  platform: Platform | null,
  accountId: number | null,
): NetworkAppMatch {
  if (accountId !== null) {
    const own = (apps: readonly App[]) => apps.filter((app) => app.accountId === accountId)
    const found = only(fitting(own(linked), platform)) ?? only(fitting(own(alike), platform))
    if (found) return found
    const others = [...linked, ...alike].filter((app) => app.accountId !== accountId)
    return fitting(others, platform).length > 0 ? 'elsewhere' : 'unknown'
  }
  const exact = platform === null ? linked : linked.filter((app) => app.platform === platform)
  const found = only(exact)
  if (found) return found
  for (const apps of [linked, alike]) {
    const possible = apps.filter((app) => mayBe(app, platform))
    if (new Set(possible.map((app) => app.accountId)).size > 1) return 'ambiguous'
    const app = only(fitting(possible, platform))
    if (app) return app
  }
  return 'unknown'
}

const only = (apps: readonly App[]): App | null => (apps.length === 1 ? apps[0]! : null)

const mayBe = (app: App, platform: Platform | null): boolean =>
  platform === null || (platform === 'ios') === (app.platform === 'ios')

/** The apps of the platform; of Android and Amazon apps, those that are called so if any is. */
function fitting(apps: readonly App[], platform: Platform | null): readonly App[] {
  const possible = apps.filter((app) => mayBe(app, platform))
  const exact = possible.filter((app) => app.platform === platform)
  return exact.length > 0 ? exact : possible
}

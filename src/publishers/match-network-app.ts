import type { Platform } from '../values/platform.ts'
import type { App } from './app.ts'

/** Apps that a network may mean by its own id. */
export interface NetworkAppCandidates {
  /** Those that the id is linked to, one for each account and platform at most. */
  readonly linked: readonly App[]
  /** Those that have the store identifiers. */
  readonly alike: readonly App[]
}

/** The app, or why there is none. `ambiguous`: apps of several accounts fit. */
export type NetworkAppMatch = App | 'unknown' | 'ambiguous'

/**
 * Finds the app that a network means. A link counts more than identifiers, and Amazon may be called
 * Android. Apps of two accounts are never chosen between.
 *
 * @param platform as the network states it; null where it does not
 */
export function matchNetworkApp(
  { linked, alike }: NetworkAppCandidates,
  platform: Platform | null,
): NetworkAppMatch {
  for (const apps of [linked, alike]) {
    const possible = apps.filter((app) => mayBe(app, platform))
    if (new Set(possible.map((app) => app.accountId)).size > 1) return 'ambiguous'
    const exact = possible.filter((app) => app.platform === platform)
    const fitting = exact.length > 0 ? exact : possible
    if (fitting.length === 1) return fitting[0]!
  }
  return 'unknown'
}

const mayBe = (app: App, platform: Platform | null): boolean =>
  platform === null || (platform === 'ios') === (app.platform === 'ios')

import type { Platform } from '../values/platform.ts'
import { mix } from './noise.ts'
import { editions, rounds } from './portfolio.ts'

/** An app. Identifiers that its platform does not have are null. */
export interface DemoApp {
  /** Six digits, so that ids have the same order as numbers and as text. */
  readonly appId: string
  readonly appName: string
  readonly platform: Platform
  /** Ten digits on iOS. */
  readonly appStoreId: string | null
  /** On iOS. */
  readonly appBundleId: string | null
  /** On Android and Amazon; the same for both editions of a game. */
  readonly androidPackage: string | null
}

/**
 * The apps of a demo account, in ascending order of id.
 *
 * A smaller account has the first apps of a larger one with the same seed. Of twelve apps, five are
 * for iOS, five for Android and two for Amazon. After 96 apps, titles are repeated as sequels
 * (`Wobblefort 2`).
 *
 * @param seed a whole number
 * @param appCount from 1 to 500; 0 gives no apps
 */
export function demoApps(seed: number, appCount: number): DemoApp[] {
  return Array.from({ length: appCount }, (_, index) => demoApp(seed, index))
}

function demoApp(seed: number, index: number): DemoApp {
  const { title, platform } = editions[index % editions.length]!
  const round = Math.floor(index / editions.length)
  const { name, slug } = rounds[(round + mix(seed, 1)) % rounds.length]![title]!
  const sequel = 1 + Math.floor(round / rounds.length)
  const hash = mix(mix(seed, 2), index)
  // Nobody owns com.example and store ids above 9,000,000,000.
  const packageName = `com.example.${slug}${sequel === 1 ? '' : sequel}`
  return {
    appId: `${200_000 + index * 97 + (hash % 97)}`,
    appName: sequel === 1 ? name : `${name} ${sequel}`,
    platform,
    appStoreId:
      platform === 'ios' ? `${9_000_000_000 + index * 1_000_000 + (hash % 1_000_000)}` : null,
    appBundleId: platform === 'ios' ? packageName : null,
    androidPackage: platform === 'ios' ? null : packageName,
  }
}

import type { Platform } from '../values/platform.ts'
import { mix } from './noise.ts'
import { editions, rounds } from './portfolio.ts'

/** A row of the apps file; what a platform's apps do not have is null. */
export interface DemoApp {
  /** Six decimal digits, so that ids sort the same as numbers and as text. */
  readonly appId: string
  readonly appName: string
  readonly platform: Platform
  /** Ten decimal digits on iOS. */
  readonly appStoreId: string | null
  /** On iOS. */
  readonly appBundleId: string | null
  /** On Android and Amazon, where one game has the same package. */
  readonly androidPackage: string | null
}

/**
 * The apps of a demo account, in ascending order of id.
 *
 * A smaller account of the same seed has the first apps of a larger one. Of twelve apps
 * five are for iOS, five for Android and two for Amazon; beyond 96 the titles return
 * as sequels (`Wobblefort 2`).
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
  // com.example and store ids above 9,000,000,000 belong to no one.
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

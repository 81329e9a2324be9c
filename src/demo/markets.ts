import type { Platform } from '../values/platform.ts'

/** An ad format, with prices of the United States. */
export interface Format {
  readonly name: string
  /** Its share of an app's impressions; all formats add up to 100. */
  readonly impressionsPercent: number
  /** Revenue of an impression in micros of a dollar. */
  readonly microsPerImpression: Readonly<Record<Platform, number>>
  readonly clicksPerImpression: number
  readonly installsPerClick: number
  /** The percentage of apps that have it. */
  readonly appsPercent: number
}

export const demoFormats: readonly Format[] = [
  {
    name: 'interstitial',
    impressionsPercent: 25,
    microsPerImpression: { ios: 6_400, android: 4_600, amazon: 3_500 },
    clicksPerImpression: 0.05,
    installsPerClick: 0.03,
    appsPercent: 100,
  },
  {
    name: 'video',
    impressionsPercent: 12,
    microsPerImpression: { ios: 9_060, android: 6_900, amazon: 5_200 },
    clicksPerImpression: 0.06,
    installsPerClick: 0.04,
    appsPercent: 75,
  },
  {
    name: 'rewarded',
    impressionsPercent: 15,
    microsPerImpression: { ios: 14_160, android: 11_450, amazon: 8_200 },
    clicksPerImpression: 0.09,
    installsPerClick: 0.05,
    appsPercent: 85,
  },
  {
    name: 'banner',
    impressionsPercent: 48,
    microsPerImpression: { ios: 640, android: 610, amazon: 430 },
    clicksPerImpression: 0.008,
    installsPerClick: 0.01,
    appsPercent: 75,
  },
]

export interface Network {
  readonly name: string
  /** Its weight among an app's networks for each of {@link demoFormats}; 0 when it has no such ads. */
  readonly weights: readonly number[]
  /** A factor of the format's price. */
  readonly price: number
  /** How likely apps are to choose it; high enough for `ownnet` that every app does. */
  readonly popularity: number
  readonly onAmazon: boolean
  /** The share of its ad requests that it has an ad for; null when it reports no requests. */
  readonly fill: number | null
  /** Countries without ads. */
  readonly absent: readonly string[]
}

export const networks: readonly Network[] = [
  network('ownnet', [34, 40, 34, 0], 1.05, 1_000, true, 0.93, []),
  network('ownnet_exchange', [9, 12, 7, 16], 0.75, 75, true, 0.2, []),
  network('admob', [24, 8, 18, 48], 1.1, 85, false, 0.62, ['CN']),
  network('applovin', [18, 14, 22, 20], 1.15, 75, true, 0.3, ['RU']),
  network('unityads', [3, 18, 22, 0], 1, 75, true, 0.88, []),
  network('vungle', [3, 15, 14, 0], 0.95, 65, true, null, ['EG']),
  network('facebook', [14, 0, 10, 16], 1.2, 65, false, 0.12, ['CN', 'RU']),
  network('ironsource', [10, 9, 16, 6], 0.9, 65, true, null, []),
]

function network(
  name: string,
  weights: readonly number[],
  price: number,
  popularity: number,
  onAmazon: boolean,
  fill: number | null,
  absent: readonly string[],
): Network {
  return { name, weights, price, popularity, onAmazon, fill, absent }
}

/** The networks that the demo's mediation sells for. */
export const mediatedNetworks: ReadonlySet<string> = new Set([
  'admob',
  'applovin',
  'facebook',
  'ironsource',
  'unityads',
])

export interface Country {
  readonly code: string
  /** Its weight in the audience of a platform. */
  readonly audience: Readonly<Record<Platform, number>>
  /** The price of an impression, as a percentage of the price in the United States. */
  readonly pricePercent: number
}

export const countries: readonly Country[] = [
  country('US', 300, 170, 520, 100),
  country('JP', 92, 58, 74, 76),
  country('GB', 74, 46, 110, 58),
  country('DE', 52, 62, 96, 42),
  country('FR', 48, 46, 38, 34),
  country('CA', 46, 26, 44, 72),
  country('AU', 36, 20, 18, 75),
  country('KR', 22, 44, 0, 66),
  country('TW', 24, 26, 0, 66),
  country('CN', 58, 0, 0, 24),
  country('BR', 26, 96, 12, 10),
  country('MX', 20, 56, 9, 11),
  country('RU', 22, 52, 0, 14),
  country('IN', 12, 110, 16, 6),
  country('ID', 8, 64, 0, 6),
  country('TR', 14, 40, 0, 8),
  country('IT', 22, 36, 24, 24),
  country('ES', 17, 30, 20, 22),
  country('NL', 15, 14, 0, 38),
  country('SE', 12, 8, 0, 38),
  country('CH', 10, 5, 0, 50),
  country('NO', 7, 4, 0, 45),
  country('DK', 6.5, 4, 0, 48),
  country('PL', 7, 22, 0, 16),
  country('SA', 12, 15, 0, 26),
  country('AE', 6, 7, 0, 30),
  country('EG', 2.5, 22, 0, 5),
  country('ZA', 4, 12, 0, 12),
  country('TH', 9, 26, 0, 9),
  country('VN', 8, 30, 0, 6),
  country('PH', 6, 32, 0, 7),
  country('MY', 6, 14, 0, 11),
  country('SG', 6, 4, 0, 40),
  country('HK', 8, 5, 0, 42),
  country('AR', 4, 20, 0, 8),
  country('CO', 3.5, 16, 0, 7),
  country('CL', 3, 8, 0, 10),
  country('NZ', 5, 3, 0, 48),
  country('UA', 2, 12, 0, 6),
  // Every network reports some impressions without a country.
  country('ZZ', 1, 3, 2, 4),
]

function country(
  code: string,
  ios: number,
  android: number,
  amazon: number,
  pricePercent: number,
): Country {
  return { code, audience: { ios, android, amazon }, pricePercent }
}

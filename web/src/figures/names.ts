import { notInCohorts } from '../../../src/facts/rest-names.ts'
import { isCountry } from '../../../src/values/country.ts'
import type { AppAnswer } from '../api/wire.ts'
import { visible } from './visible.ts'

/** The networks' own spelling; others are shown by their identifier. */
const networks: Readonly<Record<string, string>> = {
  adcolony: 'AdColony',
  admob: 'AdMob',
  applovin: 'AppLovin',
  appodeal: 'Appodeal',
  bidmachine: 'BidMachine',
  chartboost: 'Chartboost',
  digitalturbine: 'Digital Turbine',
  facebook: 'Meta',
  firebase: 'Firebase',
  google_ad_manager: 'Google Ad Manager',
  inmobi: 'InMobi',
  ironsource: 'ironSource',
  mintegral: 'Mintegral',
  moloco: 'Moloco',
  pangle: 'Pangle',
  tapjoy: 'Tapjoy',
  unityads: 'Unity Ads',
  verve: 'Verve',
  yandex: 'Yandex',
  vungle: 'Vungle',
}

const platforms: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  amazon: 'Amazon',
}

/** Adtally's code for figures without a country. */
const unknownCountry = 'ZZ'

/** Channels that are no ad networks here. */
const channels: Readonly<Record<string, string>> = {
  apple_search_ads: 'Apple Search Ads',
  google_ads: 'Google Ads',
  organic: 'Organic',
  tiktok: 'TikTok',
  unknown: 'Unknown channel',
}

/** Where users come from. */
export function channelName(channel: string): string {
  if (channel === notInCohorts) return 'No known cohort'
  return Object.hasOwn(channels, channel) ? channels[channel]! : networkName(channel)
}

/** The identifiers of networks with a name here. */
export const knownNetworks = Object.keys(networks)

export const networkName = (network: string): string =>
  nameIn(Object.hasOwn(ownNetworks, network) ? ownNetworks : networks, network)

export const platformName = (platform: string): string => nameIn(platforms, platform)

/** A network's identifier can be `constructor`. */
const nameIn = (names: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(names, key) ? names[key]! : key

export const formatName = (format: string): string =>
  format.charAt(0).toUpperCase() + format.slice(1).replaceAll('_', ' ')

export function countryName(code: string): string {
  if (code === unknownCountry) return 'Unknown country'
  // Intl throws for invalid codes.
  return isCountry(code) ? (countryNames.of(code) ?? code) : code
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a series; its key is null for the sum of all other groups. */
export const seriesName = (key: string | null, nameOf: (key: string) => string): string =>
  key === null ? 'All others' : nameOf(key)

/** With the platform, because a game has the same name on every platform. */
export const appName = ({ name, platform }: AppAnswer): string =>
  `${visible(name)} · ${platformName(platform)}`

const ownNetworks = { ownnet: 'Own network', ownnet_exchange: 'Own exchange' }

import type { Platform } from '../values/platform.ts'
import {
  type Country,
  countries,
  demoFormats,
  type Format,
  mediatedNetworks,
  type Network,
  networks,
} from './markets.ts'
import { between, mix } from './noise.ts'

/** A series of rows: one app, network, format, country and ad tag. */
export interface Placement {
  /** A hash of the whole key. */
  readonly hash: number
  /** The index of its network. */
  readonly network: number
  readonly impressionsPerDay: number
  /** In micros of a dollar. */
  readonly microsPerImpression: number
  readonly clicksPerImpression: number
  readonly installsPerClick: number
  /** See {@link Network}. */
  readonly fill: number | null
  /** `network,format,country,` */
  readonly start: string
  /** `,ad_tag`, and the end of the line. */
  readonly end: string
}

interface Tag {
  /** Empty is the default tag. */
  readonly name: string
  readonly part: number
}

const untagged: readonly Tag[] = [{ name: '', part: 1 }]
const tagged: Readonly<Record<string, readonly Tag[]>> = {
  interstitial: [
    { name: '', part: 0.6 },
    { name: 'level_end', part: 0.28 },
    { name: 'menu', part: 0.12 },
  ],
  rewarded: [
    { name: '', part: 0.75 },
    { name: 'extra_life', part: 0.25 },
  ],
}

/** The only tag of networks in a mediation: its ad unit. */
const adUnitOf: Readonly<Record<string, readonly Tag[]>> = Object.fromEntries(
  demoFormats.map(({ name }) => [name, [{ name: `${name}_main`, part: 1 }]]),
)

const networksPerApp = 5

/** Only this network's SDK has tags of its own. */
const ownNetwork = 'ownnet'

/** Countries with a larger share of the audience have figures by ad tag. */
const taggedAudienceShare = 0.07

/**
 * The placements of an app, in a fixed order and without duplicates.
 *
 * @param impressionsPerDay the total if the app had every format; missing formats reduce it
 */
export function placementsOf(
  appHash: number,
  platform: Platform,
  impressionsPerDay: number,
): Placement[] {
  const chosen = networksOf(appHash, platform)
  return [...demoFormats.entries()].flatMap(([formatIndex, format]) => {
    const formatHash = mix(appHash, 100 + formatIndex)
    if (formatHash % 100 >= format.appsPercent) return []
    const weightOf = (index: number) => networks[index]!.weights[formatIndex]!
    const weights = chosen.reduce((sum, index) => sum + weightOf(index), 0)
    const formatImpressions = (impressionsPerDay * format.impressionsPercent) / 100
    return chosen
      .filter((index) => weightOf(index) > 0)
      .flatMap((index) => {
        const impressions = (formatImpressions * weightOf(index)) / weights
        return countryPlacements(mix(formatHash, index), platform, format, index, impressions)
      })
  })
}

function countryPlacements(
  seriesHash: number,
  platform: Platform,
  format: Format,
  networkIndex: number,
  impressionsPerDay: number,
): Placement[] {
  const network = networks[networkIndex]!
  const audience = countries.reduce((sum, country) => sum + country.audience[platform], 0)
  return [...countries.entries()].flatMap(([countryIndex, country]) => {
    const hash = mix(seriesHash, countryIndex)
    const viewers = country.audience[platform] / audience
    if (viewers === 0 || !hasAds(network, country, hash)) return []
    const isTagged = network.name === ownNetwork && viewers > taggedAudienceShare
    const usual = mediatedNetworks.has(network.name) ? adUnitOf[format.name]! : untagged
    const tags = (isTagged && tagged[format.name]) || usual
    return tags.map((tag, tagIndex) => ({
      hash: mix(hash, tagIndex),
      network: networkIndex,
      impressionsPerDay: impressionsPerDay * viewers * tag.part,
      microsPerImpression:
        (format.microsPerImpression[platform] * network.price * country.pricePercent) / 100,
      clicksPerImpression: format.clicksPerImpression,
      installsPerClick: format.installsPerClick,
      fill: network.fill,
      start: `${network.name},${format.name},${country.code},`,
      end: `,${tag.name}\n`,
    }))
  })
}

/** Indexes of an app's networks in ascending order: `ownnet`, and four of the others. */
function networksOf(appHash: number, platform: Platform): number[] {
  return networks
    .map((network, index) => ({
      index,
      network,
      score: network.popularity * between(0.3, 1, mix(appHash, index)),
    }))
    .filter(({ network }) => platform !== 'amazon' || network.onAmazon)
    .sort((a, b) => b.score - a.score)
    .slice(0, networksPerApp)
    .map(({ index }) => index)
    .sort((a, b) => a - b)
}

/** Whether a network has ads for a country, app and format. */
function hasAds(network: Network, { code, pricePercent }: Country, hash: number): boolean {
  if (network.absent.includes(code)) return false
  if (network.name === ownNetwork || pricePercent >= 70) return true
  const oddsPercent = pricePercent >= 30 ? 80 : pricePercent >= 10 ? 50 : 30
  return hash % 100 < oddsPercent
}

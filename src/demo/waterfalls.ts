import { addDays, parseDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import type { Platform } from '../values/platform.ts'
import { demoApps } from './apps.ts'
import { countries, demoFormats, mediatedNetworks } from './markets.ts'
import { mediatedDays, mediationReport, mediationStats } from './mediation.ts'
import { between, mix } from './noise.ts'
import { type DemoStatsOptions, demoStats } from './stats.ts'

/** A rung of an ad unit. */
interface Rung {
  /** In average prices of the ad unit; null for a bidder, which has none. */
  readonly floor: number | null
  /** Its shares of its network's impressions and revenue. Rungs leave some of both, which nobody tells. */
  readonly impressions: number
  readonly revenue: number
}

const bidder: readonly Rung[] = [{ floor: null, impressions: 0.985, revenue: 0.98 }]
const rungsOfNetworks: Readonly<Record<string, readonly Rung[]>> = {
  admob: [
    { floor: 1.4, impressions: 0.12, revenue: 0.26 },
    { floor: 0.75, impressions: 0.86, revenue: 0.72 },
  ],
  unityads: [{ floor: 1.05, impressions: 0.98, revenue: 0.975 }],
  ironsource: [{ floor: 0.6, impressions: 0.975, revenue: 0.97 }],
  applovin: bidder,
  facebook: bidder,
}

/** In the first app, two ad units of this network have something to find. */
const troubled = 'admob'

/** Of rewarded ads: a rung that never has an ad. */
const dead: Rung = { floor: 2.4, impressions: 0, revenue: 0 }

/** Of interstitials: two rungs with too much between them. */
const gap: readonly Rung[] = [
  { floor: 2.6, impressions: 0.03, revenue: 0.1 },
  { floor: 0.75, impressions: 0.95, revenue: 0.88 },
]

/** Higher floors sell nothing in the countries with low prices. */
const lowFloor = 1.2

const titles: Readonly<Record<string, string>> = {
  admob: 'AdMob',
  applovin: 'AppLovin',
  facebook: 'Meta',
  ironsource: 'ironSource',
  unityads: 'Unity Ads',
}

/** Banners are not sold by rung. */
const formats = demoFormats.filter(({ name }) => name !== 'banner')

/** All others are reported together, as unknown. */
const namedCountries: readonly string[] = ['US', 'JP', 'GB']

const header =
  'date,app_id,network,source,format,country,ad_tag,rung,floor,impressions,clicks,revenue,attempts,responses\n'

/** The figures of an ad unit's networks on a day, in one of {@link namedCountries} or all others. */
interface Sold {
  readonly date: string
  readonly appId: string
  readonly format: string
  readonly country: string
  readonly networks: Map<string, { impressions: number; clicks: number; micros: number }>
}

/**
 * What the rungs of the demo's mediation sold, as CSV of details in Adtally's own format: parts of
 * {@link mediationStats}, and on days before these of what the networks say themselves.
 *
 * @returns lines; only the header when `lastDay` is before `firstDay`
 */
export function* waterfallDetails(options: DemoStatsOptions): Generator<string> {
  const apps = demoApps(options.seed, options.appCount)
  const prices = new Map(apps.map((app) => [app.appId, pricesOn(app.platform)]))
  yield header
  for (const sold of soldByUnit(options)) {
    const isFirstApp = sold.appId === apps[0]!.appId
    const hash = mix(
      mix(mix(options.seed, 800), parseDay(sold.date)!),
      mix(
        Number(sold.appId),
        formats.findIndex(({ name }) => name === sold.format),
      ),
    )
    yield* linesOf(sold, prices.get(sold.appId)!(sold.format), isFirstApp, hash)
  }
}

/** The days of a report are in their order, so only those of one are kept. */
function* soldByUnit(options: DemoStatsOptions): Generator<Sold> {
  let units = new Map<string, Sold>()
  let day = ''
  for (const line of soldBy(options)) {
    const [date, appId, network, format, country, impressions, revenue, clicks] = line.split(
      ',',
    ) as [string, string, string, string, string, string, string, string]
    if (!formats.some(({ name }) => name === format)) continue
    if (date !== day) {
      yield* units.values()
      units = new Map()
      day = date
    }
    const shown = namedCountries.includes(country) ? country : 'ZZ'
    const key = `${appId} ${format} ${shown}`
    const unit = units.get(key) ?? { date, appId, format, country: shown, networks: new Map() }
    units.set(key, unit)
    const before = unit.networks.get(network) ?? { impressions: 0, clicks: 0, micros: 0 }
    unit.networks.set(network, {
      impressions: before.impressions + Number(impressions),
      clicks: before.clicks + Number(clicks),
      micros: before.micros + Math.round(Number(revenue) * 1_000_000),
    })
  }
  yield* units.values()
}

/** The rows of the mediation's networks. */
function* soldBy(options: DemoStatsOptions): Generator<string> {
  const lastDay = addDays(options.lastDay, -mediatedDays)
  for (const chunk of demoStats({ ...options, lastDay })) {
    for (const line of chunk.split('\n')) {
      if (mediatedNetworks.has(line.split(',', 3)[2] ?? '')) yield line
    }
  }
  yield* mediationStats(options)
}

/** @returns the average eCPM of a format's ads, over all countries of a platform's users */
function pricesOn(platform: Platform): (format: string) => number {
  const users = countries.reduce((sum, { audience }) => sum + audience[platform], 0)
  const part = countries.reduce(
    (sum, { audience, pricePercent }) => sum + (audience[platform] / users) * (pricePercent / 100),
    0,
  )
  return (format) =>
    (formats.find(({ name }) => name === format)!.microsPerImpression[platform] / 1_000) * part
}

/** A line for each rung, from the highest floor to the lowest, then bidders. */
function* linesOf(unit: Sold, price: number, isFirstApp: boolean, hash: number): Generator<string> {
  const { date, appId, format, country, networks } = unit
  const all = [...networks].flatMap(([network, sold]) =>
    rungsOf(network, format, isFirstApp).map((rung) => ({ network, sold, ...rung })),
  )
  const shown = all.map((rung, place) => {
    const isAsked = rung.floor === null || country !== 'ZZ' || rung.floor <= lowFloor
    const noise = between(0.98, 1, mix(hash, place))
    const impressions = isAsked ? Math.floor(rung.sold.impressions * rung.impressions * noise) : 0
    return {
      ...rung,
      impressions,
      clicks: Math.min(impressions, Math.floor(rung.sold.clicks * rung.impressions * noise)),
      micros: impressions === 0 ? 0 : Math.floor(rung.sold.micros * rung.revenue * noise),
      responses: Math.ceil(impressions * between(1.02, 1.12, mix(hash, 20 + place))),
    }
  })
  const [bidders, fixed] = [true, false].map((isBidder) =>
    shown.filter(({ floor }) => (floor === null) === isBidder),
  ) as [typeof shown, typeof shown]
  const auctions = Math.ceil(
    shown.reduce((sum, { responses }) => sum + responses, 0) * between(1.25, 1.4, mix(hash, 50)),
  )
  let left = auctions - bidders.reduce((sum, { responses }) => sum + responses, 0)
  for (const rung of [...fixed.sort((a, b) => b.floor! - a.floor!), ...bidders]) {
    const { network, impressions, clicks, micros, responses } = rung
    const floor =
      rung.floor === null ? '' : String(Math.max(0.1, Math.round(rung.floor * price * 10) / 10))
    const name = `${titles[network]} ${floor || 'bidding'}`
    const start = [date, appId, network, mediationReport, format, country, `${format}_main`, name]
    const sold = [impressions, clicks, formatMicros(micros)]
    const attempts = rung.floor === null ? auctions : left
    if (rung.floor !== null) left -= responses
    if (attempts > 0) yield `${[...start, floor, ...sold, attempts, responses].join()}\n`
  }
}

function rungsOf(network: string, format: string, isFirstApp: boolean): readonly Rung[] {
  const usual = rungsOfNetworks[network]!
  if (!isFirstApp || network !== troubled) return usual
  return format === 'rewarded' ? [dead, ...usual] : format === 'interstitial' ? gap : usual
}

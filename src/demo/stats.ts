import { addDays, type Day, type DaySpan, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { demoApps } from './apps.ts'
import { marketOn } from './calendar.ts'
import { audienceOn } from './careers.ts'
import { between, mix } from './noise.ts'
import { type Placement, placementsOf } from './placements.ts'
import { editions } from './portfolio.ts'

export interface DemoStatsOptions extends DaySpan {
  /** A whole number. */
  readonly seed: number
  /** From 1 to 500 apps of `demoApps`; 0 gives no rows. */
  readonly appCount: number
}

const header =
  'date,app_id,network,format,country,impressions,revenue,clicks,installs,requests,matched_requests,ad_tag\n'
const chunkChars = 65_536

/** A placement with this many expected impressions has a row on every second day. */
const evenOddsImpressions = 160

/** Every second row with this many impressions has no revenue. */
const unpaidImpressions = 20

/**
 * The figures of a demo account as CSV in Adtally's own format.
 *
 * Rows are sorted by date, then app id, without duplicates. Revenue is in US dollars with at most
 * six decimals. A day's figures depend only on the seed, the number of apps and the day.
 *
 * @returns chunks of about 64 kB that end with a line; only the header when `lastDay` is before
 *   `firstDay`
 */
export function* demoStats(options: DemoStatsOptions): Generator<string> {
  const { seed, appCount, firstDay, lastDay } = options
  const apps = trafficOf(seed, appCount).map(({ appId, platform, hash, impressionsPerDay }) => ({
    appId,
    hash,
    placements: placementsOf(hash, platform, impressionsPerDay),
  }))
  let chunk = header
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const market = marketOn(seed, day)
    for (const [index, app] of apps.entries()) {
      const audience = market.audience * audienceOn(index, app.hash, day)
      if (audience === 0) continue
      const start = `${formatDay(day)},${app.appId},`
      for (const placement of app.placements) {
        const figures = figuresOf(placement, day, audience, market.prices[placement.network]!)
        if (figures === '') continue
        chunk += start + placement.start + figures + placement.end
        if (chunk.length >= chunkChars) {
          yield chunk
          chunk = ''
        }
      }
    }
  }
  if (chunk !== '') yield chunk
}

/** How much each app of {@link demoApps} is used. */
export const trafficOf = (seed: number, appCount: number) =>
  demoApps(seed, appCount).map(({ appId, platform }, index) => {
    const hash = mix(mix(seed, 3), index)
    const usual = editions[index % editions.length]!.impressionsPerDay
    const impressionsPerDay = usual * between(0.85, 1.15, mix(hash, 4))
    return { appId, platform, hash, impressionsPerDay }
  })

/**
 * A placement's figures on a day, as
 * `impressions,revenue,clicks,installs,requests,matched_requests`.
 *
 * @param audience a factor of its usual impressions
 * @param price a factor of its usual price; 0 in an outage of its network
 * @returns empty when it has no row
 */
function figuresOf(placement: Placement, day: Day, audience: number, price: number): string {
  const expected = placement.impressionsPerDay * audience
  const hash = mix(placement.hash, day)
  if (price === 0 || between(0, expected + evenOddsImpressions, hash) >= expected) return ''
  const impressions = 1 + Math.floor(expected * between(0.55, 1.45, mix(hash, 1)))
  const isPaid = between(0, impressions + unpaidImpressions, mix(hash, 2)) >= unpaidImpressions
  const unitMicros = placement.microsPerImpression * price * between(0.75, 1.25, mix(hash, 3))
  const micros = isPaid ? Math.round(impressions * unitMicros) : 0
  const clicks = roundByChance(impressions * placement.clicksPerImpression, mix(hash, 4))
  const installs = roundByChance(clicks * placement.installsPerClick, mix(hash, 5))
  const requests = requestsOf(placement, impressions, hash)
  return `${impressions},${formatMicros(micros)},${clicks},${installs},${requests}`
}

/** As `requests,matched_requests`: empty cells for networks that report neither. */
function requestsOf({ fill }: Placement, impressions: number, hash: number): string {
  if (fill === null) return ','
  // Not every ad that an app gets is shown.
  const matched = Math.ceil(impressions * between(1.05, 1.6, mix(hash, 6)))
  const requests = Math.ceil(matched / (fill * between(0.85, 1.07, mix(hash, 7))))
  return `${requests},${matched}`
}

/** Rounds up with the probability of the fraction, so that sums of small figures stay right. */
function roundByChance(value: number, hash: number): number {
  return Math.floor(value * between(0.8, 1.2, hash) + between(0, 1, mix(hash, 1)))
}

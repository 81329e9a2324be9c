import { addDays, type Day, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { marketOn } from './calendar.ts'
import { audienceOn } from './careers.ts'
import { between, mix } from './noise.ts'
import { type DemoStatsOptions, trafficOf } from './stats.ts'

/** An ad network that is paid for users. */
interface Channel {
  readonly name: string
  readonly campaign: string
  /** Installs of a day, as a part of an app's daily impressions. */
  readonly installs: number
  /** In dollars, of the country with high prices. */
  readonly costPerInstall: number
  /** A factor of what users bring. */
  readonly worth: number
  /** The part of users who are active on the day after the install. */
  readonly retention: number
}

/** One pays back in days, one within a month, one not yet. */
const channels: readonly Channel[] = [
  {
    name: 'applovin',
    campaign: 'roas_d7',
    installs: 0.0011,
    costPerInstall: 1.1,
    worth: 1.5,
    retention: 0.42,
  },
  {
    name: 'google_ads',
    campaign: 'uac_installs',
    installs: 0.0016,
    costPerInstall: 0.8,
    worth: 0.76,
    retention: 0.36,
  },
  {
    name: 'tiktok',
    campaign: 'creatives',
    installs: 0.0009,
    costPerInstall: 0.7,
    worth: 0.38,
    retention: 0.29,
  },
]

/** The source that counts cohorts. */
const source = 'adjust'

/** Every third app is advertised for. */
const advertisedEvery = 3

/** In the United States, and elsewhere at these parts of installs and of prices. */
const places = [
  { country: 'US', installs: 0.4, price: 1 },
  { country: 'ZZ', installs: 0.6, price: 0.35 },
] as const

/** The ages that cohorts are known of, with what a user has brought up to then, and how many of those of day 1 remain. */
const ages = [
  { age: 0, brought: 0.17, remain: null },
  { age: 1, brought: 0.27, remain: 1 },
  { age: 3, brought: 0.42, remain: 0.62 },
  { age: 7, brought: 0.62, remain: 0.41 },
  { age: 14, brought: 0.84, remain: 0.28 },
  { age: 30, brought: 1.12, remain: 0.17 },
] as const

/** Of all revenue, the part that is of ads; the rest are purchases. */
const adPart = 0.83

/** What advertising for the demo's apps cost, as CSV in Adtally's own format. */
export function* demoSpend(options: DemoStatsOptions): Generator<string> {
  yield 'date,app_id,channel,country,cost,impressions,clicks,installs,campaign\n'
  for (let day = options.firstDay; day <= options.lastDay; day = addDays(day, 1)) {
    const lines = paidOn(options, day).map(
      ({ appId, channel, country, installs, micros, hash }) => {
        const clicks = Math.round(installs * between(6, 11, mix(hash, 3)))
        const impressions = Math.round(clicks * between(25, 60, mix(hash, 4)))
        const counts = [formatMicros(micros), impressions, clicks, installs]
        return `${[formatDay(day), appId, channel.name, country, ...counts, channel.campaign].join()}\n`
      },
    )
    yield lines.join('')
  }
}

/** The highest age. So many days of install are stated again when days are added: their users have become older. */
export const cohortDays = 30

/** What the users that were paid for brought, at each age that they have reached on the last day. */
export function* demoCohorts(options: DemoStatsOptions): Generator<string> {
  yield 'date,app_id,source,channel,country,age,cohort_users,active_users,ad_revenue,other_revenue\n'
  for (let day = options.firstDay; day <= options.lastDay; day = addDays(day, 1)) {
    const reached = ages.filter(({ age }) => day + age <= options.lastDay)
    const lines = paidOn(options, day).flatMap((paid) => {
      const { appId, channel, country, installs, price, hash } = paid
      const users = Math.round(installs * between(0.96, 1, mix(hash, 5)))
      if (users === 0) return []
      const start = `${formatDay(day)},${appId},${source},${channel.name},${country}`
      const worth = channel.worth * price * between(0.8, 1.25, mix(hash, 6))
      return reached.map(({ age, brought, remain }) => {
        const all = users * worth * brought * 1_000_000
        const active = remain === null ? users : Math.round(users * channel.retention * remain)
        const money = [all * adPart, all * (1 - adPart)].map((one) => formatMicros(Math.round(one)))
        return `${start},${age},${users},${active},${money.join()}\n`
      })
    })
    yield lines.join('')
  }
}

/** What was bought on a day, by app, channel and country. */
function paidOn({ seed, appCount }: DemoStatsOptions, day: Day) {
  const { audience, prices } = marketOn(seed, day)
  // The first network has no outages, so its price is that of the season.
  const season = Math.sqrt(prices[0]!)
  return trafficOf(seed, appCount).flatMap(({ appId, hash: appHash, impressionsPerDay }, index) => {
    if (index % advertisedEvery !== 0) return []
    const users = impressionsPerDay * audience * audienceOn(index, appHash, day)
    return channels.flatMap((channel, at) =>
      places.flatMap(({ country, installs: part, price }, nth) => {
        const hash = mix(mix(mix(appHash, 900 + at), day), nth)
        const installs = Math.round(users * channel.installs * part * between(0.8, 1.2, hash))
        if (installs === 0) return []
        const each = channel.costPerInstall * price * season * between(0.9, 1.1, mix(hash, 1))
        const micros = Math.round(installs * each * 1_000_000)
        return [{ appId, channel, country, installs, micros, price: price * season, hash }]
      }),
    )
  })
}

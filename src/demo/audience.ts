import { addDays, formatDay } from '../values/day.ts'
import type { Platform } from '../values/platform.ts'
import { marketOn } from './calendar.ts'
import { audienceOn } from './careers.ts'
import { countries } from './markets.ts'
import { between, mix } from './noise.ts'
import { type DemoStatsOptions, trafficOf } from './stats.ts'

/** The source that counts the users. Apps for Amazon's store are without it, so their users are unknown. */
const source = 'firebase'

const header = 'date,app_id,source,country,dau,new_users,sessions\n'

/**
 * The users of a demo account's apps as CSV in Adtally's own format, in proportion to the impressions of `demoStats`.
 *
 * Rows are sorted by date, then app id. A day's users depend only on the seed, the number of apps and the day.
 *
 * @returns a chunk for each day; only the header when `lastDay` is before `firstDay`
 */
export function* demoAudience(options: DemoStatsOptions): Generator<string> {
  const { seed, appCount, firstDay, lastDay } = options
  const apps = trafficOf(seed, appCount).map((app) => ({
    ...app,
    usersPerDay: app.impressionsPerDay / between(9, 16, mix(app.hash, 600)),
    shares: app.platform === 'amazon' ? [] : sharesOf(app.platform),
  }))
  yield header
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const { audience } = marketOn(seed, day)
    const lines = apps.flatMap(({ appId, hash, usersPerDay, shares }, index) => {
      const users = usersPerDay * audience * audienceOn(index, hash, day)
      const start = `${formatDay(day)},${appId},${source}`
      return shares.map(([country, share], nth) => {
        const counts = countsOf(users * share, mix(mix(mix(hash, 601), day), nth))
        return counts === '' ? '' : `${start},${country},${counts}\n`
      })
    })
    yield lines.join('')
  }
}

/** The countries that have figures, with their shares of a platform's users. */
function sharesOf(platform: Platform): [country: string, share: number][] {
  const total = countries.reduce((sum, { audience }) => sum + audience[platform], 0)
  return countries.map(({ code, audience }) => [code, audience[platform] / total])
}

/** As `dau,new_users,sessions`; empty when nobody used the app. */
function countsOf(expected: number, hash: number): string {
  const users = Math.round(expected * between(0.93, 1.07, hash))
  if (users === 0) return ''
  const newUsers = Math.round(users * between(0.03, 0.09, mix(hash, 1)))
  const sessions = Math.round(users * between(2.1, 3.6, mix(hash, 2)))
  return `${users},${newUsers},${sessions}`
}

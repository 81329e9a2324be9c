import { type Day, formatDay, parseDay } from '../values/day.ts'
import { networks } from './markets.ts'
import { between, mix } from './noise.ts'

/** The market of a day, the same for every app. */
export interface MarketDay {
  /** A factor of the impressions. */
  readonly audience: number
  /** A factor of the revenue for each network; 0 in an outage, when it has no rows. */
  readonly prices: readonly number[]
}

const growthEpoch = parseDay('2024-01-01')!
const growthPerYear = 0.07
const sundayToSaturday = [1.16, 0.93, 0.92, 0.93, 0.95, 1.04, 1.18]
const outageBlockDays = 300

/** Price factors by the day of a year that has twelve months of 31 days. */
const season: readonly (readonly [number, number])[] = [
  [0, 0.82],
  [9, 0.7],
  [50, 0.78],
  [90, 0.92],
  [150, 0.98],
  [200, 0.88],
  [235, 0.9],
  [275, 1.02],
  [320, 1.18],
  [333, 1.55],
  [337, 1.62],
  [345, 1.4],
  [363, 1.52],
  [366, 1.2],
  [370, 0.95],
  [372, 0.82],
]

/** The market of a day by weekday, season, growth and outages. */
export function marketOn(seed: number, day: Day): MarketDay {
  const month = Number(formatDay(day).slice(5, 7))
  const dayOfMonth = Number(formatDay(day).slice(8, 10))
  const weekday = (((day + 4) % 7) + 7) % 7
  // Capped, so that revenue stays realistic in any century.
  const years = Math.min(Math.max((day - growthEpoch) / 365, -4), 12)
  const holidays = month === 12 && dayOfMonth >= 24 ? 1.12 : 1
  // Advertisers spend the rest of their budgets at the end of a month.
  const price = seasonAt((month - 1) * 31 + dayOfMonth - 1) * (0.95 + dayOfMonth / 310)
  return {
    audience: sundayToSaturday[weekday]! * holidays * (1 + growthPerYear * years),
    prices: networks.map((_, index) => {
      const hash = mix(mix(seed, 300 + index), day)
      return isOut(seed, index, day) ? 0 : price * between(0.9, 1.1, hash)
    }),
  }
}

/** @param place from 0 (1 January) to 371 (31 December) */
function seasonAt(place: number): number {
  const next = season.findIndex(([until]) => until > place)
  const [fromPlace, from] = season[next - 1]!
  const [toPlace, to] = season[next]!
  return from + ((to - from) * (place - fromPlace)) / (toPlace - fromPlace)
}

/** Whether a network has an outage: one or two days, about twice in three years; `ownnet` never. */
function isOut(seed: number, network: number, day: Day): boolean {
  const block = Math.floor(day / outageBlockDays)
  const hash = mix(mix(seed, 400 + network), block)
  if (network === 0 || hash % 10 >= 6) return false
  const age = day - block * outageBlockDays - (mix(hash, 1) % (outageBlockDays - 2))
  return age >= 0 && age < 1 + (mix(hash, 2) % 2)
}

import { addDays, type Day } from '../values/day.ts'
import type { NetworkDays } from './amounts.ts'
import type { ReportedNetwork } from './reported.ts'
import { median } from './spread.ts'

const levelDays = 28
/** The age in days at which a day counts half for the level. */
const halfLifeDays = 4
const profileDays = 56
/** Fewer days of a weekday tell nothing about it. */
const minWeekdays = 3

/** The revenue that a network's day is expected to bring, from the days up to some day. */
export type Expectation = (day: Day) => number

/** The revenue of a network by day. */
export class NetworkHistory {
  readonly firstDay: Day
  readonly #days: ReadonlySet<Day>
  readonly #revenueMicros: ReadonlyMap<Day, number>

  constructor({ network, days, firstDay }: ReportedNetwork, figures: NetworkDays) {
    this.firstDay = firstDay
    this.#days = days
    const known = figures.get(network) ?? new Map()
    this.#revenueMicros = new Map(
      [...known].map(([day, { revenueMicros }]) => [day, Number(revenueMicros)]),
    )
  }

  isReported(day: Day): boolean {
    return this.#days.has(day)
  }

  /** In micros; 0 where it reported nothing. */
  revenueOn(day: Day): number {
    return this.#revenueMicros.get(day) ?? 0
  }

  /** `level × factor(weekday)` from the days up to one; see `forecastMonth`. The level is 0 where the last 28 days are not reported. */
  expectFrom(origin: Day): Expectation {
    const factors = this.#weekdayFactors(origin)
    let [sum, weights] = [0, 0]
    for (let age = 0; age < levelDays; age++) {
      const day = addDays(origin, -age)
      if (!this.isReported(day)) continue
      const weight = 2 ** (-age / halfLifeDays)
      sum += (weight * this.revenueOn(day)) / factors[weekdayOf(day)]!
      weights += weight
    }
    const level = weights > 0 ? sum / weights : 0
    return (day) => level * factors[weekdayOf(day)]!
  }

  /** All 1 where a weekday is not known well enough. */
  #weekdayFactors(origin: Day): readonly number[] {
    const byWeekday: number[][] = Array.from({ length: 7 }, () => [])
    for (let age = 0; age < profileDays; age++) {
      const day = addDays(origin, -age)
      if (this.isReported(day)) byWeekday[weekdayOf(day)]!.push(this.revenueOn(day))
    }
    const medians = byWeekday.map((known) => (known.length < minWeekdays ? 0 : median(known)))
    const mean = medians.reduce((sum, one) => sum + one, 0) / 7
    return medians.every((one) => one > 0) ? medians.map((one) => one / mean) : medians.map(() => 1)
  }
}

/** From 0 to 6; which weekday is 0 does not matter. */
const weekdayOf = (day: Day): number => ((day % 7) + 7) % 7

import { addDays, type Day, type DaySpan, dayCount, dayMs } from '../values/day.ts'
import type { NetworkDays } from './amounts.ts'
import { NetworkHistory } from './network-history.ts'
import { reportedNetworks } from './reported.ts'
import { median, quantile } from './spread.ts'

/** A day of the month. */
export interface ForecastDay {
  readonly day: Day
  /** The revenue that networks reported; null for today, for later days, and for days that nobody reported. */
  readonly reportedMicros: bigint | null
  /** The revenue that is still expected of days to come and of late reports; null where none is. */
  readonly expectedMicros: bigint | null
}

export interface MonthForecast {
  readonly month: DaySpan
  /** The revenue that is reported of the month's days before today. */
  readonly soFarMicros: bigint
  /** The month's revenue: the sum of all days; null with less than {@link minHistoryDays} of history. */
  readonly pointMicros: bigint | null
  /** 8 of 10 months end within it; null without enough rehearsals. */
  readonly range: { readonly lowMicros: bigint; readonly highMicros: bigint } | null
  /** How many stretches of earlier months the range was found from. */
  readonly rehearsals: number
  readonly days: readonly ForecastDay[]
}

/** Two weeks tell weekdays apart. */
export const minHistoryDays = 14
/** A report that comes later than this is not expected any more. */
export const lateDays = 7
const rehearsedMonths = 24
/** The fewest days that a rehearsal knows. */
const minRehearsedDays = 28
/** Rehearsals end at most this many days before or after the end of their months. */
const endShiftDays = 3
const minRehearsals = 14
const outerShares = [0.1, 0.9]

/**
 * Forecasts the revenue of a month. Of each network,
 *
 *     expected(day) = level × factor(weekday)
 *
 * where `factor` is the median of the weekday in the last 56 days, divided by the mean of the seven medians,
 * and `level` is the mean of the last 28 days, each divided by its factor, in which a day weighs half as much
 * as the day four days later. The month is
 *
 *     reported so far + usual ratio × sum of the expected days
 *
 * Ratios of what came to what was expected are found by rehearsing: the same forecast is made for the same days
 * of each of the last 24 months, up to three days earlier or later, from what was known then. The usual ratio
 * is their median; the range has their quantiles 0.1 and 0.9 in its place. Such ranges are empirical prediction
 * intervals (W. H. Williams and M. L. Goodman, "A Simple Method for the Construction of Empirical Confidence
 * Limits for Economic Forecasts", Journal of the American Statistical Association 66, 1971).
 *
 * A day that a network has not reported is expected too, for seven days. A network that has reported none of
 * the last 28 days brings nothing.
 *
 * @param figures what is forecast
 * @param reported what networks reported of all time; rows that a reported day does not have are zeros
 * @param month the month that today is in, or an earlier one, of which only late reports are expected, without a range
 */
export function forecastMonth(
  figures: NetworkDays,
  reported: NetworkDays,
  today: Day,
  month: DaySpan = monthOf(today),
): MonthForecast {
  const origin = addDays(today, -1)
  const found = reportedNetworks(reported)
  const networks = found.map((one) => new NetworkHistory(one, figures))
  const reportedDays = daysOf(month).map((day) => {
    if (day > origin) return null
    const known = found.filter(({ days }) => days.has(day))
    return known.length === 0 ? null : sum(known.map((one) => revenueOf(figures, one.network, day)))
  })
  const soFarMicros = sum(reportedDays.map((micros) => micros ?? 0n))
  const firstDay = Math.min(...networks.map((one) => one.firstDay)) as Day
  const isKnown = networks.length > 0 && origin - firstDay + 1 >= minHistoryDays
  const ratios = isKnown && month.lastDay > origin ? rehearse(networks, month, origin) : []
  const hasRange = ratios.length >= minRehearsals
  const usual = hasRange ? median(ratios) : 1
  const outer = hasRange ? outerShares.map((share) => quantile(ratios, share)) : []
  const expected = isKnown ? expectedDays(networks, month, origin) : daysOf(month).map(() => null)
  const rest = expected.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const at = (ratio: number): bigint => soFarMicros + BigInt(Math.round(rest * ratio))
  // Corrections can let expect less than nothing; then the greater ratio is the lower end.
  const [least = 1, most = 1] = rest < 0 ? outer.toReversed() : outer
  return {
    month,
    soFarMicros,
    rehearsals: ratios.length,
    pointMicros: isKnown ? at(usual) : null,
    range: hasRange ? { lowMicros: at(least), highMicros: at(most) } : null,
    days: wholeMicros(expected, usual).map((expectedMicros, place) => ({
      day: addDays(month.firstDay, place),
      reportedMicros: reportedDays[place]!,
      expectedMicros,
    })),
  }
}

const revenueOf = (figures: NetworkDays, network: string, day: Day): bigint =>
  figures.get(network)?.get(day)?.revenueMicros ?? 0n

const sum = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n)

/** The revenue that each day of the month is expected to bring yet. */
function expectedDays(
  networks: readonly NetworkHistory[],
  month: DaySpan,
  origin: Day,
): (number | null)[] {
  const expectations = new Map(networks.map((one) => [one, one.expectFrom(origin)]))
  return daysOf(month).map((day) => {
    const isLate = (one: NetworkHistory) =>
      !one.isReported(day) && day >= one.firstDay && origin - day < lateDays
    const due = networks.filter((one) => day > origin || isLate(one))
    if (due.length === 0) return null
    return due.reduce((sum, one) => sum + expectations.get(one)!(day), 0)
  })
}

/** How often what was expected came, in forecasts of as many days at the same place of earlier months. */
function rehearse(networks: readonly NetworkHistory[], month: DaySpan, origin: Day): number[] {
  const ahead = month.lastDay - origin
  const firstDay = Math.min(...networks.map((one) => one.firstDay))
  const ratios: number[] = []
  let { firstDay: first } = month
  for (let back = 0; back < rehearsedMonths; back++) {
    const end = addDays(first, -1)
    first = monthOf(end).firstDay
    for (let shift = -endShiftDays; shift <= endShiftDays; shift++) {
      const last = addDays(end, shift)
      const from = addDays(last, -ahead)
      if (last > origin || from - firstDay + 1 < minRehearsedDays) continue
      const expectations = networks.map((one) => one.expectFrom(from))
      let [expected, came] = [0, 0]
      for (let day = addDays(from, 1); day <= last; day = addDays(day, 1)) {
        for (const [place, one] of networks.entries()) {
          expected += expectations[place]!(day)
          came += one.revenueOn(day)
        }
      }
      if (expected > 0) ratios.push(came / expected)
    }
  }
  return ratios
}

/** Amounts times a ratio in whole micros, which add up to their rounded sum. */
function wholeMicros(amounts: readonly (number | null)[], ratio: number): (bigint | null)[] {
  let [exact, given] = [0, 0n]
  return amounts.map((amount) => {
    if (amount === null) return null
    exact += amount
    const micros = BigInt(Math.round(exact * ratio)) - given
    given += micros
    return micros
  })
}

/** The days from the first to the last of the month that a day is in. */
export function monthOf(day: Day): DaySpan {
  const date = new Date(day * dayMs)
  const firstDay = addDays(day, 1 - date.getUTCDate())
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return { firstDay, lastDay: addDays(firstDay, date.getUTCDate() - 1) }
}

/** The month that a day is in, and the one before it as long as reports of that can be late; the earlier one first. */
export function openMonths(today: Day): DaySpan[] {
  const [late, current] = [monthOf(addDays(today, -lateDays)), monthOf(today)]
  return late.firstDay === current.firstDay ? [current] : [late, current]
}

const daysOf = (span: DaySpan): Day[] =>
  Array.from({ length: dayCount(span) }, (_, place) => addDays(span.firstDay, place))

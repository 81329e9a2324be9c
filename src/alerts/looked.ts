import { type Amounts, noAmounts, plus } from '../insight/amounts.ts'
import type { MonthForecast } from '../insight/forecast.ts'
import { addDays, type Day } from '../values/day.ts'

/** The figures of a network's day: all of them, and by app and country where these were asked for. */
export interface NetworkDay {
  readonly all: Amounts
  readonly apps: ReadonlyMap<number, Amounts>
  readonly countries: ReadonlyMap<string, Amounts>
}

/** The figures of some days at a time, by network and day. A day that a network had not reported is not there. */
export type FiguresOfTime = ReadonlyMap<string, ReadonlyMap<Day, NetworkDay>>

/**
 * What a look at a time sees: the figures then, the figures of earlier weeks when their days were as old, and those of a
 * day before.
 */
export interface Looked {
  readonly atMs: number
  /** The UTC day of the look. */
  readonly today: Day
  readonly now: FiguresOfTime
  /** As of one week before, two weeks, and so on; null where nothing is stored of then. */
  readonly weeks: readonly (FiguresOfTime | null)[]
  readonly dayBefore: FiguresOfTime | null
  /** As of a day before each of `weeks`. */
  readonly weeksDayBefore: readonly (FiguresOfTime | null)[]
  /** Of the open months, the earlier one first; empty unless a rule needs them. */
  readonly forecasts: readonly MonthForecast[]
}

/** How many weeks back a look compares. */
export const weeksBack = 4
/** Fewer same weekdays tell nothing. */
export const minWeeks = 3

/** A part of the figures whose change is looked for. */
export interface Subject {
  readonly of: 'total' | 'network' | 'app_id' | 'country'
  /** The network's name, the app's key, or the country; null for the total. */
  readonly key: string | number | null
}

/** The amounts of a subject in a network's day; nothing where it has no rows. */
export function amountsOf({ of, key }: Subject, network: string, day: NetworkDay): Amounts {
  if (of === 'total') return day.all
  if (of === 'network') return network === key ? day.all : noAmounts
  if (of === 'app_id') return day.apps.get(key as number) ?? noAmounts
  return day.countries.get(key as string) ?? noAmounts
}

export const weekBefore = (day: Day, weeks: number): Day => addDays(day, -7 * weeks)

/** The sum of a subject over networks that all reported a day; null where one did not. */
export function sumOf(
  subject: Subject,
  networks: readonly string[],
  figures: FiguresOfTime | null,
  day: Day,
): Amounts | null {
  if (figures === null) return null
  let sum = noAmounts
  for (const network of networks) {
    const found = figures.get(network)?.get(day)
    if (!found) return null
    sum = plus(sum, amountsOf(subject, network, found))
  }
  return sum
}

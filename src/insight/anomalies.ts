import { addDays, type Day, type DaySpan } from '../values/day.ts'
import type { Steps } from '../values/turns.ts'
import type { ReportedNetwork } from './reported.ts'
import { median, robustSpread } from './spread.ts'

/** Revenue by network and day. Days without rows are 0 where the network reported them. */
export interface Series {
  readonly scope: 'total' | 'network' | 'app'
  /** The network's name or the app's key; null for the total. */
  readonly key: string | number | null
  readonly revenueMicros: ReadonlyMap<string, ReadonlyMap<Day, bigint>>
}

/** A day whose revenue is not what the same weekdays before it let expect. */
export interface Anomaly {
  readonly day: Day
  readonly scope: Series['scope']
  readonly key: Series['key']
  /** Of the networks that are judged, as all other amounts. */
  readonly revenueMicros: bigint
  readonly expectedMicros: bigint
  /** Within these, it would be no anomaly. */
  readonly lowMicros: bigint
  readonly highMicros: bigint
  /** How many same weekdays it is judged by. */
  readonly weeks: number
  /** Networks that reported the day but too few of the days before it, in alphabetical order. */
  readonly unjudged: readonly string[]
}

/** How many weeks back the same weekdays are looked at. */
export const weeksBack = 8
/** Fewer same weekdays tell nothing. */
export const minWeeks = 4
/** Days that come before the first judged one: the oldest weekday, and the week before it. */
export const daysBefore = 7 * weeksBack + 7
/**
 * B. Iglewicz and D. C. Hoaglin, "How to Detect and Handle Outliers", 1993: values more than 3.5 robust
 * standard deviations from the median.
 */
const maxDeviations = 3.5
/** Smaller differences are never anomalies, however regular the days before were. */
const minShare = 0.2
const minLevelDays = 4

/**
 * Finds unusual days. A day's revenue is divided by its level, the median of the seven days before it; the
 * same is done with the same weekdays of the eight weeks before. With their median m and robust spread s
 * (see {@link robustSpread}),
 *
 *     expected = m × level          range = (m ± max(3.5 × s, 0.2 × m)) × level
 *
 * Levels let revenue grow and shrink over weeks, weekdays let weekends differ. Only networks count that
 * reported the day and enough days before it, on all of these days: a missing report is no drop.
 *
 * @param reported every network of the series
 * @param limit how many are answered at most
 * @returns those that are furthest from what was expected, in micros, greatest first; how many there are
 */
export function* findAnomalies(
  series: Iterable<Series>,
  { firstDay, lastDay }: DaySpan,
  reported: readonly ReportedNetwork[],
  limit: number,
): Steps<{ readonly anomalies: readonly Anomaly[]; readonly count: number }> {
  const found: Anomaly[] = []
  const days = new Map(reported.map((one) => [one.network, one.days]))
  for (const one of series) {
    const networks = [...one.revenueMicros.keys()].filter((name) => days.has(name)).sort()
    for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
      const anomaly = judge(one, day, networks, days)
      if (anomaly) found.push(anomaly)
      if (day % daysPerTurn === 0) yield
    }
    yield
  }
  found.sort(byImpact)
  return { anomalies: found.slice(0, limit), count: found.length }
}

const daysPerTurn = 64

type ReportedSets = ReadonlyMap<string, ReadonlySet<Day>>

function judge(
  { scope, key, revenueMicros }: Series,
  day: Day,
  networks: readonly string[],
  reported: ReportedSets,
): Anomaly | null {
  const sameWeekdays = Array.from({ length: weeksBack }, (_, week) => addDays(day, -7 * (week + 1)))
  const present = networks.filter((name) => reported.get(name)!.has(day))
  const isJudged = (name: string) =>
    sameWeekdays.filter((one) => reported.get(name)!.has(one)).length >= minWeeks
  const judged = present.filter(isJudged)
  if (judged.length === 0) return null
  const revenueOn = (at: Day): bigint | null => {
    let sum = 0n
    for (const name of judged) {
      if (!reported.get(name)!.has(at)) return null
      sum += revenueMicros.get(name)!.get(at) ?? 0n
    }
    return sum
  }
  const level = levelBefore(day, revenueOn)
  if (level === null) return null
  const ratios = sameWeekdays.flatMap((at) => {
    const levelThen = levelBefore(at, revenueOn)
    const revenue = revenueOn(at)
    return revenue === null || levelThen === null ? [] : [Number(revenue) / levelThen]
  })
  if (ratios.length < minWeeks) return null
  const middle = median(ratios)
  const margin = Math.max(maxDeviations * robustSpread(ratios), minShare * Math.abs(middle))
  const revenue = revenueOn(day)!
  if (Math.abs(Number(revenue) / level - middle) <= margin) return null
  const micros = (ratio: number) => BigInt(Math.round(ratio * level))
  return {
    ...{ day, scope, key, revenueMicros: revenue, expectedMicros: micros(middle) },
    ...{ lowMicros: micros(middle - margin), highMicros: micros(middle + margin) },
    weeks: ratios.length,
    unjudged: present.filter((name) => !judged.includes(name)),
  }
}

/** The median of the seven days before a day. @returns null when fewer than four are known, or it is not above 0 */
function levelBefore(day: Day, revenueOn: (day: Day) => bigint | null): number | null {
  const known: number[] = []
  for (let age = 1; age <= 7; age++) {
    const revenue = revenueOn(addDays(day, -age))
    if (revenue !== null) known.push(Number(revenue))
  }
  if (known.length < minLevelDays) return null
  const level = median(known)
  return level > 0 ? level : null
}

function byImpact(a: Anomaly, b: Anomaly): number {
  const difference = impactOf(b) - impactOf(a)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a.day - b.day || (`${a.scope} ${a.key}` < `${b.scope} ${b.key}` ? -1 : 1)
}

function impactOf({ revenueMicros, expectedMicros }: Anomaly): bigint {
  const off = revenueMicros - expectedMicros
  return off < 0n ? -off : off
}

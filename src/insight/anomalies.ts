import { addDays, type Day, type DaySpan } from '../values/day.ts'
import type { Steps } from '../values/turns.ts'
import type { NetworkDays } from './amounts.ts'
import type { ReportedNetwork } from './reported.ts'
import { median, robustSpread } from './spread.ts'

/** Revenue by network and day. Days without rows are 0 where the network reported them. */
export interface RevenueSeries {
  readonly scope: 'total' | 'network' | 'app_id'
  /** The network's name or the app's key; null for the total. */
  readonly key: string | number | null
  readonly revenueMicros: ReadonlyMap<string, ReadonlyMap<Day, bigint>>
}

/** A day whose revenue is not what the same weekdays before it let expect. */
export interface Anomaly {
  readonly day: Day
  readonly scope: RevenueSeries['scope']
  readonly key: RevenueSeries['key']
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
  series: Iterable<RevenueSeries>,
  { firstDay, lastDay }: DaySpan,
  reported: readonly ReportedNetwork[],
  limit: number,
): Steps<{ readonly anomalies: readonly Anomaly[]; readonly count: number }> {
  const found: Anomaly[] = []
  const days = new Map(reported.map((one) => [one.network, one.days]))
  const judgedDays = new Map(
    reported.map(({ network, days: own }) => [network, daysWithEnough(own, firstDay, lastDay)]),
  )
  for (const one of series) {
    const networks = [...one.revenueMicros.keys()].filter((name) => days.has(name)).sort()
    let history: JudgedHistory | null = null
    for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
      const present = networks.filter((name) => days.get(name)!.has(day))
      const judged = present.filter((name) => judgedDays.get(name)!.has(day))
      // Usually the same networks on all days.
      if (`${history?.networks}` !== `${judged}`) history = new JudgedHistory(one, judged, days)
      const anomaly = judged.length > 0 ? judge(one, day, history!) : null
      if (anomaly) {
        found.push({ ...anomaly, unjudged: present.filter((name) => !judged.includes(name)) })
      }
      if (day % daysPerTurn === 0) yield
    }
    yield
  }
  found.sort(byImpact)
  return { anomalies: found.slice(0, limit), count: found.length }
}

const daysPerTurn = 64

const weekdaysBefore = (day: Day): Day[] =>
  Array.from({ length: weeksBack }, (_, week) => addDays(day, -7 * (week + 1)))

/** The reported days with enough reported days on the same weekday before. */
function daysWithEnough(reported: ReadonlySet<Day>, firstDay: Day, lastDay: Day): Set<Day> {
  const found = new Set<Day>()
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    if (!reported.has(day)) continue
    const weeks = weekdaysBefore(day).filter((one) => reported.has(one)).length
    if (weeks >= minWeeks) found.add(day)
  }
  return found
}

/** The revenue of some networks by day, on days that all of them reported. */
class JudgedHistory {
  readonly networks: readonly string[]
  readonly #series: RevenueSeries
  readonly #reported: ReadonlyMap<string, ReadonlySet<Day>>
  readonly #revenueMicros = new Map<Day, bigint | null>()
  readonly #levels = new Map<Day, number | null>()

  constructor(
    series: RevenueSeries,
    networks: readonly string[],
    reported: ReadonlyMap<string, ReadonlySet<Day>>,
  ) {
    this.#series = series
    this.networks = networks
    this.#reported = reported
  }

  /** Null where a network has not reported the day. */
  revenueOn(day: Day): bigint | null {
    const known = this.#revenueMicros.get(day)
    if (known !== undefined) return known
    let sum: bigint | null = 0n
    for (const name of this.networks) {
      if (!this.#reported.get(name)!.has(day)) {
        sum = null
        break
      }
      sum += this.#series.revenueMicros.get(name)!.get(day) ?? 0n
    }
    this.#revenueMicros.set(day, sum)
    return sum
  }

  /** The median of the seven days before a day. Null when fewer than four are known, or it is not above 0. */
  levelBefore(day: Day): number | null {
    const kept = this.#levels.get(day)
    if (kept !== undefined) return kept
    const week = Array.from({ length: 7 }, (_, age) => this.revenueOn(addDays(day, -1 - age)))
    const known = week.filter((revenue) => revenue !== null).map(Number)
    const middle = known.length < minLevelDays ? 0 : median(known)
    const level = middle > 0 ? middle : null
    this.#levels.set(day, level)
    return level
  }
}

/** The level before a day, and the same weekdays before it, each divided by its own level. */
interface Precedents {
  readonly level: number
  readonly ratios: readonly number[]
}

/** Null when too little is known of the days before. */
function precedentsOf(day: Day, history: JudgedHistory): Precedents | null {
  const level = history.levelBefore(day)
  if (level === null) return null
  const ratios = weekdaysBefore(day).flatMap((at) => {
    const [levelThen, revenue] = [history.levelBefore(at), history.revenueOn(at)]
    return revenue === null || levelThen === null ? [] : [Number(revenue) / levelThen]
  })
  return ratios.length < minWeeks ? null : { level, ratios }
}

/**
 * The revenue that the days before a network's day let expect, as {@link findAnomalies} has it.
 *
 * @param figures may be of a part of what the network reported
 * @returns a function of the day, reported or not; null when too little is known of the days before it
 */
export function networkExpectation(
  { network, days }: ReportedNetwork,
  figures: NetworkDays,
): (day: Day) => bigint | null {
  const known = [...(figures.get(network) ?? [])]
  const revenueMicros = new Map(known.map(([day, amounts]) => [day, amounts.revenueMicros]))
  const series = { scope: 'network', key: network } as const
  const history = new JudgedHistory(
    { ...series, revenueMicros: new Map([[network, revenueMicros]]) },
    [network],
    new Map([[network, days]]),
  )
  return (day) => {
    const found = precedentsOf(day, history)
    return found && BigInt(Math.round(median(found.ratios) * found.level))
  }
}

function judge(
  { scope, key }: RevenueSeries,
  day: Day,
  history: JudgedHistory,
): Omit<Anomaly, 'unjudged'> | null {
  const found = precedentsOf(day, history)
  if (found === null) return null
  const { level, ratios } = found
  const middle = median(ratios)
  const margin = Math.max(maxDeviations * robustSpread(ratios), minShare * Math.abs(middle))
  const revenue = history.revenueOn(day)!
  if (Math.abs(Number(revenue) / level - middle) <= margin) return null
  const micros = (ratio: number) => BigInt(Math.round(ratio * level))
  return {
    day,
    scope,
    key,
    revenueMicros: revenue,
    expectedMicros: micros(middle),
    lowMicros: micros(middle - margin),
    highMicros: micros(middle + margin),
    weeks: ratios.length,
  }
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

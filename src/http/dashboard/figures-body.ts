import { type Sum, type Sums, sums } from '../../reporting/metrics.ts'
import { type Day, type DaySpan, dayCount, formatDay, parseDay } from '../../values/day.ts'
import { type ExactInteger, toExact } from '../../values/exact-integer.ts'
import { addSums, exactSums, type GroupDays, noSums } from './group-days.ts'

/** How many groups get their own series; the others are added up. */
const maxSeries = 8
/** How many points a table's trend line has. */
const trendPoints = 30

const earliestDay = parseDay('0000-01-01')!

type Groups = ReadonlyMap<string, GroupDays>

/**
 * The figures of a range for the dashboard's charts and tables. Groups are sorted by revenue, highest
 * first; those that only the previous range has come last.
 *
 * @param before the groups of the previous range
 */
export function figuresBody(
  current: Groups,
  before: Groups,
  days: DaySpan,
  previousDays: DaySpan,
  currency: string,
) {
  const groups = [...current.values()].sort(byRevenue)
  const gone = [...before.keys()].filter((key) => !current.has(key)).sort()
  const shown = groups.slice(0, maxSeries)
  const rest = groups.slice(maxSeries)
  const length = dayCount(days)
  return {
    currency,
    start_date: formatDay(days.firstDay),
    end_date: formatDay(days.lastDay),
    previous_start_date: formatPreviousDay(previousDays.firstDay),
    previous_end_date: formatPreviousDay(previousDays.lastDay),
    total: wire(totalOf(groups)),
    previous_total: wire(totalOf([...before.values()])),
    days: wireDays(addDays(groups, length)),
    series: [
      ...shown.map(({ key, days: own }) => ({ key, days: wireDays(own) })),
      ...(rest.length > 0 ? [{ key: null, days: wireDays(addDays(rest, length)) }] : []),
    ],
    groups: [
      ...groups.map(({ key, total, days: own }) => ({
        key,
        total: wire(exactSums(total)),
        previous_total: wireOf(before.get(key)),
        trend: trendOf(own),
      })),
      ...gone.map((key) => ({
        key,
        total: wire(exactSums(noSums())),
        previous_total: wireOf(before.get(key)),
        trend: [],
      })),
    ],
  }
}

/** @returns null before the year 0, which has no text */
const formatPreviousDay = (day: Day) => (day < earliestDay ? null : formatDay(day))

function byRevenue(a: GroupDays, b: GroupDays): number {
  const difference = b.total.revenueMicros - a.total.revenueMicros
  if (difference !== 0n) return difference < 0n ? -1 : 1
  return a.key < b.key ? -1 : 1
}

function totalOf(groups: readonly GroupDays[]): Sums {
  const total = noSums()
  for (const group of groups) addSums(total, group.total)
  return exactSums(total)
}

function addDays(groups: readonly GroupDays[], length: number): GroupDays['days'] {
  return Array.from({ length }, (_, place) => {
    const known = groups.flatMap(({ days }) => days[place] ?? [])
    if (known.length === 0) return null
    const total = noSums()
    for (const one of known) addSums(total, one)
    return total
  })
}

/** Revenue in at most {@link trendPoints} points of equally many days; the last may have fewer. */
function trendOf(days: GroupDays['days']): (number | null)[] {
  const width = Math.ceil(days.length / trendPoints)
  const points: (number | null)[] = []
  for (let from = 0; from < days.length; from += width) {
    const known = days.slice(from, from + width).flatMap((day) => day?.revenueMicros ?? [])
    points.push(known.length === 0 ? null : Number(known.reduce((sum, one) => sum + one, 0n)))
  }
  return points
}

/** Numbers too large to be exact in JSON are written as text. */
type WireNumber = number | string

const wireNumber = (value: ExactInteger): WireNumber =>
  typeof value === 'number' ? value : value.toString()

const wireNames = {
  impressions: 'impressions',
  clicks: 'clicks',
  installs: 'installs',
  revenueMicros: 'revenue_micros',
} as const satisfies Record<Sum, string>

type WireSums = Record<(typeof wireNames)[Sum], WireNumber>

const wire = (of: Sums): WireSums =>
  Object.fromEntries(sums.map((sum) => [wireNames[sum], wireNumber(of[sum] ?? 0)])) as WireSums

const wireOf = (group: GroupDays | undefined): WireSums | null =>
  group ? wire(exactSums(group.total)) : null

type WireDays = Record<(typeof wireNames)[Sum], (WireNumber | null)[]>

/** A column for each sum; null on days without figures. */
function wireDays(days: GroupDays['days']): WireDays {
  const column = (sum: Sum) => days.map((day) => day && wireNumber(toExact(day[sum])))
  return Object.fromEntries(sums.map((sum) => [wireNames[sum], column(sum)])) as WireDays
}

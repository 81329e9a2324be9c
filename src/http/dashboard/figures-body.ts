import { addSums, exactSums, noSums } from '../../reporting/counted-sums.ts'
import { type CountedSum, countedSums, type Sums } from '../../reporting/metrics.ts'
import { type DaySpan, dayCount, formatDay } from '../../values/day.ts'
import { type ExactInteger, toExact } from '../../values/exact-integer.ts'
import { Turns } from '../../values/turns.ts'
import type { GroupDays } from './group-days.ts'

/** How many groups get their own series; the others are added up. */
const maxSeries = 8
/** How many points a table's trend line has. */
const trendPoints = 30

/**
 * The figures of a range for the dashboard's charts and tables. Groups are sorted by revenue, highest
 * first.
 */
export async function figuresBody(found: ReadonlyMap<string, GroupDays>, days: DaySpan) {
  const groups = [...found.values()].sort(byRevenue)
  const shown = groups.slice(0, maxSeries)
  const rest = groups.slice(maxSeries)
  const length = dayCount(days)
  const turns = new Turns()
  const all = await addDays(groups, turns)
  const others = await addDays(rest, turns)
  const reported = countReported(all, length)
  const rows = []
  for (const { key, total, days: own } of groups) {
    await turns.spend(own.size + trendPoints)
    rows.push({ key, total: wireSums(exactSums(total)), trend: trendOf(own, reported) })
  }
  return {
    start_date: formatDay(days.firstDay),
    end_date: formatDay(days.lastDay),
    total: wireSums(totalOf(groups)),
    days: wireDays(all, length),
    series: [
      ...shown.map(({ key, days: own }) => ({ key, days: wireDays(own, length) })),
      ...(rest.length > 0 ? [{ key: null, days: wireDays(others, length) }] : []),
    ],
    groups: rows,
  }
}

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

async function addDays(groups: readonly GroupDays[], turns: Turns): Promise<GroupDays['days']> {
  const added: GroupDays['days'] = new Map()
  for (const { days } of groups) {
    await turns.spend(days.size)
    for (const [place, sums] of days) {
      const known = added.get(place)
      if (known) addSums(known, sums)
      else added.set(place, { ...sums })
    }
  }
  return added
}

/** How many days before each place of a range were reported. */
function countReported(days: GroupDays['days'], length: number): Uint32Array {
  const counts = new Uint32Array(length + 1)
  for (let place = 0; place < length; place++) {
    counts[place + 1] = counts[place]! + (days.has(place) ? 1 : 0)
  }
  return counts
}

/**
 * Revenue per day in at most {@link trendPoints} points of equally many days; the first may have
 * fewer. Only reported days count, up to the group's last, so that no point drops because days lack.
 *
 * @param reported as {@link countReported} counts all groups' days
 */
function trendOf(days: GroupDays['days'], reported: Uint32Array): (number | null)[] {
  const length = reported.length - 1
  const width = Math.ceil(length / trendPoints)
  const points: (bigint | null)[] = Array.from({ length: Math.ceil(length / width) }, () => null)
  const pointOf = (place: number) => points.length - 1 - Math.floor((length - 1 - place) / width)
  let last = -1
  for (const [place, { revenueMicros }] of days) {
    const point = pointOf(place)
    points[point] = (points[point] ?? 0n) + revenueMicros
    last = Math.max(last, place)
  }
  return points.map((micros, point) => {
    if (micros === null) return null
    const end = length - (points.length - 1 - point) * width
    const counted = reported[Math.min(end, last + 1)]! - reported[Math.max(end - width, 0)]!
    return Math.round(Number(micros) / counted)
  })
}

/** Numbers too large to be exact in JSON are written as text. */
export type WireNumber = number | string

export const wireNumber = (value: ExactInteger): WireNumber =>
  typeof value === 'number' ? value : value.toString()

const wireNames = {
  impressions: 'impressions',
  clicks: 'clicks',
  installs: 'installs',
  revenueMicros: 'revenue_micros',
} as const satisfies Record<CountedSum, string>

export type WireSums = Record<(typeof wireNames)[CountedSum], WireNumber>

export const wireSums = (of: Sums): WireSums =>
  Object.fromEntries(
    countedSums.map((sum) => [wireNames[sum], wireNumber(of[sum] ?? 0)]),
  ) as WireSums

type WireDays = Record<(typeof wireNames)[CountedSum], (WireNumber | null)[]>

/** A column for each sum; null on days without figures. */
function wireDays(days: GroupDays['days'], length: number): WireDays {
  const column = (sum: CountedSum) =>
    Array.from({ length }, (_, place) => {
      const day = days.get(place)
      return day ? wireNumber(toExact(day[sum])) : null
    })
  return Object.fromEntries(countedSums.map((sum) => [wireNames[sum], column(sum)])) as WireDays
}

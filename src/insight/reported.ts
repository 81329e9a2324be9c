import { addDays, type Day, type DaySpan } from '../values/day.ts'
import type { DayPair } from './day-pairs.ts'

/** A network that has reported nothing for more days than this is no longer in use. */
export const silentDays = 30

/** The days of all time that a network has reported. */
export interface ReportedNetwork {
  readonly network: string
  readonly days: ReadonlySet<Day>
  readonly firstDay: Day
  readonly lastDay: Day
}

/**
 * How a network has reported a pair of days:
 *
 * - `compared`: both;
 * - `new`: only the day, because the network was not in use before it;
 * - `unreported_before`: only the day;
 * - `ended`: only the other day, because the network is no longer in use (see {@link silentDays});
 * - `unreported`: only the other day;
 * - `nothing`: neither.
 */
export const pairStates = [
  ...(['compared', 'new', 'unreported_before', 'ended', 'unreported', 'nothing'] as const),
] as const

export type PairState = (typeof pairStates)[number]

/**
 * Why days are not compared: what the network has not reported, see {@link PairState}; the other range has no
 * such day; the day is today or still to come; no network has reported both days.
 */
export const leftOutReasons = [
  ...(['unreported', 'unreported_before', 'new', 'ended'] as const),
  ...(['no_such_day', 'not_over', 'not_reported'] as const),
] as const

export type LeftOutReason = (typeof leftOutReasons)[number]

/** A pair whose days both exist and are over. */
export interface ComparablePair extends DayPair {
  readonly other: Day
}

/** The pairs that can be compared if they are reported. Today is not over. */
export const comparablePairs = (pairs: readonly DayPair[], today: Day): ComparablePair[] =>
  pairs.filter(
    (pair): pair is ComparablePair => pair.other !== null && Math.max(pair.day, pair.other) < today,
  )

/** @returns sorted by network; without networks that never reported */
export function reportedNetworks(
  reported: ReadonlyMap<string, ReadonlyMap<Day, unknown>>,
): ReportedNetwork[] {
  return [...reported]
    .filter(([, days]) => days.size > 0)
    .map(([network, days]) => {
      let [firstDay, lastDay] = [Infinity, -Infinity]
      for (const day of days.keys()) {
        firstDay = Math.min(firstDay, day)
        lastDay = Math.max(lastDay, day)
      }
      const [first, last] = [firstDay as Day, lastDay as Day]
      return { network, days: new Set(days.keys()), firstDay: first, lastDay: last }
    })
    .sort((a, b) => (a.network < b.network ? -1 : 1))
}

export function pairState(
  { day, other }: ComparablePair,
  { days, firstDay, lastDay }: ReportedNetwork,
  today: Day,
): PairState {
  const [isReported, wasReported] = [days.has(day), days.has(other)]
  if (isReported && wasReported) return 'compared'
  if (isReported) return other < firstDay ? 'new' : 'unreported_before'
  if (!wasReported) return 'nothing'
  return day > lastDay && today - lastDay > silentDays ? 'ended' : 'unreported'
}

/** Whether a network has reported a day within {@link silentDays}. */
export const isInUse = ({ lastDay }: ReportedNetwork, today: Day): boolean =>
  today - lastDay <= silentDays

/** The days of a span that a network has not reported since it reported its first one, in spans. */
export function missingDays(
  { days, firstDay: began }: ReportedNetwork,
  { firstDay, lastDay }: DaySpan,
): DaySpan[] {
  const missing: DaySpan[] = []
  for (let day = Math.max(firstDay, began) as Day; day <= lastDay; day = addDays(day, 1)) {
    if (days.has(day)) continue
    const last = missing.at(-1)
    if (last?.lastDay === addDays(day, -1)) missing[missing.length - 1] = { ...last, lastDay: day }
    else missing.push({ firstDay: day, lastDay: day })
  }
  return missing
}

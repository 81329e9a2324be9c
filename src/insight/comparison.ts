import { addDays, type Day, type DaySpan } from '../values/day.ts'
import type { Steps } from '../values/turns.ts'
import { type Amounts, type NetworkDays, noAmounts, plus } from './amounts.ts'
import { type Against, pairDays } from './day-pairs.ts'
import { comparablePairs, type LeftOutReason, pairState, reportedNetworks } from './reported.ts'

/** Days of the range, in a row, that are not compared. */
export interface LeftOut extends DaySpan {
  readonly reason: LeftOutReason
}

/** The same days of two ranges. */
export interface LikeWithLike {
  /** How many days are compared. */
  readonly dayCount: number
  /** Sums of the compared days; zeros where nothing is compared. */
  readonly current: Amounts
  readonly previous: Amounts
  readonly leftOut: readonly LeftOut[]
}

export interface NetworkComparison extends LikeWithLike {
  readonly network: string
}

/** A day of the range. Amounts are of the networks that are compared on it; null without any. */
export interface ComparedDay {
  readonly day: Day
  readonly other: Day | null
  readonly current: Amounts | null
  readonly previous: Amounts | null
}

/** A range beside another one. Its left-out days are those of all networks. */
export interface Comparison extends LikeWithLike {
  /** From the first to the last day that the range is compared with; null when it has no such day. */
  readonly other: DaySpan | null
  /** All figures of the range, compared or not. */
  readonly total: Amounts
  /** Networks that reported a day of either range, in alphabetical order. */
  readonly networks: readonly NetworkComparison[]
  readonly days: readonly ComparedDay[]
}

/** The figures that ranges are compared from. */
export interface ComparedFigures {
  /** The figures that are compared: the rows of any apps, countries or formats. */
  readonly figures: NetworkDays
  /** The figures that the networks reported of all time, whatever is compared. */
  readonly reported: NetworkDays
  readonly today: Day
}

/**
 * Compares like with like: a network's day counts if the network reported it in both ranges, and is left
 * out of both sums otherwise. Where a network reported a day, rows that are not there are zeros.
 */
export function* compareRanges(
  days: DaySpan,
  against: Against,
  { figures, reported, today }: ComparedFigures,
): Steps<Comparison> {
  const pairs = pairDays(days, against)
  const comparable = comparablePairs(pairs, today)
  const compared = new Map<Day, { current: Amounts; previous: Amounts }>()
  const networks: NetworkComparison[] = []
  for (const one of reportedNetworks(reported)) {
    yield
    const amountsOf = (day: Day) => figures.get(one.network)?.get(day) ?? noAmounts
    let sums = { current: noAmounts, previous: noAmounts }
    let dayCount = 0
    const states = comparable.map((pair) => ({ ...pair, state: pairState(pair, one, today) }))
    if (states.every(({ state }) => state === 'nothing')) continue
    for (const { day, other, state } of states) {
      if (state !== 'compared') continue
      const found = { current: amountsOf(day), previous: amountsOf(other) }
      sums = addBoth(sums, found)
      compared.set(day, addBoth(compared.get(day), found))
      dayCount++
    }
    const leftOut = inSpans(
      states.map(({ day, state }) => ({
        day,
        reason: state === 'compared' || state === 'nothing' ? null : state,
      })),
    )
    networks.push({ network: one.network, dayCount, ...sums, leftOut })
  }
  const others = pairs.flatMap(({ other }) => (other === null ? [] : [other]))
  return {
    other: others.length > 0 ? { firstDay: others[0]!, lastDay: others.at(-1)! } : null,
    total: totalOf(figures, days),
    dayCount: compared.size,
    current: sumOf([...compared.values()].map(({ current }) => current)),
    previous: sumOf([...compared.values()].map(({ previous }) => previous)),
    networks,
    leftOut: inSpans(
      pairs.map(({ day, other }) => ({
        day,
        reason: compared.has(day)
          ? null
          : other === null
            ? 'no_such_day'
            : day >= today
              ? 'not_over'
              : 'not_reported',
      })),
    ),
    days: pairs.map(({ day, other }) => ({
      day,
      other,
      ...(compared.get(day) ?? { current: null, previous: null }),
    })),
  }
}

interface Both {
  readonly current: Amounts
  readonly previous: Amounts
}

const addBoth = (to: Both = { current: noAmounts, previous: noAmounts }, more: Both): Both => ({
  current: plus(to.current, more.current),
  previous: plus(to.previous, more.previous),
})

const sumOf = (all: readonly Amounts[]): Amounts => all.reduce(plus, noAmounts)

/** The sum of all figures of some days. */
export function totalOf(figures: NetworkDays, { firstDay, lastDay }: DaySpan): Amounts {
  const all = [...figures.values()].flatMap((days) =>
    [...days].filter(([day]) => day >= firstDay && day <= lastDay).map(([, amounts]) => amounts),
  )
  return sumOf(all)
}

/** Joins neighbouring days with the same reason. @param days in order; those without a reason are compared */
function inSpans(
  days: readonly { readonly day: Day; readonly reason: LeftOutReason | null }[],
): LeftOut[] {
  const spans: LeftOut[] = []
  for (const { day, reason } of days) {
    if (reason === null) continue
    const last = spans.at(-1)
    if (last?.reason === reason && addDays(last.lastDay, 1) === day) {
      spans[spans.length - 1] = { ...last, lastDay: day }
    } else spans.push({ firstDay: day, lastDay: day, reason })
  }
  return spans
}

import { type Day, dayMs } from '../values/day.ts'
import type { Steps } from '../values/turns.ts'
import type { ReportedDay } from './figure-ledger.ts'
import type { GapLabel } from './gap-labels.ts'

/** The figures of a slice in one report. */
export interface ReportedFigure {
  readonly day: Day
  readonly app: number
  readonly network: string
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** When and in which time zone each report gave its days. */
export interface ReconciledDays {
  readonly primary: readonly ReportedDay[]
  readonly secondary: readonly ReportedDay[]
}

/** A slice of the counted figures and the same slice of a secondary report. */
export interface Gap {
  readonly day: Day
  readonly app: number
  readonly network: string
  /** Null when the report does not have the slice. */
  readonly primary: ReportedFigure | null
  readonly secondary: ReportedFigure | null
  /** Secondary minus primary. */
  readonly gapMicros: bigint
  readonly label: GapLabel
}

export interface Tolerance {
  /** Hundredths of a percent of the larger amount. */
  readonly basisPoints: number
  /** Gaps up to this amount do not matter. */
  readonly micros: bigint
}

/** Slices that are worked on in one turn. */
const slicesPerTurn = 512

/** A gap is attributed to currency only if at least this many days have the same ratio. */
const minCurrencyDays = 3

/**
 * Compares two reports slice by slice, in steps between which others may have their turn. Networks that the secondary
 * report does not have are left out.
 *
 * The first reason that applies is the label of a gap:
 *
 * - below tolerance;
 * - time zone: the reports' days end at different times, and the app's amounts agree over all days;
 * - currency: impressions agree, and the amounts have the same ratio on every day;
 * - late data: the smaller amount was reported earlier, within two days of the day's end.
 */
export function* reconcileInSteps(
  primary: readonly ReportedFigure[],
  secondary: readonly ReportedFigure[],
  reported: ReconciledDays,
  tolerance: Tolerance,
): Steps<Gap[]> {
  const covered = new Set(secondary.map(({ network }) => network))
  const pairs = new Map<string, MutablePair>()
  const put = (figure: ReportedFigure, side: 'primary' | 'secondary') => {
    const key = `${figure.day} ${figure.app} ${figure.network}`
    const pair = pairs.get(key)
    if (pair) pair[side] = figure
    else pairs.set(key, { primary: null, secondary: null, figure, [side]: figure })
  }
  for (const [side, figures] of [
    ['primary', primary] as const,
    ['secondary', secondary] as const,
  ]) {
    for (let place = 0; place < figures.length; place++) {
      const figure = figures[place]!
      if (side === 'secondary' || covered.has(figure.network)) put(figure, side)
      if (place % slicesPerTurn === 0) yield
    }
  }
  const times = { primary: timesOf(reported.primary), secondary: timesOf(reported.secondary) }
  const series = Map.groupBy(pairs.values(), ({ figure }) => `${figure.app} ${figure.network}`)
  yield
  const gaps: Gap[] = []
  for (const of of series.values()) {
    const traits = traitsOf(of, reported, tolerance)
    for (const pair of of) {
      const { day, app, network } = pair.figure
      const label = labelOf(pair, traits, times, tolerance)
      const gapMicros = amount(pair.secondary) - amount(pair.primary)
      const { primary: left, secondary: right } = pair
      const gap = { day, app, network, primary: left, secondary: right, gapMicros, label }
      if (gaps.push(gap) % slicesPerTurn === 0) yield
    }
  }
  return gaps.sort((a, b) => a.day - b.day || a.app - b.app || (a.network < b.network ? -1 : 1))
}

interface MutablePair {
  primary: ReportedFigure | null
  secondary: ReportedFigure | null
  /** One of the two. */
  readonly figure: ReportedFigure
}

type Pair = Readonly<MutablePair>

/** The traits that all days of one app and network have in common. */
interface Traits {
  readonly shiftedDays: boolean
  readonly otherCurrency: boolean
}

/** When each day of a network was last changed, in milliseconds since 1970. */
type ReportTimes = ReadonlyMap<string, number>

const timesOf = (days: readonly ReportedDay[]): ReportTimes =>
  new Map(days.map(({ day, network, lastChangeAtMs }) => [`${day} ${network}`, lastChangeAtMs]))

function traitsOf(pairs: readonly Pair[], reported: ReconciledDays, tolerance: Tolerance): Traits {
  const whole = (side: 'primary' | 'secondary') =>
    pairs.reduce((sum, pair) => sum + amount(pair[side]), 0n)
  const { network } = pairs[0]!.figure
  const zonesDiffer = zoneOf(reported.primary, network) !== zoneOf(reported.secondary, network)
  const shiftedDays = zonesDiffer && isWithin(whole('primary'), whole('secondary'), tolerance)
  return { shiftedDays, otherCurrency: hasOneRatio(pairs, tolerance) }
}

/** Whether impressions agree and amounts differ by a constant factor. */
function hasOneRatio(pairs: readonly Pair[], tolerance: Tolerance): boolean {
  const both = pairs.filter((pair) => amount(pair.primary) > 0n && amount(pair.secondary) > 0n)
  if (both.length < minCurrencyDays) return false
  const counts = { ...tolerance, micros: 0n }
  const sameCounts = both.every(({ primary, secondary }) =>
    isWithin(primary!.impressions, secondary!.impressions, counts),
  )
  if (!sameCounts) return false
  const ratios = both.map(
    ({ primary, secondary }) => Number(amount(secondary)) / Number(amount(primary)),
  )
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return most / least < 1.02 && Math.abs(most - 1) > tolerance.basisPoints / 10_000
}

function labelOf(
  { primary, secondary, figure }: Pair,
  traits: Traits,
  times: Readonly<Record<'primary' | 'secondary', ReportTimes>>,
  tolerance: Tolerance,
): GapLabel {
  if (isWithin(amount(primary), amount(secondary), tolerance)) return 'below tolerance'
  if (traits.shiftedDays) return 'time zone'
  if (traits.otherCurrency) return 'currency'
  const smaller = amount(primary) < amount(secondary) ? 'primary' : 'secondary'
  const larger = smaller === 'primary' ? 'secondary' : 'primary'
  const { day, network } = figure
  const at = times[smaller].get(`${day} ${network}`)
  const otherAt = times[larger].get(`${day} ${network}`)
  const early = at !== undefined && otherAt !== undefined && at < otherAt && at < (day + 3) * dayMs
  if (early) return 'late data'
  return primary === null || secondary === null ? 'missing' : 'unexplained'
}

function zoneOf(days: readonly ReportedDay[], network: string): string | undefined {
  return days.find((one) => one.network === network)?.dayZone
}

const amount = (figure: ReportedFigure | null): bigint => figure?.revenueMicros ?? 0n

export function isWithin(one: bigint, other: bigint, { basisPoints, micros }: Tolerance): boolean {
  const gap = one > other ? one - other : other - one
  const larger = absolute(one) > absolute(other) ? absolute(one) : absolute(other)
  return gap <= micros || gap * 10_000n <= larger * BigInt(basisPoints)
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

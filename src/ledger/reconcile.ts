import type { Day } from '../values/day.ts'
import type { ReportedDay } from './figure-ledger.ts'

/** What a report says an app earned on a day with a network. */
export interface ReportedFigure {
  readonly day: Day
  readonly app: number
  readonly network: string
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** What is known of both reports beside their figures. */
export interface Backgrounds {
  readonly primary: readonly ReportedDay[]
  readonly secondary: readonly ReportedDay[]
}

/** Why two reports differ, as far as it can be told. */
export type GapLabel =
  | 'below tolerance'
  | 'time zone'
  | 'currency'
  | 'late data'
  | 'missing'
  | 'unexplained'

/** The figures that count beside those of a secondary report. */
export interface Gap {
  readonly day: Day
  readonly app: number
  readonly network: string
  /** Null where the report has no such figures. */
  readonly primary: ReportedFigure | null
  readonly secondary: ReportedFigure | null
  /** Secondary less primary. */
  readonly gapMicros: bigint
  readonly label: GapLabel
}

export interface Tolerance {
  /** Hundredths of a percent of the larger amount. */
  readonly basisPoints: number
  /** An amount below which no gap matters. */
  readonly micros: bigint
}

const dayMs = 86_400_000
/** So many days must show the same exchange rate before a gap is put down to currency. */
const currencyDays = 3

/**
 * Compares two reports of the same thing, app by app, day by day and network by network. Networks
 * that the secondary report does not have are left out.
 *
 * A gap is put down to, in this order: nothing, when it is within the tolerance; the time zone,
 * when the reports' days end at different times and the app's amounts agree over all days; the
 * currency, when impressions agree and the amounts have the same ratio on every day; late data, when
 * the smaller amount was reported earlier, within two days of the day's end.
 */
export function reconcile(
  primary: readonly ReportedFigure[],
  secondary: readonly ReportedFigure[],
  backgrounds: Backgrounds,
  tolerance: Tolerance,
): Gap[] {
  const covered = new Set(secondary.map(({ network }) => network))
  const pairs = new Map<string, Pair>()
  const put = (figure: ReportedFigure, side: 'primary' | 'secondary') => {
    const key = `${figure.day} ${figure.app} ${figure.network}`
    const pair = pairs.get(key) ?? { primary: null, secondary: null, figure }
    pairs.set(key, { ...pair, [side]: figure })
  }
  for (const figure of primary) if (covered.has(figure.network)) put(figure, 'primary')
  for (const figure of secondary) put(figure, 'secondary')

  const all = [...pairs.values()]
  const series = Map.groupBy(all, ({ figure }) => `${figure.app} ${figure.network}`)
  const traits = new Map(
    [...series].map(([key, of]) => [key, traitsOf(of, backgrounds, tolerance)]),
  )
  return all
    .map((pair) => {
      const { day, app, network } = pair.figure
      const label = labelOf(pair, traits.get(`${app} ${network}`)!, backgrounds, tolerance)
      const gapMicros = amount(pair.secondary) - amount(pair.primary)
      const { primary: left, secondary: right } = pair
      return { day, app, network, primary: left, secondary: right, gapMicros, label }
    })
    .sort((a, b) => a.day - b.day || a.app - b.app || (a.network < b.network ? -1 : 1))
}

interface Pair {
  readonly primary: ReportedFigure | null
  readonly secondary: ReportedFigure | null
  /** One of the two. */
  readonly figure: ReportedFigure
}

/** What holds of all days of one app and network. */
interface Traits {
  readonly shiftedDays: boolean
  readonly otherCurrency: boolean
}

function traitsOf(pairs: readonly Pair[], backgrounds: Backgrounds, tolerance: Tolerance): Traits {
  const whole = (side: 'primary' | 'secondary') =>
    pairs.reduce((sum, pair) => sum + amount(pair[side]), 0n)
  const { network } = pairs[0]!.figure
  const zonesDiffer =
    zoneOf(backgrounds.primary, network) !== zoneOf(backgrounds.secondary, network)
  const shiftedDays = zonesDiffer && isWithin(whole('primary'), whole('secondary'), tolerance)
  return { shiftedDays, otherCurrency: hasOneRatio(pairs, tolerance) }
}

/** Whether impressions agree, and amounts differ by one and the same factor. */
function hasOneRatio(pairs: readonly Pair[], tolerance: Tolerance): boolean {
  const both = pairs.filter((pair) => amount(pair.primary) > 0n && amount(pair.secondary) > 0n)
  if (both.length < currencyDays) return false
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
  backgrounds: Backgrounds,
  tolerance: Tolerance,
): GapLabel {
  if (isWithin(amount(primary), amount(secondary), tolerance)) return 'below tolerance'
  if (traits.shiftedDays) return 'time zone'
  if (traits.otherCurrency) return 'currency'
  const smaller = amount(primary) < amount(secondary) ? 'primary' : 'secondary'
  const larger = smaller === 'primary' ? 'secondary' : 'primary'
  const { day, network } = figure
  const at = changedAt(backgrounds[smaller], day, network)
  const otherAt = changedAt(backgrounds[larger], day, network)
  const early = at !== null && otherAt !== null && at < otherAt && at < (day + 3) * dayMs
  if (early) return 'late data'
  return primary === null || secondary === null ? 'missing' : 'unexplained'
}

function zoneOf(reported: readonly ReportedDay[], network: string): string | undefined {
  return reported.find((one) => one.network === network)?.dayZone
}

function changedAt(reported: readonly ReportedDay[], day: Day, network: string): number | null {
  const found = reported.find((one) => one.day === day && one.network === network)
  return found?.lastChangeAtMs ?? null
}

const amount = (figure: ReportedFigure | null): bigint => figure?.revenueMicros ?? 0n

function isWithin(one: bigint, other: bigint, { basisPoints, micros }: Tolerance): boolean {
  const gap = one > other ? one - other : other - one
  const larger = absolute(one) > absolute(other) ? absolute(one) : absolute(other)
  return gap <= micros || gap * 10_000n <= larger * BigInt(basisPoints)
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

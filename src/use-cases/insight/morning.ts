import { type ComparedFigures, type Comparison, compareRanges } from '../../insight/comparison.ts'
import { forecastMonth, type MonthForecast, monthOf } from '../../insight/forecast.ts'
import {
  isInUse,
  missingDays,
  type ReportedNetwork,
  reportedNetworks,
  silentDays,
} from '../../insight/reported.ts'
import { type FreshnessStatus, freshnessOf } from '../../ledger/finality.ts'
import { figuresOf } from '../../publishers/principal.ts'
import type { NamedRange } from '../../values/compared-range.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import { historySpan } from './forecast-month.ts'
import {
  dateScope,
  type InsightScope,
  type InsightSources,
  readLookedAt,
  readReported,
} from './read-figures.ts'

export const morningPeriods = ['yesterday', 'last_7', 'month_to_date'] as const

export interface MorningPeriod {
  readonly period: (typeof morningPeriods)[number]
  readonly days: DaySpan
  /** How many of the days any network has reported. */
  readonly reportedDays: number
  readonly comparisons: readonly MorningComparison[]
}

interface MorningComparison {
  readonly against: NamedRange
  readonly comparison: Comparison
}

/** How far the reports of a network are that is in use. */
export interface NetworkProgress {
  readonly network: string
  readonly lastDay: Day
  /** Of its last day; null when it was not found any more. */
  readonly lastChangeAtMs: number | null
  readonly status: FreshnessStatus | null
  /** Days of the last 30 that it has not reported, in spans. */
  readonly missing: readonly DaySpan[]
}

export interface Morning {
  readonly today: Day
  /** The last day that any network reported; null without figures. */
  readonly figuresTo: Day | null
  /** The last day up to which no network in use lacks its last days; null without any. */
  readonly completeTo: Day | null
  readonly networks: readonly NetworkProgress[]
  readonly periods: readonly MorningPeriod[]
  readonly forecast: MonthForecast
}

/** The ranges that each period is compared with. */
const bases: Readonly<Record<MorningPeriod['period'], readonly NamedRange[]>> = {
  yesterday: ['previous_weekdays', 'previous_year_weekdays'],
  last_7: ['previous_weekdays', 'previous_year_weekdays'],
  month_to_date: ['previous_month', 'previous_year'],
}

/**
 * A publisher's first look on a day: how the last days compare, what is missing, and how the month will
 * end. The month to date is that of yesterday.
 *
 * @throws ReportError when a sum does not fit 64 bits
 */
export async function showMorning(
  sources: InsightSources,
  scope: InsightScope,
  signal: AbortSignal,
): Promise<Morning> {
  const today = sources.today()
  const yesterday = addDays(today, -1)
  const dated = await dateScope(sources, scope)
  const reported = await readReported(sources, dated, signal)
  const figures = await readLookedAt(sources, dated, reported, [historySpan(today)], signal)
  const compared: ComparedFigures = { figures, reported, today }
  const periodDays: Readonly<Record<MorningPeriod['period'], DaySpan>> = {
    yesterday: { firstDay: yesterday, lastDay: yesterday },
    last_7: { firstDay: addDays(today, -7), lastDay: yesterday },
    month_to_date: { firstDay: monthOf(yesterday).firstDay, lastDay: yesterday },
  }
  const networks = reportedNetworks(reported)
  const inUse = networks.filter((one) => isInUse(one, today))
  const periods: MorningPeriod[] = []
  for (const period of morningPeriods) {
    const days = periodDays[period]
    const comparisons: MorningComparison[] = []
    for (const against of bases[period]) {
      const comparison = await inTurns(compareRanges(days, against, compared))
      comparisons.push({ against, comparison })
    }
    periods.push({ period, days, reportedDays: countReported(networks, days), comparisons })
  }
  const lastDays = inUse.map(({ lastDay }) => lastDay)
  return {
    today,
    figuresTo: networks.length > 0 ? latest(networks.map(({ lastDay }) => lastDay)) : null,
    completeTo: lastDays.length > 0 ? (Math.min(...lastDays) as Day) : null,
    networks: await progressOf(sources, scope, inUse, today),
    periods,
    forecast: forecastMonth(figures, reported, today),
  }
}

function countReported(networks: readonly ReportedNetwork[], days: DaySpan): number {
  const reported = networks.flatMap((one) =>
    [...one.days].filter((day) => day >= days.firstDay && day <= days.lastDay),
  )
  return new Set(reported).size
}

const latest = (days: readonly Day[]): Day => Math.max(...days) as Day

async function progressOf(
  { ledger, finality }: InsightSources,
  { principal }: InsightScope,
  networks: readonly ReportedNetwork[],
  today: Day,
): Promise<NetworkProgress[]> {
  const span = { firstDay: addDays(today, -silentDays), lastDay: today }
  const [reported, rules] = await Promise.all([
    ledger.reportedDays(figuresOf(principal), span),
    finality.all(principal.account.id),
  ])
  const names = networks.map(({ network }) => network)
  const found = freshnessOf(span, today, names, reported, rules)
  const missingSpan = { ...span, lastDay: addDays(today, -1) }
  return networks.map((one) => {
    const last = found.find(({ network, day }) => network === one.network && day === one.lastDay)
    return {
      network: one.network,
      lastDay: one.lastDay,
      lastChangeAtMs: last?.lastChangeAtMs ?? null,
      status: last?.status ?? null,
      missing: missingDays(one, missingSpan),
    }
  })
}

import type { NetworkDays } from '../../insight/amounts.ts'
import type { Anomaly } from '../../insight/anomalies.ts'
import { type ComparedFigures, type Comparison, compareRanges } from '../../insight/comparison.ts'
import type { Effects } from '../../insight/effects.ts'
import { forecastMonth, type MonthForecast, monthOf } from '../../insight/forecast.ts'
import { findMissingDays } from '../../insight/missing.ts'
import {
  isInUse,
  missingDays,
  type ReportedNetwork,
  reportedNetworks,
  silentDays,
} from '../../insight/reported.ts'
import { type FreshnessStatus, freshnessOf } from '../../ledger/finality.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { ReportError } from '../../reporting/report-error.ts'
import type { NamedRange } from '../../values/compared-range.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import { reportedDays } from '../report/ledger-memory.ts'
import { explainRanges } from './explain-change.ts'
import { findFigureAnomalies } from './find-anomalies.ts'
import { historySpan } from './forecast-month.ts'
import { mediatedNetworks } from './mediated-networks.ts'
import {
  dateScope,
  type InsightScope,
  type InsightSources,
  readLookedAt,
  readReported,
} from './read-figures.ts'

export const homePeriods = ['yesterday', 'last_7', 'month_to_date'] as const

export interface HomePeriod {
  readonly period: (typeof homePeriods)[number]
  readonly days: DaySpan
  /** How many of the days any network has reported. */
  readonly reportedDays: number
  readonly comparisons: readonly HomeComparison[]
}

interface HomeComparison {
  readonly against: NamedRange
  readonly comparison: Comparison
}

/** How far the reports of a network are that is in use. */
export interface NetworkProgress {
  readonly network: string
  readonly lastDay: Day
  /** Of its last day; null when it was not found any more. */
  readonly lastChangeAtMs: number | null
  /** Of yesterday. */
  readonly status: FreshnessStatus
  /** Whether its figures of yesterday are those that a mediation reported. */
  readonly isMediated: boolean
  /** Days of the last 30 that it has not reported, in spans. */
  readonly missing: readonly DaySpan[]
  /** The revenue expected of yesterday where it is missing; null where it is not, and where nothing can be expected. */
  readonly expectedMicros: bigint | null
}

export interface Home {
  readonly today: Day
  /** The last day that any network reported; null without figures. */
  readonly figuresTo: Day | null
  /** The last day up to which no network in use lacks its last days; null without any. */
  readonly completeTo: Day | null
  readonly networks: readonly NetworkProgress[]
  readonly periods: readonly HomePeriod[]
  /** What yesterday's change on the same weekday before comes from; null where nothing is compared. */
  readonly effects: Effects | null
  /** The network or app whose revenue of yesterday is furthest from what was expected; null for none. */
  readonly unusual: Anomaly | null
  readonly forecast: MonthForecast
}

/** The ranges that each period is compared with. */
const bases: Readonly<Record<HomePeriod['period'], readonly NamedRange[]>> = {
  yesterday: ['previous_weekdays', 'previous_year_weekdays'],
  last_7: ['previous_weekdays', 'previous_year_weekdays'],
  month_to_date: ['previous_month', 'previous_year'],
}

/**
 * A publisher's first look on a day: how the last days compare and why, what is missing, and how the month will
 * end. The month to date is that of yesterday.
 *
 * @throws ReportError when a sum does not fit 64 bits
 */
export async function showHome(
  sources: InsightSources,
  scope: InsightScope,
  signal: AbortSignal,
): Promise<Home> {
  const today = sources.today()
  const yesterday = addDays(today, -1)
  const dated = await dateScope(sources, scope)
  const reported = await readReported(sources, dated, signal)
  const figures = await readLookedAt(sources, dated, reported, [historySpan(today)], signal)
  const compared: ComparedFigures = { figures, reported, today }
  const periodDays: Readonly<Record<HomePeriod['period'], DaySpan>> = {
    yesterday: { firstDay: yesterday, lastDay: yesterday },
    last_7: { firstDay: addDays(today, -7), lastDay: yesterday },
    month_to_date: { firstDay: monthOf(yesterday).firstDay, lastDay: yesterday },
  }
  const networks = reportedNetworks(reported)
  const inUse = networks.filter((one) => isInUse(one, today))
  const periods: HomePeriod[] = []
  for (const period of homePeriods) {
    const days = periodDays[period]
    const comparisons: HomeComparison[] = []
    for (const against of bases[period]) {
      const comparison = await inTurns(compareRanges(days, against, compared))
      comparisons.push({ against, comparison })
    }
    periods.push({ period, days, reportedDays: countReported(networks, days), comparisons })
  }
  const inYesterday = periods[0]!.comparisons[0]!.comparison
  const progress = await progressOf(sources, scope, inUse, today)
  const lastDays = inUse.map(({ lastDay }) => lastDay)
  return {
    today,
    figuresTo: networks.length > 0 ? latest(networks.map(({ lastDay }) => lastDay)) : null,
    completeTo: lastDays.length > 0 ? (Math.min(...lastDays) as Day) : null,
    networks: await withExpected(progress, inUse, figures, today),
    periods,
    effects: inYesterday.dayCount > 0 ? await effectsOf(sources, scope, yesterday, signal) : null,
    unusual: await mostUnusual(sources, scope, periodDays.yesterday, signal),
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

type Progress = Omit<NetworkProgress, 'missing' | 'expectedMicros'>

async function progressOf(
  sources: InsightSources,
  { principal }: InsightScope,
  networks: readonly ReportedNetwork[],
  today: Day,
): Promise<Progress[]> {
  const { ledger, finality } = sources
  const span = { firstDay: addDays(today, -silentDays), lastDay: today }
  const yesterday = addDays(today, -1)
  const [reported, rules, mediated] = await Promise.all([
    reportedDays(sources, figuresOf(principal), span),
    finality.all(principal.account.id),
    mediatedNetworks(ledger, figuresOf(principal), yesterday),
  ])
  const names = networks.map(({ network }) => network)
  const found = freshnessOf(span, today, names, reported, rules)
  return networks.map(({ network, lastDay }) => {
    const on = (day: Day) => found.find((one) => one.network === network && one.day === day)
    return {
      network,
      lastDay,
      lastChangeAtMs: on(lastDay)?.lastChangeAtMs ?? null,
      status: on(yesterday)!.status,
      isMediated: mediated.has(network),
    }
  })
}

async function withExpected(
  progress: readonly Progress[],
  networks: readonly ReportedNetwork[],
  figures: NetworkDays,
  today: Day,
): Promise<NetworkProgress[]> {
  const span = { firstDay: addDays(today, -silentDays), lastDay: addDays(today, -1) }
  const last = { firstDay: span.lastDay, lastDay: span.lastDay }
  const missing = await inTurns(findMissingDays(networks, figures, last, today))
  const expected = new Map(missing.map((one) => [one.network, one.expectedMicros]))
  return progress.map((one, place) => ({
    ...one,
    missing: missingDays(networks[place]!, span),
    expectedMicros: expected.get(one.network) ?? null,
  }))
}

async function effectsOf(
  sources: InsightSources,
  scope: InsightScope,
  yesterday: Day,
  signal: AbortSignal,
): Promise<Effects> {
  const days = { firstDay: yesterday, lastDay: yesterday }
  const { change } = await explainRanges(sources, scope, days, 'previous_weekdays', 1, signal)
  return change.total.effects
}

/** The network or app whose revenue of a day is furthest from what was expected; null for none. */
export async function mostUnusual(
  sources: InsightSources,
  scope: InsightScope,
  days: DaySpan,
  signal: AbortSignal,
): Promise<Anomaly | null> {
  const find = (by: readonly ('network' | 'app_id')[]) =>
    // The total may be one of them, and is told by the comparison.
    findFigureAnomalies(sources, scope, days, by, 2, signal)
  const { anomalies } = await find(['network', 'app_id']).catch((error: unknown) => {
    // Of very many apps, only the networks are looked at.
    if (!(error instanceof ReportError) || error.code !== 'answer_too_large') throw error
    return find(['network'])
  })
  return anomalies.find((one) => one.scope !== 'total') ?? null
}

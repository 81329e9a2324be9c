import type { Amounts } from '../../insight/amounts.ts'
import type { Comparison, LeftOut, LikeWithLike } from '../../insight/comparison.ts'
import type { Against } from '../../insight/day-pairs.ts'
import type { MonthForecast } from '../../insight/forecast.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import { changeRatio } from '../../use-cases/insight/change-ratio.ts'
import type { Home } from '../../use-cases/insight/home.ts'
import { type Day, type DaySpan, dayCount, formatDay } from '../../values/day.ts'
import { divideRounded, type ExactInteger } from '../../values/exact-integer.ts'
import { formatInstant } from '../../values/instant.ts'
import { wire } from './wire-number.ts'

export const wireOrNull = (value: ExactInteger | null) => (value === null ? null : wire(value))
const dayOrNull = (day: Day | null) => (day === null ? null : formatDay(day))

/** Micros of a thousand impressions, rounded once; null without impressions. */
const ecpmMicros = ({ impressions, revenueMicros }: Amounts): ExactInteger | null =>
  impressions === 0n ? null : divideRounded(revenueMicros, 1_000, impressions)

export const amountsBody = (amounts: Amounts) => ({
  impressions: wire(amounts.impressions),
  revenue_micros: wire(amounts.revenueMicros),
  ecpm_micros: wireOrNull(ecpmMicros(amounts)),
})

export const spanBody = ({ firstDay, lastDay }: DaySpan) => ({
  start_date: formatDay(firstDay),
  end_date: formatDay(lastDay),
})

const metrics = {
  revenue_micros: { metric: 'revenue', read: (of: Amounts) => of.revenueMicros },
  impressions: { metric: 'impressions', read: (of: Amounts) => of.impressions },
  ecpm_micros: { metric: 'ecpm', read: ecpmMicros },
} as const satisfies Record<
  string,
  { metric: MetricName; read: (of: Amounts) => ExactInteger | null }
>

/** No day is reported in both ranges; the previous value is below 0; it is 0. */
type NoRatioReason = 'nothing_compared' | 'negative_before' | 'nothing_before'

function changeBody(name: keyof typeof metrics, { dayCount, current, previous }: LikeWithLike) {
  const { metric, read } = metrics[name]
  const isKnown = dayCount > 0
  const [now, before] = isKnown ? [read(current), read(previous)] : [null, null]
  const change_ratio = isKnown ? changeRatio(metric, current, previous) : null
  const reason: NoRatioReason = !isKnown
    ? 'nothing_compared'
    : before && before < 0
      ? 'negative_before'
      : 'nothing_before'
  return {
    current: wireOrNull(now),
    previous: wireOrNull(before),
    change: now === null || before === null ? null : wire(BigInt(now) - BigInt(before)),
    change_ratio,
    no_ratio_reason: change_ratio === null ? reason : null,
  }
}

/** The latest spans of days that are not compared. */
const maxLeftOut = 100

export const coverageBody = ({
  dayCount: compared,
  leftOut,
}: Pick<LikeWithLike, 'dayCount' | 'leftOut'>) => ({
  compared_days: compared,
  left_out_days: leftOut.reduce((sum, span) => sum + dayCount(span), 0),
  left_out: leftOut
    .slice(-maxLeftOut)
    .map((span: LeftOut) => ({ ...spanBody(span), reason: span.reason })),
})

const likeWithLikeBody = (like: LikeWithLike) => ({
  ...coverageBody(like),
  revenue_micros: changeBody('revenue_micros', like),
  impressions: changeBody('impressions', like),
  ecpm_micros: changeBody('ecpm_micros', like),
})

export const rangesBody = (days: DaySpan, against: Against, other: DaySpan | null) => ({
  ...spanBody(days),
  compare: typeof against === 'string' ? against : null,
  compare_start_date: dayOrNull(other?.firstDay ?? null),
  compare_end_date: dayOrNull(other?.lastDay ?? null),
})

export const comparisonBody = (days: DaySpan, against: Against, comparison: Comparison) => ({
  ...rangesBody(days, against, comparison.other),
  total: amountsBody(comparison.total),
  ...likeWithLikeBody(comparison),
  networks: comparison.networks.map((one) => ({ network: one.network, ...likeWithLikeBody(one) })),
})

export const forecastBody = (forecast: MonthForecast) => ({
  month_start_date: formatDay(forecast.month.firstDay),
  month_end_date: formatDay(forecast.month.lastDay),
  so_far_micros: wire(forecast.soFarMicros),
  point_micros: wireOrNull(forecast.pointMicros),
  low_micros: wireOrNull(forecast.range?.lowMicros ?? null),
  high_micros: wireOrNull(forecast.range?.highMicros ?? null),
  rehearsals: forecast.rehearsals,
  days: forecast.days.map(({ day, reportedMicros, expectedMicros }) => ({
    date: formatDay(day),
    reported_micros: wireOrNull(reportedMicros),
    expected_micros: wireOrNull(expectedMicros),
  })),
})

export const homeBody = (home: Home) => ({
  today: formatDay(home.today),
  figures_to: dayOrNull(home.figuresTo),
  complete_to: dayOrNull(home.completeTo),
  networks: home.networks.map((one) => ({
    network: one.network,
    last_date: formatDay(one.lastDay),
    last_change_at: one.lastChangeAtMs === null ? null : formatInstant(one.lastChangeAtMs),
    status: one.status,
    is_mediated: one.isMediated,
    missing: one.missing.map(spanBody),
    expected_micros: wireOrNull(one.expectedMicros),
  })),
  periods: home.periods.map(({ period, days, reportedDays, comparisons }) => ({
    period,
    ...spanBody(days),
    reported_days: reportedDays,
    comparisons: comparisons.map(({ against, comparison }) =>
      comparisonBody(days, against, comparison),
    ),
  })),
  forecast: forecastBody(home.forecast),
})

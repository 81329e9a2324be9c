import type { PrimarySource } from '../facts/primary-source.ts'
import type { ComparedPair, ComparedRange } from '../values/compared-range.ts'
import type { DaySpan } from '../values/day.ts'
import { type LabelFilter, labelDimensions } from './label-dimensions.ts'
import type { MetricName } from './metrics.ts'
import type { SettledRow } from './settled-revenue.ts'

/**
 * The dimensions of facts, in the order in which rows are sorted. `week` is the day of its Monday,
 * `month` its first day; a request has at most one of `day`, `week` and `month`. `appName` and
 * `platform` are groups of apps, see {@link AppGroups}.
 */
export const dimensions = [
  ...(['day', 'week', 'month'] as const),
  ...(['app', 'appName', 'platform'] as const),
  ...labelDimensions,
] as const

export type Dimension = (typeof dimensions)[number]

/** The dimensions of time. */
export type TimeDimension = 'day' | 'week' | 'month'

/** Selects rows. An absent filter accepts all rows, an empty one none. */
export type ReportFilters = { readonly [Name in LabelFilter]?: readonly string[] }

/** A dimension whose values are groups of apps, such as apps with the same name. */
export interface AppGroups {
  /** The names of the groups in UTF-8 byte order. A group's code is its index. */
  readonly labels: readonly string[]
  /** The code of every app that the request covers, by the app's key. */
  readonly codes: ReadonlyMap<number, number>
}

/**
 * One value that rows are sorted by. Metrics sort by their rounded value, unknown ones last in both directions. Where
 * a range was reported without figures for a row, every metric is 0; where it was not, unknown.
 */
export interface OrderTerm {
  /** One of the request's dimensions or metrics. */
  readonly by: Dimension | MetricName
  /**
   * With a comparison, which value of the metric: that of the range on compared days, that of the
   * comparison, or the change, which only sums have here. Absent: that of the range.
   */
  readonly of?: 'compared' | 'previous' | 'change'
  readonly descending: boolean
}

/** How a metric is compared with a value, as SQL has it. */
export const metricOperators = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
} as const

/** A condition on a metric of the range, as it is shown. An unknown metric never fulfils it. */
export interface MetricCondition {
  readonly by: MetricName
  readonly operator: keyof typeof metricOperators
  /** A whole number in units of the metric's last decimal place, of at most 18 digits. */
  readonly value: string
}

/** The days that are compared, by network. */
export type ComparedPairs = ReadonlyMap<string, readonly ComparedPair[]>

/** All that a mediation reports of ad figures, see `SecondaryReport`. */
export interface Mediation {
  /** Its name as a source of details. */
  readonly source: string
  readonly reportId: number
}

/** One question about one account's facts, from any interface. */
export interface ReportRequest {
  /** The account's id. No report spans two accounts. */
  readonly account: number
  /** Keys of the apps, in the order of their rows; null for all apps of the account. */
  readonly apps: readonly number[] | null
  readonly days: DaySpan
  /** Reads the figures as of this time, in milliseconds since 1970; absent for now. */
  readonly asOfMs?: number
  /** Reads the figures as they were after this ledger entry; absent for now. Not with `asOfMs`. */
  readonly entry?: number
  /** Which source of users counts; absent without rules. Matters only where users are asked for. */
  readonly primarySources?: readonly PrimarySource[]
  /** The secondary reports of mediations, which details are parts of; absent where there are none or none are needed. */
  readonly mediations?: readonly Mediation[]
  readonly filters: ReportFilters
  /** Selects rows that have none of these values. */
  readonly excluded?: ReportFilters
  /** The dimensions of the rows; empty for a single row of totals. */
  readonly dimensions: readonly Dimension[]
  readonly metrics: readonly MetricName[]
  /** Whether rows are sorted by their dimensions. */
  readonly sorted: boolean
  /**
   * Totals come before the rows, one for each combination of these dimensions, which must be fewer
   * than the rows' dimensions. An empty list means the total of all rows; null means no totals.
   */
  readonly totals: readonly Dimension[] | null
  /**
   * The groups of `appName` and `platform`. Beside `app` they may be absent: then rows do not have them,
   * because the app tells them. With those of `app`, an order by `app` is one by their codes. Apps that
   * a used group does not have are not covered: they have no rows. Beside totals, used groups have all
   * apps of the request, since totals do not look at them.
   */
  readonly appGroups?: Readonly<Partial<Record<'app' | 'appName' | 'platform', AppGroups>>>
  /**
   * Sorts rows by these, and then by the remaining dimensions. Absent: by the dimensions. With
   * `order`, `having`, `limit`, `comparison` or `fillDays` there are no totals; ask for them in a request of
   * their own, on the same state.
   */
  readonly order?: readonly OrderTerm[]
  /** Keeps the rows that fulfil all of these, filled ones too. */
  readonly having?: readonly MetricCondition[]
  /** Answers one row without dimensions: the sums of all rows. Its status is the best of theirs. */
  readonly summed?: boolean
  /** How many rows are answered at most, after `offset` rows. */
  readonly limit?: number
  readonly offset?: number
  /**
   * Every row also has the sums of this range. Rows appear that only one of the ranges has. They are
   * sorted by the first range.
   */
  readonly comparison?: ComparedRange
  /**
   * Compares only these days of networks: each row also has the sums of its range on them, and the
   * comparison has no others. Absent: all days of both ranges.
   */
  readonly comparedPairs?: ComparedPairs
  /**
   * With a dimension of time: every combination of the other dimensions that occurs, in either range, has
   * a row for each day, week or month of the first range.
   */
  readonly fillDays?: boolean
  /** What networks owe and paid the account: the rows of settled metrics, which a request has alone or not at all. */
  readonly settled?: readonly SettledRow[]
}

import type { DaySpan } from '../values/day.ts'
import type { MetricName } from './metrics.ts'

/** The dimensions of figures, in the order in which rows are sorted. */
export const dimensions = ['day', 'app', 'network', 'format', 'country'] as const

export type Dimension = (typeof dimensions)[number]

/** Selects rows. An absent filter accepts all rows, an empty one none. */
export interface ReportFilters {
  readonly networks?: readonly string[]
  readonly formats?: readonly string[]
  readonly countries?: readonly string[]
  readonly adTags?: readonly string[]
}

/** One question about one account's figures, from any interface. */
export interface ReportRequest {
  /** The account's id. No report spans two accounts. */
  readonly account: number
  /** Keys of the apps, in the order of their rows; null for all apps of the account. */
  readonly apps: readonly number[] | null
  readonly days: DaySpan
  /** Reads the figures as of this time, in milliseconds since 1970; absent for now. */
  readonly asOfMs?: number
  readonly filters: ReportFilters
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
}

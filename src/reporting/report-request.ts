import type { DaySpan } from '../values/day.ts'
import type { MetricName } from './metrics.ts'

/** What figures can be broken down by, in the order rows are sorted. */
export const dimensions = ['day', 'app', 'network', 'format', 'country'] as const

export type Dimension = (typeof dimensions)[number]

/** Which rows count. An absent filter lets all rows pass; an empty one none. */
export interface ReportFilters {
  readonly networks?: readonly string[]
  readonly formats?: readonly string[]
  readonly countries?: readonly string[]
  readonly adTags?: readonly string[]
}

/** One question about one account's figures, whoever asked it. */
export interface ReportRequest {
  /** The account's key in the stores. No report ever spans two accounts. */
  readonly account: number
  /** Keys of the apps asked for, in the order their rows come; null for all of the account. */
  readonly apps: readonly number[] | null
  readonly days: DaySpan
  /** Reads the figures as they were then, in milliseconds since 1970; absent for now. */
  readonly asOfMs?: number
  readonly filters: ReportFilters
  /** What the rows are broken down by; none for a single row of totals. */
  readonly dimensions: readonly Dimension[]
  readonly metrics: readonly MetricName[]
  /** Whether rows are sorted by their dimensions, so that they can be sent as they come. */
  readonly sorted: boolean
  /**
   * Which totals come before the rows: one for each combination of these dimensions, which are
   * fewer than the rows' dimensions. An empty list asks for the total of all rows; null for none.
   */
  readonly totals: readonly Dimension[] | null
}

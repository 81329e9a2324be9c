import type { ComparedRange } from '../../values/compared-range.ts'
import type { DaySpan } from '../../values/day.ts'
import type { MetricCondition, OrderTerm } from '../report-request.ts'
import type { FilterName, Inclusion, WireDimension, WireMetric } from './vocabulary.ts'

/** Selects rows that have one of the values or, if it excludes, none of them. */
export interface QuestionFilter {
  readonly name: FilterName
  readonly excludes: boolean
  /** Each once, in UTF-16 order. */
  readonly values: readonly string[]
}

/**
 * A question to the report endpoint, however it was written. Two questions that mean the same are equal
 * member by member: lists without an order are sorted.
 */
export interface ReportQuestion {
  readonly days: DaySpan
  /** In the order of the columns. */
  readonly dimensions: readonly WireDimension[]
  readonly metrics: readonly WireMetric[]
  readonly filters: readonly QuestionFilter[]
  readonly orderBy: readonly {
    readonly by: WireDimension | WireMetric
    /** Which column of the metric; absent for its own. */
    readonly of?: OrderTerm['of'] & {}
    readonly descending: boolean
  }[]
  /** Conditions on metrics that rows fulfil, each once, in the order of their texts. */
  readonly having: readonly (Omit<MetricCondition, 'by'> & { readonly by: WireMetric })[]
  readonly comparison: ComparedRange | null
  /** Whether a network's day is compared only if the network reported it in both ranges. */
  readonly isOfReportedDays: boolean
  readonly fillsDates: boolean
  readonly includes: readonly Inclusion[]
  /** Milliseconds since 1970; null for now. */
  readonly asOfMs: number | null
  /** Null for all rows. */
  readonly limit: number | null
  /** The `next_cursor` of the page before; null for the first page. */
  readonly cursor: string | null
}

/** Tells questions apart, whichever page of them is asked for. */
export function questionText({ limit: _, cursor: __, ...question }: ReportQuestion): string {
  return JSON.stringify(question)
}

/** The parameter of a filter. */
export const filterParameter = ({ name, excludes }: QuestionFilter): string =>
  excludes ? `${name}_not` : name

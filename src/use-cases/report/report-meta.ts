import { filterParameter } from '../../reporting/question/report-question.ts'
import { partialPeriods } from '../../reporting/table/build-table.ts'
import { type DaySpan, formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import type { FreshnessSummary } from './freshness-summary.ts'
import type { PinnedReport } from './pin-report.ts'

interface Span {
  readonly start_date: string
  readonly end_date: string
}

/** The facts that an answer states about itself, in the order of its members. */
export interface ReportMeta extends Partial<FreshnessSummary> {
  /** When the last entry was committed that changed what the caller sees; null before the first. */
  readonly as_of: string | null
  readonly start_date: string
  readonly end_date: string
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly currency: string
  /** The first days of the weeks or months that the range cuts off. */
  readonly partial_periods: readonly string[]
  /** The metrics that only some rows know. */
  readonly partly_known: readonly string[]
  /** Values of filters that no figure has, by parameter. */
  readonly unmatched: Readonly<Record<string, readonly string[]>>
  readonly compare?: Span & { readonly days?: 'reported' }
  readonly total_rows?: number
  /** The path of the answer's citation; null where the question is too long for one. */
  readonly citation?: string | null
}

/** The facts that are found out besides the rows. */
export interface ReportFindings {
  readonly lastEntry: { readonly committedAtMs: number } | null
  readonly partlyKnown: readonly string[]
  readonly unmatched: ReportMeta['unmatched']
  readonly totalRows: number | null
  readonly freshness: FreshnessSummary | null
  /** Absent when it was not asked for. */
  readonly citation?: string | null
}

export function reportMeta(
  { question, principal }: PinnedReport,
  { lastEntry, partlyKnown, unmatched, totalRows, freshness, citation }: ReportFindings,
): ReportMeta {
  const { dimensions, metrics, comparison, isOfReportedDays } = question
  const comparedDays = isOfReportedDays && ({ days: 'reported' } as const)
  return {
    as_of: lastEntry && formatInstant(lastEntry.committedAtMs),
    ...spanOf(question.days),
    dimensions,
    metrics,
    currency: principal.account.currency,
    partial_periods: partialPeriods(question).map(formatDay),
    partly_known: partlyKnown,
    unmatched,
    ...(comparison && { compare: { ...spanOf(comparison.days), ...comparedDays } }),
    ...(totalRows !== null && { total_rows: totalRows }),
    ...(citation !== undefined && { citation }),
    ...freshness,
  }
}

const spanOf = ({ firstDay, lastDay }: DaySpan): Span => ({
  start_date: formatDay(firstDay),
  end_date: formatDay(lastDay),
})

/** Values of filters that are not among the seen ones. @param seen by the filter's name */
export function unmatchedValues(
  filters: PinnedReport['question']['filters'],
  seen: Readonly<Partial<Record<string, readonly string[]>>>,
): ReportMeta['unmatched'] {
  const found = filters.flatMap((filter) => {
    const values = filter.values.filter((value) => seen[filter.name]?.includes(value) === false)
    return values.length > 0 ? [[filterParameter(filter), values] as const] : []
  })
  return Object.fromEntries(found)
}

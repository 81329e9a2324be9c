import type { CitationAnswer } from '../../api/wire.ts'
import type { Cells, ReportResult } from '../../reports/report.ts'

/** A cited answer as tables of figures take it. */
export function toReport({
  meta,
  columns,
  rows,
  totals,
  next_cursor: next,
}: CitationAnswer['cited']): ReportResult {
  const names = columns.map(({ name }) => name)
  const numbers = columns.filter(({ kind }) => kind === 'number').map(({ name }) => name)
  const cellsOf = (values: readonly (string | null)[], of: readonly string[]): Cells =>
    Object.fromEntries(of.map((name, place) => [name, values[place] ?? null]))
  return {
    from: meta.start_date,
    to: meta.end_date,
    dimensions: meta.dimensions,
    metrics: meta.metrics,
    currency: meta.currency,
    partialPeriods: meta.partial_periods,
    partlyKnown: meta.partly_known,
    compared: meta.compare
      ? {
          from: meta.compare.start_date,
          to: meta.compare.end_date,
          isOfReportedDays: meta.compare.days === 'reported',
        }
      : null,
    totalRows: null,
    freshness: null,
    citation: null,
    totals: cellsOf(totals, numbers),
    rows: rows.map((row) => cellsOf(row, names)),
    hasMore: next !== null,
  }
}

import type { Status } from '../api/wire.ts'

/** A cell of a report as exact text: a day, a name or a decimal; null for unknown. */
export type Cell = string | null
/** The cells of a row by the names of their columns. */
export type Cells = Readonly<Record<string, Cell>>

/** An answer of the report endpoint. */
export interface ReportResult {
  readonly from: string
  readonly to: string
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly currency: string
  /** Weeks and months that the range cuts off, by their first days. */
  readonly partialPeriods: readonly string[]
  /** Metrics that some networks do not report. */
  readonly partlyKnown: readonly string[]
  /** The other range of a comparison; null without one. */
  readonly compared: {
    readonly from: string
    readonly to: string
    /** Whether only days count that were reported in both ranges. */
    readonly isOfReportedDays: boolean
  } | null
  /** The rows of all pages; null when it was not asked for. */
  readonly totalRows: number | null
  /** How many days of networks have each state; null when it was not asked for. */
  readonly freshness: Readonly<Record<Status, string>> | null
  /** The path of its citation; null where it has none. */
  readonly citation: string | null
  readonly totals: Cells
  readonly rows: readonly Cells[]
  readonly hasMore: boolean
}

interface Wire {
  readonly meta: Pick<ReportResult, 'dimensions' | 'metrics' | 'currency'> & {
    readonly start_date: string
    readonly end_date: string
    readonly partial_periods: readonly string[]
    readonly partly_known: readonly string[]
    readonly compare?: {
      readonly start_date: string
      readonly end_date: string
      readonly days?: 'reported'
    }
    readonly total_rows?: string
    readonly freshness?: Readonly<Record<Status, string>>
    readonly citation?: string | null
  }
  readonly totals: Cells | null
  readonly data: readonly Cells[]
  readonly has_more: boolean
}

/** @returns null for a text in another format, such as the CSV of a report link */
function wireOf(text: string): Wire | null {
  try {
    return JSON.parse(text, numbersAsText)
  } catch {
    return null
  }
}

/** Reads an answer in JSON. Numbers stay text, so that none becomes a binary fraction. */
export function readReport(text: string): ReportResult {
  const wire = wireOf(text)
  if (!Array.isArray(wire?.meta?.dimensions))
    throw new Error('This link is not a table of figures.')
  const { meta, totals, data, has_more: hasMore } = wire
  const { dimensions, metrics, currency, compare, freshness = null, total_rows: totalRows } = meta
  return {
    from: meta.start_date,
    to: meta.end_date,
    dimensions,
    metrics,
    currency,
    partialPeriods: meta.partial_periods,
    partlyKnown: meta.partly_known,
    compared: compare
      ? {
          from: compare.start_date,
          to: compare.end_date,
          isOfReportedDays: compare.days === 'reported',
        }
      : null,
    totalRows: totalRows === undefined ? null : Number(totalRows),
    freshness,
    citation: meta.citation ?? null,
    totals: totals ?? {},
    rows: data,
    hasMore,
  }
}

/**
 * Keeps the digits of a number. Browsers before 2025 do not give them: there, numbers of more than 15
 * digits are those that the browser reads.
 */
function numbersAsText(_key: string, value: unknown, context?: { readonly source?: string }) {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

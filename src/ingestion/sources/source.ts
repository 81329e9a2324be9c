import type { NetworkApp } from '../../catalogue/app.ts'

/** One row of a network's report, in Adtally's words; numbers are text, money in major units. */
export interface SourceRecord {
  readonly app: NetworkApp
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly network: string
  readonly format: string
  readonly country: string
  readonly impressions: string
  /** Null where the network does not report them: unknown is not zero. */
  readonly clicks: string | null
  readonly installs: string | null
  /** A plain decimal of any length; rounded to micros when it is stored. */
  readonly revenue: string
  /** Null for the account's currency. */
  readonly currency: string | null
}

/** A cell that a source cannot make sense of; becomes a bad cell of the import. */
export class SourceCellError extends Error {
  override readonly name = 'SourceCellError'
  readonly column: string
  readonly value: string
  readonly accepts: string

  constructor(column: string, value: string, accepts: string) {
    super(`${column}: ${value}`)
    this.column = column
    this.value = value
    this.accepts = accepts
  }
}

/**
 * How one network's report is read. Rows that come to the same day, app, network, format and
 * country (hours, placements) are added up.
 */
export interface NetworkSource {
  /** What `--source` calls it. */
  readonly name: string
  /** The network's own title for the report. */
  readonly title: string
  /** The report's columns; each must be there, others are passed over. */
  readonly columns: readonly string[]
  /** The clock whose midnights divide the report's days. */
  readonly dayZone: 'UTC'
  /**
   * Reads one row. A cell that is absent or empty is an empty text.
   *
   * @throws SourceCellError
   */
  readonly read: (cell: (column: string) => string) => SourceRecord
}

import type { Json } from './readers/read-json.ts'

/** An app as a report names it; at least an id or a name. */
export interface ReportedApp {
  /** The network's own id. */
  readonly id?: string
  readonly name?: string
  /** As the report writes it: `iOS`, `Google Play` … */
  readonly platform?: string
  /** The package name or bundle identifier. */
  readonly package?: string
  /** The App Store's number. */
  readonly storeId?: string
}

/**
 * One row of a report, in the report's own words: days, countries, formats, platforms and numbers
 * are brought into Adtally's afterwards, the same for every source. '' is the same as absent.
 */
export interface SourceRecord {
  /** Starts with `YYYY-MM-DD` or `YYYYMMDD`; absent where the report has no days. */
  readonly day?: string
  /** Absent where the report has no apps. */
  readonly app?: ReportedApp
  /** The network that pays, where the report tells; the source's own when absent. */
  readonly network?: string
  readonly format?: string
  /** A code of two or three letters, or an English name. */
  readonly country?: string
  readonly impressions: string
  readonly clicks?: string
  readonly installs?: string
  /** In major units. */
  readonly revenue: string
  /** ISO 4217; the source's own when absent. */
  readonly currency?: string
}

/** Gives the text of a column; '' where the row has none. A pattern finds a name that varies. */
export type Cell = (column: string | RegExp) => string

/** One form in which a network gives its figures. */
export interface Report {
  /** Columns that the report has and others have not: what it is recognised by. */
  readonly columns: readonly (string | RegExp)[]
  /** For a JSON answer: its rows, or null when it is another report's. Members are columns. */
  readonly json?: (answer: Json) => readonly Json[] | null
  /** False for a report that never comes as a table (CSV, TSV). */
  readonly table?: false
  /** For an answer in pages: which one this is, of how many. */
  readonly page?: (answer: Json) => { readonly page: number; readonly of: number } | null
  /**
   * Reads one row.
   *
   * @param columnName the name of the column that a pattern finds; its first group when it has one
   */
  readonly read: (cell: Cell, columnName: (pattern: RegExp) => string) => SourceRecord
}

/**
 * A network whose reports are read. Rows that come to the same day, app, network, format and
 * country (hours, placements) are added up.
 */
export interface NetworkSource {
  /** What an import calls it. */
  readonly name: string
  /** What people call its reports. */
  readonly title: string
  /** The network's identifier: its figures have it, and its ids of apps are linked under it. */
  readonly network: string
  /** The clock whose midnights divide the report's days. */
  readonly dayZone: 'UTC' | 'UTC+8' | 'America/Los_Angeles' | "the network account's"
  /** Of rows that do not say; `USD` when absent. */
  readonly currency?: string
  /** Words for formats, compared without case, spaces and punctuation; others become `unknown`. */
  readonly formats?: Readonly<Record<string, string>>
  readonly reports: readonly Report[]
}

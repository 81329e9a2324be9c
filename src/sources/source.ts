import type { ImportedFactName } from '../facts/kinds.ts'
import type { Json } from './readers/read-json.ts'

/** An app in a report. It has at least an id or a name. */
export interface ReportedApp {
  /** The network's own id. */
  readonly id?: string
  readonly name?: string
  /** In the report's words: `iOS`, `Google Play` … */
  readonly platform?: string
  /** The package name or bundle identifier. */
  readonly package?: string
  /** The App Store's number. */
  readonly storeId?: string
}

/**
 * One row of a report, in the report's own words. Days, countries, formats, platforms and numbers are
 * translated later, in the same way for every source. '' is the same as absent.
 */
export interface SourceRecord {
  /** Starts with `YYYY-MM-DD` or `YYYYMMDD`; absent when the report has no days. */
  readonly day?: string
  /** Absent when the report has no apps. */
  readonly app?: ReportedApp
  /** The network that pays; the source's network when absent. */
  readonly network?: string
  readonly format?: string
  /** The ad unit, placement, zone or slot: its name, or its id where the report has no name. */
  readonly adUnit?: string
  /** A code of two or three letters, or an English name. */
  readonly country?: string
  /** Required of figures and details. */
  readonly impressions?: string
  readonly clicks?: string
  readonly installs?: string
  /** Ad requests that reached the network; of a mediation report, the paying network. */
  readonly requests?: string
  /** The requests that got an ad. */
  readonly matchedRequests?: string
  /** In major units. Required of figures and details. */
  readonly revenue?: string
  /** ISO 4217; the source's currency when absent. */
  readonly currency?: string
  // Of details:
  /** The instance of a network that a mediation asks: its name, or its id where the report has no name. */
  readonly rung?: string
  /** The rung's lowest eCPM; absent where only its name may tell it. */
  readonly floor?: string
  readonly placement?: string
  readonly testGroup?: string
  /** Whether the user allowed tracking: `1`, `true`, `0` … */
  readonly consent?: string
  readonly deviceType?: string
  readonly attempts?: string
  readonly responses?: string
  // Of audience:
  readonly dau?: string
  readonly newUsers?: string
  readonly sessions?: string
  // Of spend; money is in major units:
  readonly campaign?: string
  readonly cost?: string
  /** The source itself when absent. */
  readonly channel?: string
  // Of cohorts; their day is that of the install, and their channel is unknown when absent:
  /** Days since the install. */
  readonly age?: string
  readonly cohortUsers?: string
  readonly activeUsers?: string
  /** All since the install. */
  readonly adRevenue?: string
  readonly otherRevenue?: string
}

/** Returns the text of a column, '' when the row has none. A pattern finds a name that varies. */
export type CellReader = (column: string | RegExp) => string

/** One form of a network's reports. */
export interface Report {
  /** The kinds of fact that it can be read as, the usual one first; only figures when absent. */
  readonly kinds?: readonly ImportedFactName[]
  /** Columns that only this report has, by which it is recognised. */
  readonly columns: readonly (string | RegExp)[]
  /** The rows of a JSON answer; null when it is not this report's. Members are columns. */
  readonly json?: (answer: Json) => Iterable<Json> | null
  /** False for a report that is never a table (CSV, TSV). */
  readonly table?: false
  /** The page of a paged answer, and the number of pages. */
  readonly page?: (answer: Json) => { readonly page: number; readonly of: number } | null
  /**
   * Reads one row.
   *
   * @param columnName returns the name of the column that a pattern finds, or the pattern's first group
   */
  readonly read: (cell: CellReader, columnName: (pattern: RegExp) => string) => SourceRecord
}

/** When a network's figures are final, by its own documents. */
export interface Finality {
  /** Days from the end of a month until its figures are final. */
  readonly daysAfterMonth: number
  /** The address of the document. */
  readonly document: string
  /** The day on which the document was read, as `YYYY-MM-DD`. */
  readonly readOn: string
}

/**
 * The description of a network's reports. Rows with the same day, app, network, format, country and ad
 * unit (hours, instances) are added up.
 */
export interface NetworkSource {
  /** The name that users select it by. */
  readonly name: string
  /** The name that people use for its reports. */
  readonly title: string
  /** The network's identifier, in figures and app links. */
  readonly network: string
  /** The clock whose midnights divide the report's days. */
  readonly dayZone: 'UTC' | 'UTC+8' | 'America/Los_Angeles' | "the network account's"
  /**
   * Whether its reports are about many networks. One without a network column is then refused unless
   * the user states the network, because nothing else tells whose figures they are.
   */
  readonly mediates?: true
  /** The currency of rows that name none; `USD` when absent. */
  readonly currency?: string
  /** The report's words for formats, compared without case, spaces and punctuation. */
  readonly formats?: Readonly<Record<string, string>>
  /** Absent where the network's documents do not tell. */
  readonly finality?: Finality
  readonly reports: readonly Report[]
}

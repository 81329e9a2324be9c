import type { Day, DaySpan } from '../values/day.ts'
import type { ExactInteger } from '../values/exact-integer.ts'

/** An import or an undo, as the ledger has it. */
export interface LedgerEntry {
  readonly id: number
  readonly kind: 'import' | 'undo'
  readonly committedAtMs: number
  /** The import that an undo withdrew. */
  readonly undoes: number | null
  /** The undo that withdrew this import. */
  readonly undoneBy: number | null
  readonly source: string
  readonly dayZone: string
  /** The secondary report that it went to; null for the figures that count. */
  readonly report: string | null
  readonly files: readonly string[]
  /** SHA-256 of each file, in hexadecimal. */
  readonly hashes: readonly string[]
  readonly rowCount: number
  readonly sliceCount: number
  readonly firstDay: Day | null
  readonly lastDay: Day | null
}

export interface LedgerEntryWithChanges extends LedgerEntry {
  /** What it changed of each account's figures. */
  readonly changes: readonly AccountChange[]
}

export interface AccountChange {
  readonly accountId: number
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** What a ledger entry changed of one account's figures. */
export interface AccountEntry {
  readonly id: number
  readonly kind: 'import' | 'undo'
  readonly committedAtMs: number
  /** The import that an undo withdrew. */
  readonly undoes: number | null
  readonly source: string
  /** Null when the files changed figures of other accounts too: their names are not this one's. */
  readonly files: readonly string[] | null
  /** Slices that had no figures before, had others, and have none any more. */
  readonly added: number
  readonly restated: number
  readonly removed: number
  readonly firstDay: Day
  readonly lastDay: Day
  /** By how much the account's totals changed. */
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** Totals of a slice. Unknown counts are 0. */
export interface SliceTotals {
  readonly impressions: ExactInteger
  readonly clicks: ExactInteger
  readonly installs: ExactInteger
  readonly revenueMicros: ExactInteger
}

/** A slice whose figures changed, and when. */
export interface SliceChange {
  readonly position: ChangePosition
  readonly changedAtMs: number
  readonly network: string
  /** Null where there was nothing before. */
  readonly old: SliceTotals | null
  /** Null where an undo took everything away. */
  readonly new: SliceTotals | null
}

/** Where a change stands among all: by ledger entry, day, app and the network's code. */
export interface ChangePosition {
  readonly entry: number
  readonly day: Day
  readonly app: number
  readonly networkCode: number
}

/** What was reported of a day by a network. */
export interface ReportedDay {
  readonly day: Day
  readonly network: string
  /** Whether any of it changed after it was first reported. */
  readonly restated: boolean
  readonly lastChangeAtMs: number
  /** The clock whose midnights divide the report's days. */
  readonly dayZone: string
}

/** A secondary report of an account: kept for comparison, never counted. */
export interface SecondaryReport {
  /** Takes the account's place in the keys of the report's figures. No account has this id. */
  readonly reportId: number
  readonly accountId: number
  readonly name: string
}

/** PORT: the entries of a ledger. */
export interface LedgerEntries {
  /** The newest first. @param before the id to go on below */
  newest(before: number, limit: number): Promise<LedgerEntry[]>
  /** Those of some ids, in any order. */
  byIds(ids: readonly number[]): Promise<LedgerEntry[]>
  /** All secondary reports, by id. */
  secondaryReports(): Promise<SecondaryReport[]>
}

/** PORT: what happened to the figures over time. */
export interface FigureLedger {
  /**
   * When stores were last restored from a backup, in seconds since 1970; 0 for never. Entries and
   * positions of an earlier generation may be others now.
   */
  generation(): Promise<number>
  /** The newest first. @param before the id to go on below; null for the newest */
  entries(before: number | null, limit: number): Promise<LedgerEntryWithChanges[]>
  /** Those that changed figures of the account which count, the newest first. */
  entriesOf(accountId: number, before: number | null, limit: number): Promise<AccountEntry[]>
  /** The first and the last day that the account has figures of; null when it has none. */
  span(accountId: number): Promise<DaySpan | null>
  /**
   * An account's changes in the order they happened.
   *
   * @param after null for the first of all
   */
  changes(accountId: number, after: ChangePosition | null, limit: number): Promise<SliceChange[]>
  /** By day, then network. */
  reportedDays(accountId: number, days: DaySpan): Promise<ReportedDay[]>
  /** The networks that an account has figures of, in alphabetical order. */
  networks(accountId: number): Promise<string[]>
  secondaryReports(accountId: number): Promise<SecondaryReport[]>
}

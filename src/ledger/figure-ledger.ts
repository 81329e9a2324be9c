import type { FactKind } from '../facts/fact-kind.ts'
import type { LabelName } from '../facts/label-names.ts'
import type { Day, DaySpan } from '../values/day.ts'
import type { ExactInteger } from '../values/exact-integer.ts'

/**
 * The kind of a ledger entry. A `deletion` is of figures, a `merge` of an app into another one, and a
 * `revaluation` of converted money by other rates.
 */
export type EntryKind = 'import' | 'undo' | 'deletion' | 'merge' | 'revaluation'

/** The apps and the network that a deletion or a merge was about, or the booking of a mediation's rows. */
export interface EntrySubject {
  /** The app_id of the app; all apps when absent. */
  readonly app?: string
  /** The app_id of the app that it was merged into. */
  readonly into?: string
  /** All networks when absent. */
  readonly network?: string
  /** Whether the app itself was deleted. */
  readonly wholeApp?: true
  /** The keys of an app that ended, and of the app that it was merged into. Early entries lack them. */
  readonly keys?: readonly [app: number, into?: number]
  /** Only of imports of a mediation's report. */
  readonly booking?: 'auto' | 'counted' | 'add'
  /** The secondary report that has all rows of such an import, unless it is booked `counted`. */
  readonly report?: string
}

/** One committed change of the figures. */
export interface LedgerEntry {
  readonly id: number
  readonly kind: EntryKind
  readonly committedAtMs: number
  /** The entry that an undo withdrew. */
  readonly undoes: number | null
  /** The undo that withdrew this entry. */
  readonly undoneBy: number | null
  /** Null for undos, and for imports of anything but a mediation. */
  readonly subject: EntrySubject | null
  /** `adtally` for deletions and merges. A revaluation has that of the imports whose money it converts. */
  readonly source: string
  readonly dayZone: string
  /** The name of the secondary report; null for counted figures. */
  readonly report: string | null
  readonly files: readonly string[]
  /** SHA-256 of each file, in hexadecimal. */
  readonly hashes: readonly string[]
  readonly rowCount: number
  readonly sliceCount: number
  readonly firstDay: Day | null
  readonly lastDay: Day | null
  /** The id of the import request that it answers; null for all other imports, and for undos. */
  readonly request: string | null
}

export interface LedgerEntryWithChanges extends LedgerEntry {
  /** The change of each account's totals. */
  readonly changes: readonly AccountChange[]
}

export interface AccountChange {
  readonly accountId: number
  readonly impressions: bigint
  readonly revenueMicros: bigint
  readonly otherTotals: OtherTotals
}

/** The change of totals of other kinds of fact than ad figures, by column; only those that changed. */
export type OtherTotals = Readonly<Record<string, bigint>>

/** A ledger entry and its effect on one account. */
export interface AccountEntry
  extends Pick<
    LedgerEntry,
    'id' | 'kind' | 'committedAtMs' | 'undoes' | 'undoneBy' | 'subject' | 'source' | 'request'
  > {
  /** Whether the entry also changed other accounts, or apps that are not in the scope. */
  readonly isShared: boolean
  /** Null when it is shared, because file names may be private to others. */
  readonly files: readonly string[] | null
  /** The networks with changed slices, sorted; at most {@link maxEntryNetworks}. */
  readonly networks: readonly string[]
  /** How many there are. */
  readonly networkCount: number
  /** Slices that are new. */
  readonly added: number
  /** Slices whose figures changed. */
  readonly restated: number
  /** Slices that no longer exist. */
  readonly removed: number
  readonly firstDay: Day
  readonly lastDay: Day
  /** The change of the account's totals. */
  readonly impressions: bigint
  readonly revenueMicros: bigint
  readonly otherTotals: OtherTotals
}

/** An app with slices that an entry stated or ended. */
export interface TouchedApp {
  readonly accountId: number
  readonly app: number
}

/** Totals of a slice. Unknown counts are 0. */
export interface SliceTotals {
  readonly impressions: ExactInteger
  readonly clicks: ExactInteger
  readonly installs: ExactInteger
  readonly revenueMicros: ExactInteger
}

/** A change of a slice. */
export interface SliceChange {
  readonly position: ChangePosition
  readonly changedAtMs: number
  readonly network: string
  /** Null when the slice is new. */
  readonly old: SliceTotals | null
  /** Null when the slice no longer exists. */
  readonly new: SliceTotals | null
}

/** The sort key of a change: ledger entry, day, app and the network's code. */
export interface ChangePosition {
  readonly entry: number
  readonly day: Day
  readonly app: number
  readonly networkCode: number
}

/** Selects slices by their last changes up to a ledger entry. */
export interface LastChangeRange {
  /** Ad figures when absent. */
  readonly kind?: FactKind
  /** Only slices whose last change comes after this position; null for all. */
  readonly after: ChangePosition | null
  /** Later changes do not count. The entry is committed. */
  readonly entry: number
  /** Only slices of these days; of all when absent. */
  readonly days?: DaySpan
  /** Leaves out slices that no longer exist. */
  readonly onlyExisting: boolean
}

/** The last change of a slice up to a ledger entry. */
export interface LastChange {
  readonly position: ChangePosition
  readonly changedAtMs: number
  /** The network, or the source. */
  readonly network: string
  /** The `mainNumbers` of their kind since the change, by column; null when the slice no longer exists. */
  readonly totals: Readonly<Record<string, ExactInteger>> | null
}

/** A day, and the last entry that changed figures of it. */
export interface ChangedDay {
  readonly day: Day
  readonly entry: number
}

/** Slices that were changed in the same way, and the change of their totals. */
export interface ChangedSlices {
  readonly slices: number
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** A ledger entry's change of the figures of a network and day, over the apps of a scope. */
export interface NetworkDayChange {
  readonly day: Day
  readonly network: string
  readonly entry: Pick<
    LedgerEntry,
    'id' | 'kind' | 'committedAtMs' | 'undoes' | 'undoneBy' | 'source'
  >
  /** The source of the figures that it changed; null without any, and where it is unknown. */
  readonly sourceBefore: string | null
  /** Slices that had no figures before. */
  readonly added: ChangedSlices
  readonly restated: ChangedSlices
  /** Slices that have no figures since. */
  readonly removed: ChangedSlices
}

/** A day that a network or a source has reported. */
export interface ReportedDay {
  readonly day: Day
  /** The network, or the source. */
  readonly network: string
  /** Whether any figures changed after they were first reported. */
  readonly restated: boolean
  readonly lastChangeAtMs: number
  /** The clock whose midnights divide the report's days. */
  readonly dayZone: string
}

/** The newest day of a network that an account has figures of. */
export interface NewestDay {
  readonly accountId: number
  readonly network: string
  readonly day: Day
}

/** A secondary report of an account: stored for comparison, never counted. */
export interface SecondaryReport {
  /** Replaces the account's id in the keys of the report's figures. No account has this id. */
  readonly reportId: number
  readonly accountId: number
  readonly name: string
}

/** The account and the apps whose figures a question is about. */
export interface FigureScope {
  /** The id of an account or a secondary report. */
  readonly account: number
  /** Keys of the apps; null for all. */
  readonly apps: readonly number[] | null
}

/** The names in the current facts of a scope. Lists are sorted by the names' UTF-8 bytes. */
export interface SeenValues {
  /** The names of each label, at most {@link maxSeenNames}: those that were first reported earliest. */
  readonly names: Readonly<Record<LabelName, readonly string[]>>
  /** The labels with more names. */
  readonly cut: readonly LabelName[]
  /** Of figures: the first and the last day; null without figures. */
  readonly days: DaySpan | null
}

export const maxSeenNames = 1_000

/** Networks that a list of entries names for each of them. */
export const maxEntryNetworks = 20

/** All figures of an account or a secondary report. */
export const allFiguresOf = (account: number): FigureScope => ({ account, apps: null })

/** PORT: the entries of a ledger. */
export interface LedgerEntries {
  /** Newest first. @param before only entries with a lower id */
  newest(before: number, limit: number): Promise<LedgerEntry[]>
  /** The entries with these ids, in any order. */
  byIds(ids: readonly number[]): Promise<LedgerEntry[]>
  /** The id of the entry that answers an import request; null when none was committed. */
  ofRequest(request: string): Promise<number | null>
  /** All secondary reports, by id. */
  secondaryReports(): Promise<SecondaryReport[]>
  /** All merges and deletions, in any order. */
  revisions(): Promise<LedgerEntry[]>
}

/** PORT: the history of the figures. */
export interface FigureLedger {
  /** The unique id of the figures' history. */
  identity(): Promise<string>
  /**
   * When stores were last restored from a backup, in seconds since 1970; 0 for never. Entries and
   * positions of an earlier generation may be others now.
   */
  generation(): Promise<number>
  /** Newest first. @param before only entries with a lower id; null for all */
  entries(before: number | null, limit: number): Promise<LedgerEntryWithChanges[]>
  /** The entries with these ids, in any order. */
  byIds(ids: readonly number[]): Promise<LedgerEntry[]>
  /** The entries that changed counted figures of the scope, newest first. @param before as above */
  entriesOf(scope: FigureScope, before: number | null, limit: number): Promise<AccountEntry[]>
  /** The apps with slices that an entry stated or ended, also in secondary reports. */
  touchedBy(entry: number): Promise<TouchedApp[]>
  /** The id of the entry that answers an import request; null when none was committed. */
  ofRequest(request: string): Promise<number | null>
  /** The first and the last day with figures; null when there are none. */
  span(scope: FigureScope): Promise<DaySpan | null>
  /**
   * The changes of figures, oldest first.
   *
   * @param after only changes after this position; null for all
   */
  changes(scope: FigureScope, after: ChangePosition | null, limit: number): Promise<SliceChange[]>
  /**
   * The slices that changed, in the order of their last changes. A slice is listed once, however often
   * it changed.
   */
  lastChanges(scope: FigureScope, range: LastChangeRange, limit: number): Promise<LastChange[]>
  /**
   * The days that ever had facts of a kind, in ascending order, each with the last entry that changed them.
   *
   * @param entry later changes do not count
   * @param kind ad figures when absent
   * @param since earlier changes do not count; all do when absent
   */
  lastChangesByDay(
    scope: FigureScope,
    entry: number,
    kind?: FactKind,
    since?: number,
  ): Promise<ChangedDay[]>
  /** The changes of some days by entry, network, day and the source before, oldest first; at most `limit`. */
  networkDayChanges(scope: FigureScope, days: DaySpan, limit: number): Promise<NetworkDayChange[]>
  /**
   * Sorted by day, then network.
   *
   * @param entry later changes do not count; all do when absent
   * @param kind ad figures when absent
   */
  reportedDays(
    scope: FigureScope,
    days: DaySpan,
    entry?: number,
    kind?: FactKind,
  ): Promise<ReportedDay[]>
  /** The newest of these days for each account and network that has figures of any, in any order. */
  newestDays(days: DaySpan): Promise<NewestDay[]>
  /** The networks with figures, or the sources of users, in alphabetical order. @param kind ad figures when absent */
  networks(scope: FigureScope, kind?: FactKind): Promise<string[]>
  secondaryReports(accountId: number): Promise<SecondaryReport[]>
  /** The names that figures of the scope have now, and none that only others have. */
  seenValues(scope: FigureScope): Promise<SeenValues>
}

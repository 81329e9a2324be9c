import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import type { EntrySubject, SecondaryReport } from '../ledger/figure-ledger.ts'
import type { NewLabel, NewLedgerEntry } from '../ledger/journal.ts'
import type { Day } from '../values/day.ts'
import type { EntryState } from './entry-state.ts'
import type { BeforeAndAfter, ChangedSlices } from './read-changes.ts'
import type { StagedApp, StagedSlices } from './staged-slices.ts'

/** The apps that staged rows refer to. */
export interface ImportApps {
  /** The apps as they are now. Apps that the commit would create have placeholder keys. */
  expected(): StagedApp[]
  /**
   * Looks the apps up again under the commit lock and creates the missing ones, which are pending
   * until {@link confirmPending}.
   *
   * @throws Refusal `app_changed` when an app or its account's currency changed since staging
   */
  resolve(entry: number): Promise<StagedApp[]>
  /** Confirms pending apps of entries up to this one, and removes all others. */
  confirmPending(lastEntry: number): Promise<void>
}

/** How the rows of a mediation are booked, and the secondary report that has all of them. */
export type Mediation =
  | { readonly booking: 'counted' }
  | { readonly booking: 'auto' | 'add'; readonly report: string }

/** Rows of a mediation that do not count, because others of the same network and days do. */
export interface UncountedRows {
  readonly accountId: number
  readonly network: string
  /** The secondary report that has them. */
  readonly report: string
  /** The figures that count instead: the network's own report, or the rows of another mediation. */
  readonly counts: 'own report' | 'other mediation'
  readonly days: number
  readonly firstDay: Day
  readonly lastDay: Day
  readonly impressions: bigint
  readonly revenueMicros: bigint
  /** The revenue that counts instead. */
  readonly countedMicros: bigint
}

/** The facts of an import that its ledger entry records. */
export interface NewImport {
  readonly source: string
  /** The kind and subject of an entry that is no import; its figures are those of the staged scope. */
  readonly revision?: {
    readonly kind: 'deletion' | 'merge' | 'revaluation'
    readonly subject: EntrySubject
  }
  /** How the rows of a mediation are booked; absent for those of anything else. */
  readonly mediation?: Mediation
  /** The clock whose midnights divide the report's days. */
  readonly dayZone: string
  readonly files: readonly string[]
  /** SHA-256 of each file, in hexadecimal. */
  readonly hashes: readonly string[]
  /** The name of the secondary report; null for counted figures. */
  readonly report: string | null
  readonly committedAt: Date
  readonly apps: ImportApps
  /** The id of the import request that it answers; null for none. */
  readonly request: string | null
  /** How many names of each kind an account may get. */
  readonly maxNewNames: Readonly<Record<16 | 32, number>>
  /**
   * Runs before {@link beginWrite}, under the commit lock, with what will be committed.
   *
   * @throws whatever keeps it from being committed
   */
  readonly announce?: (planned: CommittedImport) => Promise<void>
  /**
   * Runs right before the first row is written: from then on the import is not cancelled.
   *
   * @param lastCommittedMs when the last entry was committed; null for an empty ledger
   * @throws whatever cancelled it; Refusal `clock_ahead`
   */
  readonly beginWrite: (lastCommittedMs: number | null) => void
}

/** The facts of an undo that its ledger entry records. */
export interface NewUndo extends Pick<NewImport, 'committedAt'> {
  /**
   * Runs under the commit lock, right before the first row is written.
   *
   * @throws whatever cancels it
   */
  readonly beginWrite: (lastCommittedMs: number | null) => Promise<void>
}

/** The effect of an import. */
export interface ImportEffect {
  /** Rows of the import; rows with the same key count once. */
  readonly rows: number
  /** Slices of the rows. */
  readonly slices: number
  /** Slices of the rows that existed before. */
  readonly replacedSlices: number
  /** Replaced slices whose figures are the same as before. */
  readonly unchangedSlices: number
  /** Slices in the scope that have no rows and end. */
  readonly removedSlices: number
  /** Null without rows. */
  readonly firstDay: Day | null
  readonly lastDay: Day | null
  readonly impressions: bigint
  /** Revenue of the rows in micros, by account, because accounts differ in currency. */
  readonly revenueMicros: ReadonlyMap<number, bigint>
  /** Decimals in major units that were converted, by their original currency. */
  readonly converted: ReadonlyMap<string, string>
  /** Replaced slices that another source had stated, by that source. */
  readonly otherSources: ReadonlyMap<string, number>
  /** Slices of other sources that were kept; the import's rows of them are left out. */
  readonly keptSlices: readonly KeptSlices[]
  /** By account, network and report. */
  readonly uncounted: readonly UncountedRows[]
  /** All slices that the entry states or ends. */
  readonly changes: readonly ChangedSlices[]
}

/** Slices of a network that another source stated and that an import keeps. */
export interface KeptSlices {
  readonly source: string
  /** The network, or the source of users. */
  readonly network: string
  readonly slices: number
  /** Rows of the import that are left out. */
  readonly rows: number
  readonly firstDay: Day
  readonly lastDay: Day
}

/** The changes that an import makes in the slices of one account, network and day. */
export interface DayEffect {
  readonly accountId: number
  readonly network: string
  readonly day: Day
  /** Slices by their change. */
  readonly added: number
  readonly restated: number
  readonly unchanged: number
  readonly removed: number
  /** Rows that are stored afterwards. */
  readonly rows: number
  /** Of these slices, before and after. */
  readonly impressions: BeforeAndAfter
  readonly revenueMicros: BeforeAndAfter
}

/** The changes that an import makes in the slices that its rows or its scope are about. */
export interface StatedEffect {
  /** Slices by their change. */
  readonly slices: Readonly<Record<'added' | 'restated' | 'unchanged' | 'removed', number>>
  readonly impressions: BeforeAndAfter
  readonly revenueMicros: BeforeAndAfter
  /** Revenue of slices that are removed. */
  readonly lostMicros: bigint
  /** Further counted slices that begin or cease to count, because they are of mediations. */
  readonly rebooked: { readonly changed: number; readonly replaced: number }
}

/** The effect that an import would have. */
export interface PreviewedImport extends ImportEffect {
  /** The first of them, by account, network and day. */
  readonly days: readonly DayEffect[]
  /** How many there are. */
  readonly dayCount: number
  /** The revenue of all slices before, in micros, also of days that are not listed. */
  readonly beforeMicros: bigint
  readonly stated: StatedEffect
}

export interface CommittedImport extends ImportEffect {
  readonly importId: number
  /** Never before the last entry, so it may be later than the clock. */
  readonly committedMs: number
}

/** The result of an undo. */
export interface UndoneImport {
  /** The ledger entry of the undo. */
  readonly entry: number
  /** Slices that returned to an earlier version. */
  readonly restored: number
  /** Current slices that had no earlier version. */
  readonly removed: number
  /** Slices that stay as they are, because a later entry changed them. */
  readonly keptLater: number
}

/** The changes of an entry, besides the tables that `planImport` makes in the scratch. */
export interface PlannedEntry {
  readonly effect: ImportEffect
  readonly newLabels: readonly NewLabel[]
  readonly newReports: readonly SecondaryReport[]
  /** The secondary report that takes each account's place. */
  readonly reportIds: ReadonlyMap<number, number>
  readonly record: Omit<NewLedgerEntry, 'committedAtMs'>
  /** Makes the tables of the scratch anew for one of {@link StagedSlices.otherKinds}. */
  readonly planOther: (kind: FactKind) => Promise<ImportEffect>
}

/** The write of one entry, while no other one is written. */
export interface EntryWrite extends EntryState {
  /** When the previous entry was committed; null for an empty ledger. */
  readonly lastCommittedMs: number | null
  /** The last entry that is committed, this one too; null when nobody knows whether this one is. */
  lastEntry(): number | null
  /**
   * Writes what was planned in the tables of the scratch, with the ledger entry. Both become visible at once.
   *
   * @throws Refusal `change_too_large`, `day_not_storable`; then nothing was committed
   */
  commit(staged: StagedSlices, planned: PlannedEntry, committedMs: number): Promise<void>
}

/**
 * PORT: stores slices, one commit at a time. Every method may throw StoreUnavailableError when a
 * server does not answer in time.
 */
export interface SliceStore {
  /** Runs work with a scratch. Its temporary tables end with the work. */
  withScratch<Result>(work: (scratch: DuckDBConnection) => Promise<Result>): Promise<Result>
  /** Runs work that changes nothing, with the state of now. */
  read<Result>(work: (state: EntryState) => Promise<Result>): Promise<Result>
  /** Runs work that may commit one entry. Writes wait for each other. */
  write<Result>(work: (write: EntryWrite) => Promise<Result>): Promise<Result>
  /**
   * Withdraws an import. Slices that it was the last to write return to what they were before it;
   * slices that a later import replaced stay.
   *
   * @throws Refusal `unknown_import`, `import_is_undo`, `import_undone`; what `beginWrite` throws
   */
  undo(importId: number, undo: NewUndo): Promise<UndoneImport>
  /**
   * Removes all figures of an account for good, with their history and its secondary reports. Ledger
   * entries stay; those after the last one with figures of other accounts count no rows any more.
   *
   * @param finish runs after it, before any other commit
   */
  removeAccount(accountId: number, finish: () => Promise<void>): Promise<void>
}

import type { DuckDBConnection } from '@duckdb/node-api'
import type { Day } from '../values/day.ts'
import type { StagedApp, StagedSlices } from './staged-slices.ts'

/** The apps behind the references of staged rows, as the catalogue has them. */
export interface ImportApps {
  /** The apps as they are now. Those that the commit would create have keys of no app. */
  expected(): StagedApp[]
  /**
   * Runs under the commit lock: looks the apps up again, and creates those that are missing for the
   * entry. They stay pending until {@link settle}.
   *
   * @throws Refusal `app_changed` when an app or its account's currency is not as it was staged
   */
  resolve(entry: number): Promise<StagedApp[]>
  /** Keeps the pending apps of entries up to this one, and removes the others. */
  settle(lastEntry: number): Promise<void>
}

/** What the ledger records of an import. */
export interface NewImport {
  readonly source: string
  /** The clock whose midnights divide the days. */
  readonly dayZone: string
  readonly files: readonly string[]
  /** SHA-256 of each file, in hexadecimal. */
  readonly hashes: readonly string[]
  /** The secondary report that the rows go to; null for the figures that count. */
  readonly report: string | null
  readonly committedAt: Date
  readonly apps: ImportApps
  /**
   * Runs right before the first row is written: from then on the import is not cancelled.
   *
   * @param lastCommittedMs when the last entry was committed; null for an empty ledger
   * @throws whatever cancelled it; Refusal `clock_ahead`
   */
  readonly beginWrite: (lastCommittedMs: number | null) => void
}

/** What an import changes. Slices are counted by what becomes of them. */
export interface ImportEffect {
  /** Rows of the import, those of one key counted once. */
  readonly rows: number
  /** Slices that the rows are of. */
  readonly slices: number
  /** Those among them that existed before. */
  readonly replacedSlices: number
  /** Those among the replaced whose figures are the same as before. */
  readonly unchangedSlices: number
  /** Slices of the scope that have no rows and end. */
  readonly removedSlices: number
  /** Null when there are no rows. */
  readonly firstDay: Day | null
  readonly lastDay: Day | null
  readonly impressions: bigint
  /** Revenue of the rows in micros, by account: accounts report in currencies of their own. */
  readonly revenueMicros: ReadonlyMap<number, bigint>
  /** Decimals in major units that were converted, by their currency. */
  readonly converted: ReadonlyMap<string, string>
}

export interface CommittedImport extends ImportEffect {
  readonly importId: number
  /** Never before the last entry, so it may be later than the clock. */
  readonly committedMs: number
}

/** What became of the slices of an import that was withdrawn. */
export interface UndoneImport {
  /** The ledger entry of the undo. */
  readonly entry: number
  /** Slices that went back to an earlier version. */
  readonly restored: number
  /** Slices that had no earlier version. */
  readonly removed: number
  /** Slices that a later import replaced; they stay. */
  readonly keptLater: number
}

/**
 * PORT: stores slices, one commit at a time. Every method may throw StoreUnavailableError when a
 * server does not answer in time; nothing is committed then.
 */
export interface SliceStore {
  /** Lends a scratch to stage an import in. Its temporary tables end with the work. */
  withScratch<Result>(work: (scratch: DuckDBConnection) => Promise<Result>): Promise<Result>
  /**
   * What {@link commit} would change if it ran now. Changes nothing.
   *
   * @throws Refusal `figures_too_large` as commit does
   */
  preview(staged: StagedSlices, entry: NewImport): Promise<ImportEffect>
  /**
   * Replaces the slices of the staged rows, and ends those of the scope without rows, in one
   * transaction with the ledger entry. A slice whose figures do not change keeps them where they
   * are. Commits wait for each other.
   *
   * @throws Refusal `nothing_to_import`; `figures_too_large` when a slice adds up to more than 64 bits hold;
   *   `change_too_large`; `too_many_labels`; `day_not_storable`; whatever {@link ImportApps.resolve} throws
   */
  commit(staged: StagedSlices, entry: NewImport): Promise<CommittedImport>
  /**
   * Withdraws an import: slices that it was the last to change go back to their version before it;
   * slices that a later import replaced stay.
   *
   * @throws Refusal `unknown_import`, `import_is_undo`, `import_undone`
   */
  undo(importId: number, now: Date): Promise<UndoneImport>
}

import type { LedgerEntries, LedgerEntry, SecondaryReport } from './figure-ledger.ts'

/** The kinds of names that are stored as codes. */
export const labelKinds = ['network', 'format', 'ad_tag'] as const
export type LabelKind = (typeof labelKinds)[number]

/** A code and the name that it has from the commit of the entry that brings it. */
export interface NewLabel {
  readonly kind: LabelKind
  readonly code: number
  readonly name: string
}

/** Which rows of the journal are visible: those of entries up to `last` that are not hidden. */
export interface JournalState {
  /** An id that no other ledger has. */
  readonly identity: string
  /** When stores were last restored, in seconds since 1970; 0 for never. */
  readonly generation: number
  /** The last entry that was committed; 0 when there is none. */
  readonly last: number
  /** Entries that are not committed. Their ids are not used again. */
  readonly hidden: readonly number[]
}

/** An entry that is about to be committed. */
export type NewLedgerEntry = Omit<LedgerEntry, 'id' | 'undoneBy'>

/** The write of one entry, under the writers' lock. */
export interface LedgerWrite {
  /** The id that the entry will have. */
  readonly entry: number
  /** The state before the entry. */
  readonly state: JournalState
  /** When the last entry was committed. */
  readonly lastCommittedMs: number
  /** Marks the id as used, because the journal may now contain rows of the entry. */
  ship(): void
  /** Makes the entry visible, with the names and the secondary reports that it brings. */
  commit(
    entry: NewLedgerEntry,
    labels: readonly NewLabel[],
    reports: readonly SecondaryReport[],
  ): Promise<void>
}

/** What interrupted writers left behind. */
export interface Leftovers {
  readonly last: number
  readonly hidden: readonly number[]
  /** Hidden entries whose rows are not dropped yet. */
  readonly aborted: readonly number[]
}

/** Drops rows of entries that were not committed, under the writers' lock. */
export interface JournalCleanup {
  /** The highest entry that the journal has rows of; 0 for an empty journal. */
  highestEntry(): Promise<number>
  /** @returns the entries whose rows are dropped, or will be */
  clear(leftovers: Leftovers): Promise<readonly number[]>
}

/** PORT: the ledger of a journal. An entry is visible to every reader once it is committed here. */
export interface FigureEntries extends LedgerEntries {
  state(): Promise<JournalState>
  /** The last entry that was committed by an instant; 0 when there was none. */
  entryAt(epochMs: number): Promise<number>
  /** The names that entries brought. @param after the entry before the first @param until the last */
  labels(after: number, until: number): Promise<NewLabel[]>
  /** Every undo. */
  undos(): Promise<LedgerEntry[]>
  /** Writes one entry under the writers' lock. An entry that is not committed is given up. */
  write<Result>(
    cleanup: JournalCleanup,
    work: (write: LedgerWrite) => Promise<Result>,
  ): Promise<Result>
  /** Cleans up after interrupted writers, unless another process is writing. */
  recover(cleanup: JournalCleanup): Promise<void>
}

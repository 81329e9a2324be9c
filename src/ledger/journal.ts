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

/** Which rows of the journal stand: those of entries up to the last one, but for the hidden. */
export interface JournalState {
  /** What tells this ledger from every other. */
  readonly identity: string
  /** The last entry that was committed; 0 when there is none. */
  readonly last: number
  /** Entries that were not committed. Their ids are not given again. */
  readonly hidden: readonly number[]
}

/** What an entry states when it is committed. */
export type NewLedgerEntry = Omit<LedgerEntry, 'id' | 'undoneBy'>

/** One entry on its way, while nobody else writes. */
export interface LedgerWrite {
  /** The id that the entry will have. */
  readonly entry: number
  /** The state that the entry follows. */
  readonly state: JournalState
  /** When the last entry was committed. */
  readonly lastCommittedMs: number
  /** From here on rows may lie in the journal: the id is used up, whatever becomes of the entry. */
  ship(): void
  /** Makes the entry stand, with the names and the secondary reports that it brings. */
  commit(
    line: NewLedgerEntry,
    labels: readonly NewLabel[],
    books: readonly SecondaryReport[],
  ): Promise<void>
}

/** What was left by writers that did not get to their end. */
export interface Leftovers {
  readonly last: number
  readonly hidden: readonly number[]
  /** Those of the hidden whose rows were not dropped yet. */
  readonly aborted: readonly number[]
}

/** What a journal is asked and told around an entry, while nobody else writes. */
export interface JournalCleanup {
  /** The highest entry of which there are rows; 0 when there are none. */
  highestEntry(): Promise<number>
  /** Deals with what was left. @returns the entries whose rows are dropped, or will be */
  clear(leftovers: Leftovers): Promise<readonly number[]>
}

/** PORT: the ledger of a journal. An entry stands from its commit here on, for every reader. */
export interface FigureEntries extends LedgerEntries {
  state(): Promise<JournalState>
  /** The last entry that was committed by an instant; 0 when there was none. */
  entryAt(epochMs: number): Promise<number>
  /** The names that entries brought, those after `after` up to `until`. */
  labels(after: number, until: number): Promise<NewLabel[]>
  /** Every undo. */
  undos(): Promise<LedgerEntry[]>
  /** Writes one entry while no other process does. What is not committed is given up. */
  write<Result>(
    keeper: JournalCleanup,
    work: (turn: LedgerWrite) => Promise<Result>,
  ): Promise<Result>
  /** Deals with what writers left that died, unless somebody is writing. */
  recover(keeper: JournalCleanup): Promise<void>
}

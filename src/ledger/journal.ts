import type { LedgerEntries, LedgerEntry, SecondaryReport } from './figure-ledger.ts'

/** Kinds of names that are stored as codes. */
export const labelKinds = ['network', 'format', 'ad_tag', 'source'] as const
export type LabelKind = (typeof labelKinds)[number]

/** A new code and its name. Both become visible with the commit of their entry. */
export interface NewLabel {
  /** The account or secondary report whose rows have it; 0 for all, as before accounts had their own. */
  readonly accountId: number
  readonly kind: LabelKind
  readonly code: number
  readonly name: string
}

/** A state of the journal: rows of entries up to `last` are visible, except hidden ones. */
export interface JournalState {
  /** The ledger's unique id. */
  readonly identity: string
  /** When stores were last restored, in seconds since 1970; 0 for never. */
  readonly generation: number
  /** The last committed entry; 0 when there is none. */
  readonly last: number
  /** Entries that are not committed. Their ids are never used again. */
  readonly hidden: readonly number[]
}

/** The state of one account's figures in a journal. */
export interface AccountState {
  readonly identity: string
  readonly generation: number
  /** The last entry that touched the account; 0 when there is none. */
  readonly entry: number
  /** When it was committed, in milliseconds since 1970; null when there is none. */
  readonly committedAtMs: number | null
}

/** An entry that is about to be committed. */
export type NewLedgerEntry = Omit<LedgerEntry, 'id' | 'undoneBy'>

/** The write of one entry, under the writer lock. */
export interface LedgerWrite {
  /** The entry's id. */
  readonly entry: number
  /** The state before the entry. */
  readonly state: JournalState
  /** When the previous entry was committed, in milliseconds since 1970. */
  readonly lastCommittedMs: number
  /** Call before the first row is sent: marks the id as used. */
  ship(): void
  /** The last committed entry; null when nobody knows whether this one is. */
  lastEntry(): number | null
  /**
   * Makes the entry visible, with its new names and secondary reports.
   *
   * @param touched the accounts and secondary reports whose slices it states or ends
   */
  commit(
    entry: NewLedgerEntry,
    labels: readonly NewLabel[],
    reports: readonly SecondaryReport[],
    touched: readonly number[],
  ): Promise<void>
}

/** Entries that interrupted writers left behind. */
export interface Leftovers {
  readonly last: number
  readonly hidden: readonly number[]
  /** Hidden entries whose rows are not deleted yet. */
  readonly aborted: readonly number[]
}

/** Stops writers that were interrupted, and deletes rows of entries that were not committed, under the writer lock. */
export interface JournalCleanup {
  /** The highest entry with rows in the journal; 0 for an empty journal. */
  highestEntry(): Promise<number>
  /**
   * @returns the entries whose rows are deleted, or will be
   * @throws when an interrupted writer may still change rows
   */
  clear(leftovers: Leftovers): Promise<readonly number[]>
}

/** PORT: the ledger of a journal. A commit here makes an entry visible to every reader. */
export interface FigureEntries extends LedgerEntries {
  /**
   * The state of now, or of a moment ago.
   *
   * @param atLeast an entry that the state has, if it is committed; 0 when absent
   */
  state(atLeast?: number): Promise<JournalState>
  /**
   * The current state of an account or a secondary report. Entries of a secondary report touch its
   * account too.
   */
  stateOf(account: number): Promise<AccountState>
  /** The last entry committed at or before an instant; 0 when there is none. */
  entryAt(epochMs: number): Promise<number>
  /** The last entry that the journal must have rows of; 0 when there is none. */
  lastWithRows(): Promise<number>
  /** The names that entries above `after`, up to `until`, added. */
  labels(after: number, until: number): Promise<NewLabel[]>
  /**
   * Forgets the names and states of accounts whose figures are removed.
   *
   * @param lastEntry the last entry with figures of others; later ones count no rows any more
   */
  removeAccounts(accounts: readonly number[], lastEntry: number): Promise<void>
  /** All undos. */
  undos(): Promise<LedgerEntry[]>
  /** Writes one entry under the writer lock. If `work` does not commit it, it is given up. */
  write<Result>(
    cleanup: JournalCleanup,
    work: (write: LedgerWrite) => Promise<Result>,
  ): Promise<Result>
  /** Cleans up after interrupted writers, unless another process is writing. */
  recover(cleanup: JournalCleanup): Promise<void>
}

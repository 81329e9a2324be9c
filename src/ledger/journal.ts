import { type LabelName, namedLabels } from '../facts/label-names.ts'
import type { LedgerEntry } from './figure-ledger.ts'

/** Kinds of names that are stored as codes. */
export type LabelKind = Exclude<LabelName, 'country'>
export const labelKinds = namedLabels as readonly LabelKind[]

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

import type { DayNote } from './day-note.ts'

/** The new contents of a note, and the actor who changes it. */
export type NoteChange = Pick<DayNote, 'days' | 'app' | 'text' | 'changedBy' | 'changedAtMs'>

/** The stored notes on days. */
export interface DayNoteRecords {
  /** The latest days first. */
  ofAccount(accountId: number): Promise<DayNote[]>
  insert(note: Omit<DayNote, 'id'>): Promise<DayNote>
  /** @returns null when the account has no such note */
  change(accountId: number, id: number, change: NoteChange): Promise<DayNote | null>
  /** @returns the note as it was; null when the account has no such note */
  remove(accountId: number, id: number): Promise<DayNote | null>
}

/** PORT: stores notes on days. */
export interface DayNoteStore extends DayNoteRecords {
  /** Runs work in a transaction; no other process adds notes meanwhile. */
  exclusively<Result>(work: (notes: DayNoteRecords) => Promise<Result>): Promise<Result>
}

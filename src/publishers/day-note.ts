import { type DaySpan, dayCount } from '../values/day.ts'

/** A note about some days of an account: "price test began". */
export interface DayNote {
  readonly id: number
  readonly accountId: number
  /** One day or a range of at most {@link maxNoteDays}. */
  readonly days: DaySpan
  /** The key of the app that it is about; null for all of the account. */
  readonly app: number | null
  readonly text: string
  /** The name of the actor; null for a command. */
  readonly writtenBy: string | null
  readonly writtenAtMs: number
  /** The actor who changed it last, as {@link DayNote.writtenBy}. */
  readonly changedBy: string | null
  /** Null as long as nobody changed it. */
  readonly changedAtMs: number | null
}

export const maxNoteDays = 366
export const maxNoteCharacters = 280

/** Whether one note may be about this many days. */
export const isNoteSpan = (days: DaySpan): boolean =>
  days.lastDay >= days.firstDay && dayCount(days) <= maxNoteDays

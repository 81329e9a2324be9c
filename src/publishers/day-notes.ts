import { type DaySpan, formatDay } from '../values/day.ts'
import type { Accounts } from './accounts.ts'
import { type DayNote, isNoteSpan, maxNoteDays } from './day-note.ts'
import type { DayNoteStore } from './day-note-store.ts'
import { refuse } from './refusals.ts'

/** How many notes an account may have. */
export const maxNotes = 500

export type NoteContent = Pick<DayNote, 'days' | 'app' | 'text'>

/** Manages the notes on days of accounts. Everyone who may write notes may change all of them. */
export class DayNotes {
  readonly #accounts: Accounts
  readonly #store: DayNoteStore
  readonly #now: () => Date

  constructor(accounts: Accounts, store: DayNoteStore, now: () => Date) {
    this.#accounts = accounts
    this.#store = store
    this.#now = now
  }

  /** The latest days first. @throws Refusal for an unknown account */
  async list(username: string): Promise<DayNote[]> {
    return this.#store.ofAccount((await this.#accounts.get(username)).id)
  }

  /**
   * @param by the name of the actor; null for a command
   * @throws Refusal for an unknown account, too many notes, or too many days
   */
  async add(username: string, content: NoteContent, by: string | null): Promise<DayNote> {
    refuseBadSpan(content.days)
    const { id: accountId } = await this.#accounts.get(username)
    const writtenAtMs = this.#now().getTime()
    return this.#store.exclusively(async (notes) => {
      const all = await notes.ofAccount(accountId)
      if (all.length >= maxNotes) throw refuse('too_many_notes', { username, max: maxNotes })
      return notes.insert({
        ...content,
        accountId,
        writtenBy: by,
        writtenAtMs,
        changedBy: null,
        changedAtMs: null,
      })
    })
  }

  /** Replaces what a note says. @param by as in {@link add} @throws Refusal as {@link add}, or for an unknown note */
  async change(
    username: string,
    id: number,
    content: NoteContent,
    by: string | null,
  ): Promise<DayNote> {
    refuseBadSpan(content.days)
    const { id: accountId } = await this.#accounts.get(username)
    const changed = { changedBy: by, changedAtMs: this.#now().getTime() }
    const note = await this.#store.change(accountId, id, { ...content, ...changed })
    if (!note) throw refuse('unknown_note', { username, id })
    return note
  }

  /** @returns the note as it was @throws Refusal for an unknown account or note */
  async remove(username: string, id: number): Promise<DayNote> {
    const { id: accountId } = await this.#accounts.get(username)
    const note = await this.#store.remove(accountId, id)
    if (!note) throw refuse('unknown_note', { username, id })
    return note
  }
}

/** @throws Refusal `note_days_refused` when the days are in the wrong order, or too many */
function refuseBadSpan(days: DaySpan): void {
  if (isNoteSpan(days)) return
  const [from, to] = [formatDay(days.firstDay), formatDay(days.lastDay)]
  throw refuse('note_days_refused', { from, to, maxDays: maxNoteDays })
}

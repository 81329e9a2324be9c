import type { Kysely, Selectable } from 'kysely'
import { type DayNote, isNoteSpan, maxNoteDays } from '../publishers/day-note.ts'
import { refuse } from '../publishers/refusals.ts'
import { type Day, type DaySpan, formatDay } from '../values/day.ts'
import type { Accounts } from './accounts.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'
import type { DayNotesTable } from './tables/user-tables.ts'

/** How many notes an account may have. */
export const maxNotes = 500

export type NoteContent = Pick<DayNote, 'days' | 'app' | 'text'>

/** The notes on days of accounts. Everyone who may write notes may change all of them. */
export class DayNotes {
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, now: () => Date) {
    this.#accounts = accounts
    this.#database = database
    this.#now = now
  }

  /** The latest days first. @throws Refusal for an unknown account */
  async list(username: string): Promise<DayNote[]> {
    const { id } = await this.#accounts.get(username)
    return notesOf(this.#database.reads, id)
  }

  /**
   * @param by the name of the actor; null for a command
   * @throws Refusal for an unknown account, too many notes, or too many days
   */
  async add(username: string, content: NoteContent, by: string | null): Promise<DayNote> {
    refuseBadSpan(content.days)
    const { id: accountId } = await this.#accounts.get(username)
    const writtenAtMs = this.#now().getTime()
    return this.#database.withLock(['users'], async (transaction) => {
      const all = await notesOf(transaction, accountId)
      if (all.length >= maxNotes) throw refuse('too_many_notes', { username, max: maxNotes })
      const row = await transaction
        .insertInto('dayNotes')
        .values({ ...toColumns(content), accountId, writtenBy: by, writtenAtMs })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toNote(row)
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
    const row = await this.#database.writes
      .updateTable('dayNotes')
      .set({ ...toColumns(content), changedBy: by, changedAtMs: this.#now().getTime() })
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw refuse('unknown_note', { username, id })
    return toNote(row)
  }

  /** @returns the note as it was @throws Refusal for an unknown account or note */
  async remove(username: string, id: number): Promise<DayNote> {
    const { id: accountId } = await this.#accounts.get(username)
    const row = await this.#database.writes
      .deleteFrom('dayNotes')
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw refuse('unknown_note', { username, id })
    return toNote(row)
  }
}

async function notesOf(database: Kysely<Tables>, accountId: number): Promise<DayNote[]> {
  const rows = await database
    .selectFrom('dayNotes')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('lastDay', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toNote)
}

const toColumns = ({ days, app, text }: NoteContent) => ({ ...days, appKey: app, text })

function toNote({ firstDay, lastDay, appKey, ...row }: Selectable<DayNotesTable>): DayNote {
  return { ...row, app: appKey, days: { firstDay: firstDay as Day, lastDay: lastDay as Day } }
}

/** @throws Refusal `note_days_refused` when the days are in the wrong order, or too many */
function refuseBadSpan(days: DaySpan): void {
  if (isNoteSpan(days)) return
  const [from, to] = [formatDay(days.firstDay), formatDay(days.lastDay)]
  throw refuse('note_days_refused', { from, to, maxDays: maxNoteDays })
}

import type { Kysely, Selectable } from 'kysely'
import type { DayNote } from '../publishers/day-note.ts'
import type { DayNoteRecords, DayNoteStore, NoteChange } from '../publishers/day-note-store.ts'
import type { Day } from '../values/day.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'
import type { DayNotesTable } from './tables/user-tables.ts'

/** Stores notes on days in the relational store, within a transaction or not. */
class RelationalDayNoteRecords implements DayNoteRecords {
  readonly #reads: Kysely<Tables>
  readonly #writes: Kysely<Tables>

  constructor(reads: Kysely<Tables>, writes: Kysely<Tables>) {
    this.#reads = reads
    this.#writes = writes
  }

  async ofAccount(accountId: number): Promise<DayNote[]> {
    const rows = await this.#reads
      .selectFrom('dayNotes')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('lastDay', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toNote)
  }

  async insert({ accountId, writtenBy, writtenAtMs, ...content }: Omit<DayNote, 'id'>) {
    const row = await this.#writes
      .insertInto('dayNotes')
      .values({
        accountId,
        writtenBy,
        writtenAtMs,
        ...toColumns(content),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toNote(row)
  }

  async change(accountId: number, id: number, change: NoteChange): Promise<DayNote | null> {
    const row = await this.#writes
      .updateTable('dayNotes')
      .set(toColumns(change))
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row ? toNote(row) : null
  }

  async remove(accountId: number, id: number): Promise<DayNote | null> {
    const row = await this.#writes
      .deleteFrom('dayNotes')
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row ? toNote(row) : null
  }
}

/** Stores notes on days in the relational store. */
export class RelationalDayNoteStore extends RelationalDayNoteRecords implements DayNoteStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    super(database.reads, database.writes)
    this.#database = database
  }

  exclusively<Result>(work: (notes: DayNoteRecords) => Promise<Result>): Promise<Result> {
    return this.#database.withLock(['users'], (transaction) =>
      work(new RelationalDayNoteRecords(transaction, transaction)),
    )
  }
}

const toColumns = ({ days, app, text, changedBy, changedAtMs }: NoteChange) => ({
  firstDay: days.firstDay,
  lastDay: days.lastDay,
  appKey: app,
  text,
  changedBy,
  changedAtMs,
})

const toNote = (row: Selectable<DayNotesTable>): DayNote => ({
  id: row.id,
  accountId: row.accountId,
  app: row.appKey,
  text: row.text,
  days: { firstDay: row.firstDay as Day, lastDay: row.lastDay as Day },
  writtenBy: row.writtenBy,
  writtenAtMs: row.writtenAtMs,
  changedBy: row.changedBy,
  changedAtMs: row.changedAtMs,
})

import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** The ledger of a journal of figures, and the names of its codes. */
export const figureEntries = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('figure_state')
      .addColumn('identity', types.text, (column) => column.notNull())
      .execute()
    await sql`INSERT INTO figure_state VALUES (${randomUUID()})`.execute(db)
    await db.schema
      .createTable('figure_entries')
      .addColumn('id', types.integer, (column) => column.primaryKey())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('undoes', types.integer)
      .addColumn('committed_at_ms', types.integer, (column) => column.notNull())
      .addColumn('source', types.text, (column) => column.notNull())
      .addColumn('day_zone', types.text, (column) => column.notNull())
      .addColumn('report', types.text)
      .addColumn('files', types.text, (column) => column.notNull())
      .addColumn('hashes', types.text, (column) => column.notNull())
      .addColumn('row_count', types.integer, (column) => column.notNull())
      .addColumn('slice_count', types.integer, (column) => column.notNull())
      .addColumn('first_day', types.integer)
      .addColumn('last_day', types.integer)
      .execute()
    await db.schema
      .createIndex('figure_entries_by_time')
      .on('figure_entries')
      .columns(['committed_at_ms', 'id'])
      .execute()
    await db.schema
      .createIndex('figure_entries_by_undone')
      .on('figure_entries')
      .column('undoes')
      .execute()
    await db.schema
      .createTable('unfinished_entries')
      .addColumn('id', types.integer, (column) => column.primaryKey())
      .addColumn('state', types.text, (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('figure_labels')
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('code', types.integer, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('entry', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('figure_labels_key', ['kind', 'code'])
      .addUniqueConstraint('figure_labels_by_name', ['kind', 'name'])
      .execute()
    await db.schema
      .createIndex('figure_labels_by_entry')
      .on('figure_labels')
      .column('entry')
      .execute()
    await db.schema
      .createTable('figure_books')
      .addColumn('id', types.integer, (column) => column.primaryKey())
      .addColumn('account', types.integer, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addUniqueConstraint('figure_books_by_name', ['account', 'name'])
      .execute()
  },
})

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Saved views of users, and notes on days of accounts. */
export const viewsAndNotes = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('saved_views')
      .addColumn('id', types.key, types.asKey)
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      // Not a reference: shared views outlive their user.
      .addColumn('user_id', types.integer, (column) => column.notNull())
      .addColumn('saved_by', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('address', types.text, (column) => column.notNull())
      .addColumn('is_shared', types.integer, (column) => column.notNull())
      .addColumn('saved_at_ms', types.integer, (column) => column.notNull())
      .addUniqueConstraint('saved_views_by_name', ['account_id', 'user_id', 'name'])
      .execute()
    await db.schema
      .createTable('day_notes')
      .addColumn('id', types.key, types.asKey)
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('first_day', types.integer, (column) => column.notNull())
      .addColumn('last_day', types.integer, (column) => column.notNull())
      .addColumn('app_key', types.integer)
      .addColumn('text', types.text, (column) => column.notNull())
      .addColumn('written_by', types.text)
      .addColumn('written_at_ms', types.integer, (column) => column.notNull())
      .addColumn('changed_by', types.text)
      .addColumn('changed_at_ms', types.integer)
      .execute()
    await db.schema
      .createIndex('day_notes_of_account')
      .on('day_notes')
      .columns(['account_id', 'last_day'])
      .execute()
  },
})

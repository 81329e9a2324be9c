import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Passwords, and the browsers that signed in with them. */
export const sessions = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema.alterTable('accounts').addColumn('password_hash', types.text).execute()
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', types.bytes, (column) => column.primaryKey())
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('password_hash', types.text, (column) => column.notNull())
      .addColumn('expires_at_ms', types.integer, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('sessions_of_account')
      .on('sessions')
      .columns(['account_id'])
      .execute()
  },
})

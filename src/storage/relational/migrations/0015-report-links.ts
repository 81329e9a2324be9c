import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Links that each show one stored question. */
export const reportLinks = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('report_links')
      .addColumn('id', types.key, types.asKey)
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('token_hash', types.bytes, (column) => column.notNull().unique())
      .addColumn('question', types.text, (column) => column.notNull())
      .addColumn('apps', types.text)
      .addColumn('created_at_ms', types.integer, (column) => column.notNull())
      .addColumn('expires_at_ms', types.integer)
      .addUniqueConstraint('report_links_by_name', ['account_id', 'name'])
      .execute()
  },
})

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Imports that were refused. */
export const failedImports = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('failed_imports')
      .addColumn('id', types.key, types.asKey)
      .addColumn('failed_at_ms', types.integer, (column) => column.notNull())
      .addColumn('account_id', types.integer, (column) => column.references('accounts.id'))
      .addColumn('source', types.text, (column) => column.notNull())
      .addColumn('files', types.text, (column) => column.notNull())
      .addColumn('message', types.text, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('failed_imports_of_account')
      .on('failed_imports')
      .columns(['account_id', 'id'])
      .execute()
  },
})

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from '../tables.ts'

/** Imports that were refused. */
export const failedImports: Migration = {
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('failed_imports')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('failed_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('account_id', 'integer', (column) => column.references('accounts.id'))
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('files', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('failed_imports_of_account')
      .on('failed_imports')
      .columns(['account_id', 'id'])
      .execute()
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Imports over HTTP, and which ledger entry answers each: no two entries may answer the same one. */
export const importRequests = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema.alterTable('figure_entries').addColumn('request', types.text).execute()
    await db.schema
      .createIndex('figure_entries_by_request')
      .on('figure_entries')
      .column('request')
      .unique()
      .execute()
    await db.schema
      .createTable('import_requests')
      .addColumn('id', types.text, (column) => column.primaryKey())
      .addColumn('account_id', types.integer, (column) => column.notNull())
      .addColumn('key_hash', types.text)
      .addColumn('apps', types.text)
      .addColumn('dry_run', types.integer, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('owner', types.text, (column) => column.notNull())
      .addColumn('alive_at_ms', types.integer, (column) => column.notNull())
      .addColumn('created_at_ms', types.integer, (column) => column.notNull())
      .addColumn('ended_at_ms', types.integer)
      .addColumn('fingerprint', types.text)
      .addColumn('files', types.text, (column) => column.notNull())
      .addColumn('byte_count', types.integer, (column) => column.notNull())
      .addColumn('progress', types.text)
      .addColumn('entry', types.integer)
      .addColumn('status', types.integer)
      .addColumn('answer', types.text)
      .addUniqueConstraint('import_requests_by_key', ['account_id', 'key_hash'])
      .execute()
    await db.schema
      .createIndex('import_requests_of_account')
      .on('import_requests')
      .columns(['account_id', 'created_at_ms'])
      .execute()
    await db.schema
      .createIndex('import_requests_by_state')
      .on('import_requests')
      .columns(['state', 'created_at_ms'])
      .execute()
  },
})

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** The audit log: who did what. Accounts are named, not referred to: events outlive them. */
export const auditEvents = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('audit_events')
      .addColumn('id', types.key, types.asKey)
      .addColumn('at_ms', types.integer, (column) => column.notNull())
      .addColumn('action', types.text, (column) => column.notNull())
      .addColumn('actor', types.text, (column) => column.notNull())
      .addColumn('username', types.text)
      .addColumn('address', types.text)
      .addColumn('facts', types.text, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('audit_events_by_time')
      .on('audit_events')
      .columns(['at_ms'])
      .execute()
    await db.schema
      .createIndex('audit_events_of_account')
      .on('audit_events')
      .columns(['username', 'id'])
      .execute()
  },
})

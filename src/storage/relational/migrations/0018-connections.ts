import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Connections to networks, the days that they pull, and what processes share to do it. */
export const connections = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('connections')
      .addColumn('id', types.key, types.asKey)
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('connector', types.text, (column) => column.notNull())
      .addColumn('settings', types.text, (column) => column.notNull())
      .addColumn('booking', types.text, (column) => column.notNull())
      .addColumn('creates_apps', types.integer, (column) => column.notNull())
      .addColumn('first_day', types.integer, (column) => column.notNull())
      .addColumn('reread_days', types.integer)
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('problem', types.text)
      .addColumn('created_at_ms', types.integer, (column) => column.notNull())
      .addColumn('pulled_at_ms', types.integer)
      .addColumn('lease_owner', types.text)
      .addColumn('lease_until_ms', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('login', types.bytes)
      .addColumn('login_until_ms', types.integer)
      .addUniqueConstraint('connections_by_name', ['account_id', 'name'])
      .execute()
    await db.schema
      .createTable('connection_secrets')
      .addColumn('connection_id', types.integer, (column) =>
        column.notNull().references('connections.id'),
      )
      .addColumn('field', types.text, (column) => column.notNull())
      .addColumn('sealed', types.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('connection_secrets_key', ['connection_id', 'field'])
      .execute()
    await db.schema
      .createTable('connection_days')
      .addColumn('connection_id', types.integer, (column) =>
        column.notNull().references('connections.id'),
      )
      .addColumn('day', types.integer, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('failures', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('next_at_ms', types.integer)
      .addColumn('pulled_at_ms', types.integer)
      .addColumn('stated', types.text)
      .addColumn('mark', types.text)
      .addColumn('held', types.text)
      .addColumn('entry', types.integer)
      .addColumn('problem', types.text)
      .addPrimaryKeyConstraint('connection_days_key', ['connection_id', 'day'])
      .execute()
    await db.schema
      .createIndex('connection_days_by_next')
      .on('connection_days')
      .columns(['connection_id', 'next_at_ms'])
      .execute()
    await db.schema
      .createTable('network_places')
      .addColumn('account_key', types.text, (column) => column.primaryKey())
      .addColumn('next_at_ms', types.integer, (column) => column.notNull())
      .execute()
  },
})

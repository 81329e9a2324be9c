import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Several keys for each account. An account's only key becomes `default`, which may read all. */
export const apiKeys = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', types.key, types.asKey)
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('key_hash', types.bytes, (column) => column.notNull().unique())
      .addColumn('key_sealed', types.bytes, (column) => column.notNull())
      .addColumn('previous_hash', types.bytes, (column) => column.unique())
      .addColumn('previous_until_ms', types.integer)
      .addColumn('permissions', types.text, (column) => column.notNull())
      .addColumn('apps', types.text)
      .addColumn('created_at_ms', types.integer, (column) => column.notNull())
      .addColumn('expires_at_ms', types.integer)
      .addColumn('last_used_on', types.integer)
      .addColumn('last_used_from', types.text)
      .addUniqueConstraint('api_keys_by_name', ['account_id', 'name'])
      .execute()
    const accounts = await sql<{ id: number; created_at: string }>`
      SELECT id, created_at FROM accounts ORDER BY id`.execute(db)
    for (const { id, created_at: createdAt } of accounts.rows) {
      await sql`INSERT INTO api_keys (account_id, name, key_hash, key_sealed, permissions, created_at_ms)
        SELECT id, 'default', key_hash, key_sealed, 'read', ${Date.parse(createdAt)}
        FROM accounts WHERE id = ${id}`.execute(db)
    }
    await db.schema.alterTable('audit_events').addColumn('actor_name', types.text).execute()
    await types.dropUniqueColumns(db, {
      table: 'accounts',
      columns: ['key_hash', 'key_sealed'],
      create: (table) =>
        table
          .addColumn('id', types.key, types.asKey)
          .addColumn('username', types.text, (column) => column.notNull().unique())
          .addColumn('currency', types.text, (column) => column.notNull())
          .addColumn('created_at', types.text, (column) => column.notNull())
          .addColumn('disabled_at', types.text)
          .addColumn('password_hash', types.text),
    })
  },
})

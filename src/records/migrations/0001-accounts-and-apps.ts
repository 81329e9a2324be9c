import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Accounts with their keys, apps, and the networks' own ids of apps. */
export const accountsAndApps = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('accounts')
      .addColumn('id', types.key, types.asKey)
      .addColumn('username', types.text, (column) => column.notNull().unique())
      .addColumn('currency', types.text, (column) => column.notNull())
      .addColumn('key_hash', types.bytes, (column) => column.notNull().unique())
      .addColumn('key_sealed', types.bytes, (column) => column.notNull())
      .addColumn('created_at', types.text, (column) => column.notNull())
      .addColumn('disabled_at', types.text)
      .execute()
    await db.schema
      .createTable('apps')
      .addColumn('key', types.key, types.asKey)
      .addColumn('app_id', types.text, (column) => column.notNull().unique())
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('platform', types.text, (column) => column.notNull())
      .addColumn('app_store_id', types.integer)
      .addColumn('app_bundle_id', types.text)
      .addColumn('android_package', types.text)
      .addColumn('pending_import', types.integer)
      .execute()
    await db.schema
      .createIndex('apps_of_account')
      .on('apps')
      .columns(['account_id', 'name', 'app_id'])
      .execute()
    for (const identifier of ['app_store_id', 'app_bundle_id', 'android_package']) {
      await db.schema
        .createIndex(`apps_by_${identifier}`)
        .on('apps')
        .columns(['account_id', 'platform', identifier])
        .unique()
        // PostgreSQL locks a row whose unique columns change against rows that refer to it, such as
        // games that are being imported; columns of a partial index do not count.
        .where(sql.ref(identifier), 'is not', null)
        .execute()
    }
    await db.schema
      .createTable('app_links')
      .addColumn('network', types.text, (column) => column.notNull())
      .addColumn('network_app_id', types.text, (column) => column.notNull())
      .addColumn('platform', types.text, (column) => column.notNull())
      .addColumn('app_key', types.integer, (column) => column.notNull().references('apps.key'))
      .addPrimaryKeyConstraint('app_links_key', ['network', 'network_app_id', 'platform'])
      .execute()
    await db.schema
      .createTable('catalogue_state')
      .addColumn('identity', types.text, (column) => column.notNull())
      .addColumn('version', types.integer, (column) => column.notNull())
      .execute()
    await sql`INSERT INTO catalogue_state VALUES (${randomUUID()}, 0)`.execute(db)
  },
})

import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from '../tables.ts'

/** Accounts with their keys, apps, and the networks' own ids of apps. */
export const accountsAndApps: Migration = {
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('key_hash', 'blob', (column) => column.notNull().unique())
      .addColumn('key_sealed', 'blob', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('disabled_at', 'text')
      .execute()
    await db.schema
      .createTable('apps')
      .addColumn('key', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('app_id', 'text', (column) => column.notNull().unique())
      .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('app_store_id', 'integer')
      .addColumn('app_bundle_id', 'text')
      .addColumn('android_package', 'text')
      .addColumn('pending_import', 'integer')
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
        .execute()
    }
    await db.schema
      .createTable('app_links')
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('network_app_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('app_key', 'integer', (column) => column.notNull().references('apps.key'))
      .addPrimaryKeyConstraint('app_links_key', ['network', 'network_app_id', 'platform'])
      .execute()
    await db.schema
      .createTable('catalogue_state')
      .addColumn('identity', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute()
    await sql`INSERT INTO catalogue_state VALUES (${randomUUID()}, 0)`.execute(db)
  },
}

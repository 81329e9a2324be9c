import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Each account links networks' app ids for itself. A link that an import makes is pending with it. */
export const linksOfAccounts = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await sql`ALTER TABLE app_links RENAME TO links_before`.execute(db)
    await db.schema
      .createTable('app_links')
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('network', types.text, (column) => column.notNull())
      .addColumn('network_app_id', types.text, (column) => column.notNull())
      .addColumn('platform', types.text, (column) => column.notNull())
      .addColumn('app_key', types.integer, (column) => column.notNull().references('apps.key'))
      .addColumn('pending_import', types.integer)
      .addPrimaryKeyConstraint('links_of_account_key', [
        ...(['account_id', 'network', 'network_app_id', 'platform'] as const),
      ])
      .execute()
    await db.schema
      .createIndex('links_by_network_app')
      .on('app_links')
      .columns(['network', 'network_app_id'])
      .execute()
    await sql`INSERT INTO app_links (account_id, network, network_app_id, platform, app_key)
      SELECT apps.account_id, network, network_app_id, links_before.platform, app_key
      FROM links_before JOIN apps ON apps.key = app_key`.execute(db)
    await db.schema.dropTable('links_before').execute()
  },
})

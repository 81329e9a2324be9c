import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Apps can be archived, deleted and merged, and the ledger tells what a deletion or a merge was about.
 * Identifiers of an app that ended are free for other apps.
 */
export const manageApps = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .alterTable('apps')
      .addColumn('is_archived', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    for (const column of ['pending_end', 'ended_by', 'merged_into']) {
      await db.schema.alterTable('apps').addColumn(column, types.integer).execute()
    }
    for (const identifier of ['app_store_id', 'app_bundle_id', 'android_package']) {
      await db.schema.dropIndex(`apps_by_${identifier}`).execute()
      await db.schema
        .createIndex(`apps_by_${identifier}`)
        .on('apps')
        .columns(['account_id', 'platform', identifier])
        .unique()
        .where(sql<SqlBool>`${sql.ref(identifier)} IS NOT NULL AND ended_by IS NULL`)
        .execute()
    }
    await db.schema.alterTable('figure_entries').addColumn('subject', types.text).execute()
  },
})

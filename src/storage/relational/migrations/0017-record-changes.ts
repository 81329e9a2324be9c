import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Counts committed changes of records and ledgers that servers remember. Changes of apps are counted
 * through `catalogue_state`; the use of a key is none.
 */
export const recordChanges = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('record_changes')
      .addColumn('number', types.integer, (column) => column.notNull())
      .execute()
    await sql`INSERT INTO record_changes VALUES (0)`.execute(db)
    await types.countChangesOf(db, {
      accounts: null,
      api_keys: [
        ...['account_id', 'name', 'key_hash', 'key_sealed', 'previous_hash', 'previous_until_ms'],
        ...['permissions', 'apps', 'expires_at_ms'],
      ],
      report_links: null,
      catalogue_state: null,
      figure_entries: null,
      unfinished_entries: null,
      touched_accounts: null,
      installation: ['generation'],
    })
  },
})

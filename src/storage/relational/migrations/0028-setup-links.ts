import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** The link that sets up a server without accounts. */
export const setupLinks = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('setup_links')
      .addColumn('token_hash', types.bytes, (column) => column.primaryKey())
      .addColumn('expires_at_ms', types.integer, (column) => column.notNull())
      .execute()
  },
})

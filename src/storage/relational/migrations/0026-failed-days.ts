import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Days of connections have the time when their last attempt failed. */
export const failedDays = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema.alterTable('connection_days').addColumn('failed_at_ms', types.integer).execute()
  },
})

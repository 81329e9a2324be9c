import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Refused imports have the day, app, network and report that they were given. */
export const failedImportSettings = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema.alterTable('failed_imports').addColumn('settings', types.text).execute()
  },
})

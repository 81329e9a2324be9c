import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Refused imports have a code with facts. Rows without them keep their message. */
export const failedImportFacts = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema.alterTable('failed_imports').addColumn('refusal', types.text).execute()
  },
})

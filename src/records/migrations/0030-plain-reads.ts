import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Drops what counted the changes of records, in data of a commit that did. */
export const plainReads = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await types.dropCountTriggers(db)
    await sql`DROP TABLE IF EXISTS record_changes`.execute(db)
  },
})

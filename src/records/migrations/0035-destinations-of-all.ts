import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Destinations that the operator has of all accounts: each account has a row of its own. */
export const destinationsOfAll = ({ integer }: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await sql`ALTER TABLE destinations ADD COLUMN of_all ${integer} NOT NULL DEFAULT 0`.execute(db)
  },
})

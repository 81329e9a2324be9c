import { sql } from 'kysely'
import type { RelationalMigration } from '../../src/storage/relational/migrate.ts'

/** Migrations of imaginary later releases. */
export const secondTable: RelationalMigration = {
  name: '0101-second',
  up: async (db) => {
    await sql`CREATE TABLE steps (version INTEGER)`.execute(db)
    await sql`INSERT INTO steps VALUES (101)`.execute(db)
  },
}

export const thirdTable: RelationalMigration = {
  name: '0102-third',
  up: async (db) => {
    await sql`INSERT INTO steps VALUES (102)`.execute(db)
  },
}

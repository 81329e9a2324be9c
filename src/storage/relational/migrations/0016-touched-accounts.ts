import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * The accounts and secondary reports that each entry of a journal touches. Those of earlier entries are
 * unknown, so the last of them counts for every account: its account is 0.
 */
export const touchedAccounts = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('touched_accounts')
      .addColumn('account', types.integer, (column) => column.notNull())
      .addColumn('entry', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('touched_accounts_key', ['account', 'entry'])
      .execute()
    await sql`
      INSERT INTO touched_accounts (account, entry)
      SELECT 0, id FROM figure_entries ORDER BY id DESC LIMIT 1
    `.execute(db)
  },
})

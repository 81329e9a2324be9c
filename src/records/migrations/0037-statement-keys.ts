import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** The keys of other Adtallys whose statements accounts import. */
export const statementKeys = ({ text, integer }: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await sql`CREATE TABLE statement_keys (
      account_id ${integer} NOT NULL REFERENCES accounts (id),
      name ${text} NOT NULL,
      network ${text} NOT NULL,
      public_key ${text} NOT NULL,
      added_at_ms ${integer} NOT NULL,
      added_by ${text},
      CONSTRAINT statement_keys_key PRIMARY KEY (account_id, name),
      CONSTRAINT statement_keys_public_key UNIQUE (account_id, public_key)
    )`.execute(db)
  },
})

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Warehouses that are kept a copy of figures. */
export const destinations = ({ text, integer, bytes, id }: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await sql`CREATE TABLE destinations (
      id ${id},
      account_id ${integer} NOT NULL REFERENCES accounts (id),
      name ${text} NOT NULL,
      kind ${text} NOT NULL,
      target ${text} NOT NULL,
      secrets_sealed ${bytes},
      keeps_history ${integer} NOT NULL,
      on_mismatch ${text} NOT NULL,
      state ${text} NOT NULL,
      is_refilled ${integer} NOT NULL DEFAULT 0,
      entry ${integer},
      entry_at_ms ${integer},
      current_at_ms ${integer},
      failing_since_ms ${integer},
      failures ${integer} NOT NULL DEFAULT 0,
      last_error ${text},
      next_at_ms ${integer} NOT NULL DEFAULT 0,
      lease_owner ${text},
      lease_until_ms ${integer} NOT NULL DEFAULT 0,
      created_at_ms ${integer} NOT NULL,
      created_by ${text},
      CONSTRAINT destinations_name UNIQUE (account_id, name)
    )`.execute(db)
  },
})

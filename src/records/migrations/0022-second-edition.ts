import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'
import { accessTables } from './second-edition/access-tables.ts'
import { moveKeys, moveUsers } from './second-edition/accounts.ts'
import { connectionTables } from './second-edition/connection-tables.ts'
import { importTables } from './second-edition/import-tables.ts'

/**
 * Several keys and users for each account, report links, connections, saved views, notes, the audit log, imports over
 * HTTP, and apps that can be archived, deleted and merged.
 *
 * Other tables refer to users and accounts without cascades: dropping a table that is made again would remove their rows.
 */
export const secondEdition = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    const made = [...accessTables(types), ...importTables(types), ...connectionTables(types)]
    for (const statement of made) await statement.execute(db)
    await moveKeys(db)
    await moveUsers(db)
    await sql`DROP TABLE sessions`.execute(db)
    await types.dropUniqueColumns(db, {
      table: 'accounts',
      columns: ['key_hash', 'key_sealed', 'password_hash'],
      create: sql`CREATE TABLE accounts (
        id ${types.id},
        username ${types.text} NOT NULL UNIQUE,
        currency ${types.text} NOT NULL,
        created_at ${types.text} NOT NULL,
        disabled_at ${types.text}
      )`,
    })
  },
})

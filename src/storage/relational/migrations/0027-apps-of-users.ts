import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Users and invitations can be limited to apps. Earlier ones see all. */
export const appsOfUsers = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    for (const table of ['memberships', 'invitations'] as const) {
      await db.schema.alterTable(table).addColumn('apps', types.text).execute()
    }
  },
})

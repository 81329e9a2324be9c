import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** After how many days the figures of a network are final. */
export const finalityRules = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('finality_rules')
      .addColumn('network', types.text, (column) => column.primaryKey())
      .addColumn('final_after_days', types.integer, (column) => column.notNull())
      .execute()
  },
})

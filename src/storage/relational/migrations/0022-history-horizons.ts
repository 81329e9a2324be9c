import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Where history begins since each compaction: the highest entry counts, and `since_ms` is its time. */
export const historyHorizons = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('history_horizons')
      .addColumn('entry', types.integer, (column) => column.primaryKey())
      .addColumn('since_ms', types.integer, (column) => column.notNull())
      .execute()
  },
})

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Daily rates of the installation, whose owner is 0, and of accounts. */
export const dailyRates = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('daily_rates')
      .addColumn('account_id', types.integer, (column) => column.notNull())
      .addColumn('day', types.integer, (column) => column.notNull())
      .addColumn('unit', types.text, (column) => column.notNull())
      .addColumn('quote', types.text, (column) => column.notNull())
      .addColumn('rate', types.text, (column) => column.notNull())
      .addColumn('source', types.text, (column) => column.notNull())
      .addColumn('recorded_at_ms', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('daily_rates_key', ['account_id', 'day', 'unit', 'quote'])
      .execute()
  },
})

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Rows of reports whose network a person has to name, and the answers. */
export const setAside = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('network_answers')
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('source', types.text, (column) => column.notNull())
      .addColumn('name_key', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('network', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('network_answers_key', ['account_id', 'source', 'name_key'])
      .execute()
    await db.schema
      .createTable('set_aside_rows')
      .addColumn('account_id', types.integer, (column) =>
        column.notNull().references('accounts.id'),
      )
      .addColumn('source', types.text, (column) => column.notNull())
      .addColumn('name_key', types.text, (column) => column.notNull())
      .addColumn('day', types.integer, (column) => column.notNull())
      .addColumn('app', types.text, (column) => column.notNull())
      .addColumn('currency', types.text, (column) => column.notNull())
      // 0 for files.
      .addColumn('connection_id', types.integer, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('entry', types.integer)
      .addColumn('files', types.text, (column) => column.notNull())
      .addColumn('row_count', types.integer, (column) => column.notNull())
      .addColumn('impressions', types.integer, (column) => column.notNull())
      .addColumn('revenue', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('set_aside_rows_key', [
        ...(['account_id', 'source', 'name_key', 'day', 'app'] as const),
        ...(['currency', 'connection_id'] as const),
      ])
      .execute()
  },
})

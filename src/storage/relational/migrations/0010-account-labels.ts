import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Labels of an account; the names in `figure_labels` are from before and are those of all accounts. */
export const accountLabels = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('account_labels')
      .addColumn('account', types.integer, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('code', types.integer, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('entry', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('account_labels_key', ['account', 'kind', 'code'])
      .addUniqueConstraint('account_labels_by_name', ['account', 'kind', 'name'])
      .execute()
    await db.schema
      .createIndex('account_labels_by_entry')
      .on('account_labels')
      .column('entry')
      .execute()
  },
})

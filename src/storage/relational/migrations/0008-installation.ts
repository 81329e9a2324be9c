import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Which figures and which secret these records belong to. See `compose/pair-stores.ts`. */
export const installation = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('installation')
      .addColumn('identity', types.text, (column) => column.notNull())
      .addColumn('secret_check', types.text, (column) => column.notNull())
      .addColumn('generation', types.integer, (column) => column.notNull())
      .addColumn('turn', types.integer, (column) => column.notNull())
      .addColumn('token', types.text, (column) => column.notNull())
      .addColumn('next_token', types.text, (column) => column.notNull())
      .execute()
    await db.insertInto('installation').values(unpaired).execute()
  },
})

const unpaired = {
  ...{ identity: '', secret_check: '', generation: 0 },
  ...{ turn: 0, token: '', next_token: '' },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** A connection has a schedule of its own, and waits longer each time that it fails. */
export const connectionSchedules = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    const columns = {
      ...{ ready_hours: types.integer, sweep_days: types.integer },
      ...{ sweep_weekday: types.text, back_off: types.text },
    }
    for (const [name, type] of Object.entries(columns)) {
      await db.schema.alterTable('connections').addColumn(name, type).execute()
    }
  },
})

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dayMs } from '../../values/day.ts'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** The connectors that tell more than ad figures when this was written. */
const deep = ['applovin', 'applovin-max', 'levelplay', 'admob-mediation']
/** Days that are asked for again at once. */
const backDays = 365

/** Connections fetch what their networks tell beyond ad figures, also of days that they had before. */
export const depthOfConnections = ({ text, integer }: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await sql`ALTER TABLE connections ADD COLUMN has_depth ${integer} NOT NULL DEFAULT 1`.execute(
      db,
    )
    await sql`ALTER TABLE connection_days ADD COLUMN depth ${text}`.execute(db)
    const firstDay = Math.floor(Date.now() / dayMs) - backDays
    await sql`UPDATE connection_days SET next_at_ms = 0
      WHERE state IN ('done', 'empty') AND day >= ${firstDay} AND connection_id IN (
        SELECT id FROM connections
        WHERE state <> 'removed' AND connector IN (${sql.join(deep)})
      )`.execute(db)
  },
})

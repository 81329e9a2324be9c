import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** Tables whose changes are counted, each with the columns whose updates count; null for all. */
export type CountedTables = Readonly<Record<string, readonly string[] | null>>

const updateOf = (columns: readonly string[] | null): string =>
  columns ? `UPDATE OF ${columns.join(', ')}` : 'UPDATE'

/** Makes triggers that count changes in `record_changes`. */
export async function countInSqlite(db: Kysely<Tables>, tables: CountedTables): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    for (const event of ['INSERT', 'DELETE', updateOf(columns)]) {
      const name = `count_${table}_${event.split(' ')[0]!.toLowerCase()}`
      await sql
        .raw(`CREATE TRIGGER ${name} AFTER ${event} ON ${table}
          BEGIN UPDATE record_changes SET number = number + 1; END`)
        .execute(db)
    }
  }
}

/**
 * The same. The row is locked when a transaction ends, as its last one, so that transactions do not wait
 * for each other in a circle.
 */
export async function countInPostgres(db: Kysely<Tables>, tables: CountedTables): Promise<void> {
  await sql
    .raw(`CREATE FUNCTION count_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN RETURN NULL; END IF;
        IF coalesce(current_setting('adtally.counted', true), '') = '' THEN
          PERFORM set_config('adtally.counted', 'yes', true);
          UPDATE record_changes SET number = number + 1;
        END IF;
        RETURN NULL;
      END $$`)
    .execute(db)
  for (const [table, columns] of Object.entries(tables)) {
    await sql
      .raw(`CREATE CONSTRAINT TRIGGER count_${table} AFTER INSERT OR DELETE OR ${updateOf(columns)}
        ON ${table} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION count_record_change()`)
      .execute(db)
  }
}

import type { Kysely } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** Counts a change of the catalogue of apps, so that no earlier answer is taken for a later one. */
export async function countChange(database: Kysely<Tables>): Promise<void> {
  await database
    .updateTable('catalogueState')
    .set((e) => ({ version: e('version', '+', 1) }))
    .execute()
}

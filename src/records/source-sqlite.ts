import type { Kysely } from 'kysely'
import { needsUpgrade } from '../storage/upgrades/migration.ts'
import { sqliteColumns } from './engine.ts'
import { findPending, relationalMigrations } from './migrate.ts'
import { readOnlySqliteDialect } from './node-sqlite.ts'
import { openKysely } from './open-kysely.ts'
import type { Tables } from './tables/tables.ts'

/**
 * Opens a SQLite file only for reading.
 *
 * @throws UnusableStoreError when another version of Adtally wrote it
 */
export async function openSourceSqlite(path: string): Promise<Kysely<Tables>> {
  const database = openKysely(readOnlySqliteDialect(path))
  try {
    const { pending } = await findPending(database, relationalMigrations(sqliteColumns), path)
    if (pending.length === 0) return database
    throw needsUpgrade(path, pending)
  } catch (error) {
    await database.destroy()
    throw error
  }
}

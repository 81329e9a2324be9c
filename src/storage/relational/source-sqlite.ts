import { Kysely } from 'kysely'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { sqliteColumns } from './engine.ts'
import { findPending, relationalMigrations } from './migrate.ts'
import { readOnlySqliteDialect } from './node-sqlite.ts'
import type { Tables } from './tables.ts'

/**
 * Opens a SQLite file to be read and left as it is.
 *
 * @throws UnusableStoreError when another version of Adtally wrote it
 */
export async function openSourceSqlite(path: string): Promise<Kysely<Tables>> {
  const database = new Kysely<Tables>({ dialect: readOnlySqliteDialect(path) })
  try {
    const { pending } = await findPending(database, relationalMigrations(sqliteColumns), path)
    if (pending.length === 0) return database
    throw new UnusableStoreError(
      `${path} was written by an earlier version of Adtally. Run \`adtally accounts list\` on its directory, which upgrades it, then try again.`,
    )
  } catch (error) {
    await database.destroy()
    throw error
  }
}

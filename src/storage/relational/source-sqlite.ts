import { Kysely } from 'kysely'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { sqliteColumns } from './engine.ts'
import { isUpToDate } from './migrate.ts'
import { readOnlySqliteDialect } from './node-sqlite.ts'
import type { Tables } from './tables.ts'

/**
 * Opens a SQLite file to be read and left as it is.
 *
 * @throws UnusableStoreError when an older version of Adtally wrote it
 */
export async function openSourceSqlite(path: string): Promise<Kysely<Tables>> {
  const database = new Kysely<Tables>({ dialect: readOnlySqliteDialect(path) })
  if (await isUpToDate(database, sqliteColumns)) return database
  await database.destroy()
  throw new UnusableStoreError(
    `${path} was written by an earlier version of Adtally; run \`adtally accounts list\` on it, which brings it up to date, and repeat this.`,
  )
}

import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { ColumnTypes } from './engine.ts'
import { accountsAndApps } from './migrations/0001-accounts-and-apps.ts'
import { community } from './migrations/0002-community.ts'
import { finalityRules } from './migrations/0003-finality-rules.ts'
import { sessions } from './migrations/0004-sessions.ts'
import { failedImports } from './migrations/0005-failed-imports.ts'
import { figureEntries } from './migrations/0006-figure-entries.ts'
import { failedImportFacts } from './migrations/0007-failed-import-facts.ts'
import type { Tables } from './tables.ts'

/**
 * Brings the tables up to date. Of several processes that start at once, one does it while the
 * others wait.
 */
export async function migrate(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  const provider = { getMigrations: async () => migrationsFor(types) }
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (error) throw error
}

/** Whether {@link migrate} would find nothing to do. Changes nothing. */
export async function isUpToDate(database: Kysely<Tables>, types: ColumnTypes): Promise<boolean> {
  const provider = { getMigrations: async () => migrationsFor(types) }
  const migrations = await new Migrator({ db: database, provider }).getMigrations()
  return migrations.every(({ executedAt }) => executedAt !== undefined)
}

function migrationsFor(types: ColumnTypes): Record<string, Migration> {
  return {
    '0001-accounts-and-apps': accountsAndApps(types),
    '0002-community': community(types),
    '0003-finality-rules': finalityRules(types),
    '0004-sessions': sessions(types),
    '0005-failed-imports': failedImports(types),
    '0006-figure-entries': figureEntries(types),
    '0007-failed-import-facts': failedImportFacts(types),
  }
}

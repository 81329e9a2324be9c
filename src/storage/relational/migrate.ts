import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { ColumnTypes } from './engine.ts'
import { accountsAndApps } from './migrations/0001-accounts-and-apps.ts'
import { community } from './migrations/0002-community.ts'
import { finalityRules } from './migrations/0003-finality-rules.ts'
import { sessions } from './migrations/0004-sessions.ts'
import { failedImports } from './migrations/0005-failed-imports.ts'
import { figureEntries } from './migrations/0006-figure-entries.ts'
import type { Tables } from './tables.ts'

/**
 * Brings the tables up to date. Of several processes that start at once, one does it while the
 * others wait.
 */
export async function migrate(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  const migrations = {
    '0001-accounts-and-apps': accountsAndApps(types),
    '0002-community': community(types),
    '0003-finality-rules': finalityRules(types),
    '0004-sessions': sessions(types),
    '0005-failed-imports': failedImports(types),
    '0006-figure-entries': figureEntries(types),
  }
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (error) throw error
}

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { accountsAndApps } from './migrations/0001-accounts-and-apps.ts'
import { community } from './migrations/0002-community.ts'
import { finalityRules } from './migrations/0003-finality-rules.ts'
import { sessions } from './migrations/0004-sessions.ts'
import { failedImports } from './migrations/0005-failed-imports.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'
import type { RelationalDatabase, Tables } from './tables.ts'

const migrations: MigrationProvider = {
  getMigrations: async () => ({
    '0001-accounts-and-apps': accountsAndApps,
    '0002-community': community,
    '0003-finality-rules': finalityRules,
    '0004-sessions': sessions,
    '0005-failed-imports': failedImports,
  }),
}

/** Opens the SQLite file (`:memory:` for none) and brings its tables up to date. */
export async function openSqlite(path: string): Promise<RelationalDatabase> {
  const inMemory = path === ':memory:'
  if (!inMemory) mkdirSync(dirname(path), { recursive: true })
  const writes = new Kysely<Tables>({ dialect: nodeSqliteDialect(path) })
  const { error } = await new Migrator({ db: writes, provider: migrations }).migrateToLatest()
  if (error) throw error
  // What is in memory belongs to one connection.
  const reads = inMemory ? writes : new Kysely<Tables>({ dialect: nodeSqliteDialect(path) })
  const close = async () => {
    if (reads !== writes) await reads.destroy()
    await writes.destroy()
  }
  return { reads, writes, close }
}

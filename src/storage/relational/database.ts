import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { postgresColumns, sqliteColumns } from './engine.ts'
import { migrate } from './migrate.ts'
import { type PostgresOptions, postgresDialect, withPostgresDefaults } from './node-postgres.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'
import { assertPostgresUrl, PostgresError } from './postgres-error.ts'
import { postgresFigureWriter } from './postgres-figure-writer.ts'
import { postgresTurns } from './postgres-turns.ts'
import type { RelationalDatabase, Tables } from './tables.ts'

/** Opens the SQLite file (`:memory:` for none) and brings its tables up to date. */
export async function openSqlite(path: string): Promise<RelationalDatabase> {
  const inMemory = path === ':memory:'
  if (!inMemory) mkdirSync(dirname(path), { recursive: true })
  const writes = new Kysely<Tables>({ dialect: nodeSqliteDialect(path) })
  await migrate(writes, sqliteColumns)
  // The file belongs to this process.
  const figureWriters = pLimit(1)
  // What is in memory belongs to one connection.
  const reads = inMemory ? writes : new Kysely<Tables>({ dialect: nodeSqliteDialect(path) })
  const close = async () => {
    if (reads !== writes) await reads.destroy()
    await writes.destroy()
  }
  return {
    reads,
    writes,
    // There is one connection that writes, and Kysely gives it to one transaction at a time.
    withLock: (_turns, work) => writes.transaction().execute(work),
    withWriterLock: async ({ wait }, work) =>
      !wait && figureWriters.activeCount > 0 ? null : figureWriters(() => work(writes)),
    close,
  }
}

/**
 * Connects to a PostgreSQL database and brings its tables up to date; several processes may.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws PostgresError when the server cannot be reached, refuses, or does not answer in time
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions = {},
): Promise<RelationalDatabase> {
  assertPostgresUrl(url)
  const settings = withPostgresDefaults(options)
  const reads = new Kysely<Tables>({ dialect: postgresDialect(url, 'reads', settings) })
  const writes = new Kysely<Tables>({ dialect: postgresDialect(url, 'writes', settings) })
  const close = async () => {
    await Promise.all([reads.destroy(), writes.destroy()])
  }
  try {
    await migrate(writes, postgresColumns)
  } catch (error) {
    await close()
    throw new PostgresError(url, error)
  }
  return {
    reads,
    writes,
    withLock: postgresTurns(writes),
    withWriterLock: postgresFigureWriter(writes),
    close,
  }
}

/** Opens the store that an address names: a `postgres://` URL, else the path of a SQLite file. */
export function openRelational(
  address: string,
  options: PostgresOptions = {},
): Promise<RelationalDatabase> {
  return /^postgres(ql)?:\/\//.test(address) ? openPostgres(address, options) : openSqlite(address)
}

import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pLimit from 'p-limit'
import { keepCopy, removeOldCopies } from '../storage/upgrades/kept-copy.ts'
import {
  damagedData,
  needsUpgrade,
  refuseUnallowed,
  type UpgradeOptions,
} from '../storage/upgrades/migration.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { postgresColumns, sqliteColumns } from './engine.ts'
import { checkIdentities, findPending, relationalMigrations, runMigrations } from './migrate.ts'
import { type PostgresOptions, postgresDialect, withPostgresDefaults } from './node-postgres.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'
import { openKysely } from './open-kysely.ts'
import { assertPostgresUrl, hostAndDatabase, PostgresError } from './postgres-error.ts'
import { lockIds, lockSpace, postgresLocks } from './postgres-locks.ts'
import { PostgresPresence, withoutOtherWriters } from './postgres-presence.ts'
import { postgresWriterLock } from './postgres-writer-lock.ts'
import type { RelationalDatabase } from './relational-database.ts'
import { SqliteReader, sqliteReaderDialect } from './sqlite-reader.ts'
import type { Tables } from './tables/tables.ts'

export interface RelationalOptions extends PostgresOptions, UpgradeOptions {
  /** This Adtally's migrations when absent. */
  readonly migrations?: typeof relationalMigrations
}

/** Checking this much takes about a tenth of a second. */
const maxCheckedBytes = 32 * 2 ** 20

/** A migration of many rows takes long. */
const migrationTimeoutMs = 3_600_000

/**
 * Opens a SQLite file and upgrades its tables. An older file is copied first.
 *
 * @param path the file, or `:memory:`
 *
 * @throws UnusableStoreError when the file is newer than this Adtally, damaged or not Adtally's
 */
export async function openSqlite(
  path: string,
  options: RelationalOptions = {},
): Promise<RelationalDatabase> {
  const inMemory = path === ':memory:'
  if (!inMemory) mkdirSync(dirname(path), { recursive: true })
  let writeCount = 0
  const writes = openKysely(nodeSqliteDialect(path, () => writeCount++))
  try {
    await refuseDamaged(writes, path)
    await upgradeFile(writes, path, options)
  } catch (error) {
    await writes.destroy()
    if (error instanceof UnusableStoreError) throw error
    const { message } = error as Error
    throw new UnusableStoreError(`${path} cannot be used: ${message}`, { cause: error })
  }
  // Only this process uses the file.
  const figureWriters = pLimit(1)
  // A database in memory has one connection.
  const reads = inMemory ? writes : openKysely(nodeSqliteDialect(path))
  const publicReads = inMemory ? writes : openKysely(sqliteReaderDialect(new SqliteReader(path)))
  const close = async () => {
    if (publicReads !== writes) await publicReads.destroy()
    if (reads !== writes) await reads.destroy()
    // The last connection to close empties the log into the file.
    await writes.destroy()
  }
  return {
    reads,
    publicReads,
    writes,
    // Kysely runs one transaction at a time on the only connection that writes.
    withLock: (_locks, work) => writes.transaction().execute(work),
    withWriterLock: async ({ wait }, work) =>
      !wait && figureWriters.activeCount > 0 ? null : figureWriters(() => work(writes)),
    withoutOthers: (work) => writes.transaction().execute(work),
    writeCount: () => writeCount,
    isServer: false,
    close,
  }
}

/**
 * Connects to a PostgreSQL database and upgrades its tables. Several processes may do so at once.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws PostgresError when the server cannot be reached, refuses, or does not answer in time
 */
export async function openPostgres(
  url: string,
  options: RelationalOptions = {},
): Promise<RelationalDatabase> {
  assertPostgresUrl(url)
  const settings = withPostgresDefaults(options)
  const reads = openKysely(postgresDialect(url, 'reads', settings))
  let writeCount = 0
  const presence = settings.replacesSecret ? null : new PostgresPresence(url, settings)
  const hooks = {
    onReturned: () => void writeCount++,
    ...(presence && { onConnect: presence.join }),
  }
  const writes = openKysely(postgresDialect(url, 'writes', settings, hooks))
  const close = async () => {
    await Promise.all([reads.destroy(), writes.destroy(), presence?.close()])
  }
  try {
    await presence?.open()
    await upgradeServer(writes, url, options)
  } catch (error) {
    await close()
    throw error instanceof UnusableStoreError ? error : new PostgresError(url, error)
  }
  return {
    reads,
    // Connections of the pool do not block.
    publicReads: reads,
    writes,
    withLock: postgresLocks(writes),
    withWriterLock: postgresWriterLock(writes),
    withoutOthers: withoutOtherWriters(writes, `PostgreSQL database ${hostAndDatabase(url)}`),
    writeCount: () => writeCount,
    isServer: true,
    close,
  }
}

/** Opens a relational store. @param address a `postgres://` URL, else the path of a SQLite file */
export function openRelational(
  address: string,
  options: RelationalOptions = {},
): Promise<RelationalDatabase> {
  const open = /^postgres(ql)?:\/\//.test(address) ? openPostgres : openSqlite
  return open(address, options)
}

/**
 * Checks the pages of a file, unless it is so large that the check would delay the start. SQLite has no
 * checksums, so the check does not find a changed value within a page.
 */
async function refuseDamaged(database: Kysely<Tables>, path: string): Promise<void> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxCheckedBytes) return
  const { rows } = await sql<{ quickCheck: string }>`PRAGMA quick_check(1)`.execute(database)
  const [found = 'nothing'] = rows.map(({ quickCheck }) => quickCheck)
  if (found !== 'ok') throw damagedData(path, found.replaceAll(/\s*\n\s*/g, ' '))
}

async function upgradeFile(
  database: Kysely<Tables>,
  path: string,
  { migrations = relationalMigrations, onUpgrade, refusesUpgrade }: RelationalOptions,
): Promise<void> {
  const all = migrations(sqliteColumns)
  const found = await findPending(database, all, path)
  const [first] = found.pending
  if (first) {
    const isNew = found.applied.length === 0
    if (refusesUpgrade && !isNew) throw needsUpgrade(path, found.pending)
    const write = async (draft: string) => {
      await sql`VACUUM INTO ${draft}`.execute(database)
    }
    const copy = isNew ? null : await keepCopy(path, first, write)
    await runMigrations(database, found, path, copy, onUpgrade)
  }
  await checkIdentities(database, path)
  if (path !== ':memory:') await removeOldCopies(path)
}

async function upgradeServer(
  database: Kysely<Tables>,
  url: string,
  options: RelationalOptions,
): Promise<void> {
  const { migrations = relationalMigrations, allowedMigrations = [], onUpgrade } = options
  const place = `PostgreSQL database ${hostAndDatabase(url)}`
  const all = migrations(postgresColumns)
  const found = await findPending(database, all, place)
  if (found.applied.length > 0) {
    if (options.refusesUpgrade && found.pending.length > 0) throw needsUpgrade(place, found.pending)
    refuseUnallowed(found.pending, allowedMigrations, place)
  }
  if (found.pending.length > 0) {
    const settings = { ...withPostgresDefaults(options), writeTimeoutMs: migrationTimeoutMs }
    const migrating = openKysely(postgresDialect(url, 'writes', settings))
    const running = migrating.connection().execute(async (connection) => {
      // Kysely reads the list of tables before it takes its own lock, and fails if another process drops one meanwhile.
      await sql`SELECT pg_advisory_lock(${sql.lit(lockSpace)}, ${sql.lit(lockIds.migration)})`.execute(
        connection,
      )
      const left = await findPending(connection, all, place)
      if (left.pending.length > 0) {
        await runMigrations(connection, left, place, null, onUpgrade)
      }
    })
    // Its end releases the lock.
    await running.finally(() => migrating.destroy())
  }
  await checkIdentities(database, place)
}

import { randomUUID } from 'node:crypto'
import { constants, existsSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { withConnection } from '../../staging/scratch-database.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { keepCopy, removeOldCopies } from '../upgrades/kept-copy.ts'
import {
  damagedData,
  type FoundVersion,
  needsUpgrade,
  type OnUpgrade,
  pendingMigrations,
  progressOf,
  type StoreMigration,
  versionOf,
} from '../upgrades/migration.ts'
import { duckdbMigrations } from './migrations/all-migrations.ts'

type DuckdbMigration = StoreMigration<DuckDBConnection>

export interface DuckdbUpgrade {
  /** The file, or `:memory:`. */
  readonly path: string
  /** Opens the file, for this process alone. */
  readonly openFile: () => Promise<DuckDBInstance>
  readonly readOnly: boolean
  readonly onUpgrade?: OnUpgrade | undefined
  readonly refusesUpgrade?: boolean
  /** This Adtally's migrations when absent. */
  readonly migrations?: readonly DuckdbMigration[] | undefined
}

/** An open file whose tables are up to date. */
export interface UpToDateFile {
  readonly instance: DuckDBInstance
  /** The file's unique id. */
  readonly identity: string
}

interface FileVersion extends FoundVersion {
  readonly identity: string
}

/**
 * Opens a file and upgrades its tables. A new file gets all tables in one transaction. An older file
 * is copied first, then each migration runs in its own transaction.
 *
 * @throws UnusableStoreError when the file is newer than this Adtally, damaged or not Adtally's, or a
 *   migration fails
 */
export async function openUpToDate(upgrade: DuckdbUpgrade): Promise<UpToDateFile> {
  const { path, openFile, readOnly, refusesUpgrade, migrations = duckdbMigrations } = upgrade
  let instance = await openFile()
  try {
    const found = await withConnection(instance, (connection) => readVersion(connection, path))
    const pending = pendingMigrations(migrations, found, path)
    if (found === null) {
      if (readOnly) throw damagedData(path, 'it has no tables')
      const identity = await withConnection(instance, (connection) => create(connection, pending))
      return { instance, identity }
    }
    if (pending.length > 0) {
      if (readOnly || refusesUpgrade) throw needsUpgrade(path, pending)
      const open = instance
      let before = ''
      const copy = await keepCopy(path, pending[0]!, async (draft) => {
        await withConnection(open, (connection) => connection.run('CHECKPOINT'))
        // Copying the file would release this process's lock on it, so it is closed first.
        open.closeSync()
        before = stateOf(path)
        await copyFile(path, draft, constants.COPYFILE_FICLONE)
      })
      instance = await openFile()
      if (stateOf(path) !== before) throw usedMeanwhile(path)
      await withConnection(instance, (connection) => run(connection, pending, copy, upgrade))
    }
    if (!readOnly && path !== ':memory:') await removeOldCopies(path)
    return { instance, identity: found.identity }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

async function create(
  connection: DuckDBConnection,
  migrations: readonly DuckdbMigration[],
): Promise<string> {
  const identity = randomUUID()
  await connection.run('BEGIN')
  for (const { up } of migrations) await up(connection, () => undefined)
  await connection.run(
    'CREATE TABLE database_identity (id VARCHAR NOT NULL, schema_version INTEGER NOT NULL)',
  )
  await connection.run('INSERT INTO database_identity VALUES ($1, 0)', [identity])
  await writeVersion(connection, migrations.at(-1)!)
  await connection.run('COMMIT')
  return identity
}

async function run(
  connection: DuckDBConnection,
  pending: readonly DuckdbMigration[],
  copy: string,
  { path, onUpgrade }: DuckdbUpgrade,
): Promise<void> {
  const reporterOf = progressOf(path, pending, copy, onUpgrade)
  for (const migration of pending) {
    const onShare = reporterOf(migration)
    onShare(0)
    try {
      await connection.run('BEGIN')
      await migration.up(connection, onShare)
      await writeVersion(connection, migration)
      await connection.run('COMMIT')
    } catch (cause) {
      // A COMMIT after a failed statement would report success and write nothing.
      await connection.run('ROLLBACK').catch(() => undefined)
      const [reason] = (cause as Error).message.split('\n')
      throw new UnusableStoreError(
        `${path} cannot be upgraded: ${migration.name} failed (${reason}). The copy from before the upgrade is ${copy}.`,
        { cause },
      )
    }
    onShare(1)
  }
  await connection.run('CHECKPOINT')
}

/** The release is a comment, so that older versions of Adtally can ignore it. */
async function writeVersion(
  connection: DuckDBConnection,
  migration: DuckdbMigration,
): Promise<void> {
  await connection.run('UPDATE database_identity SET schema_version = $1', [versionOf(migration)])
  await connection.run(`COMMENT ON TABLE database_identity IS 'Adtally ${migration.release}'`)
}

/** @returns null for a file without tables */
async function readVersion(
  connection: DuckDBConnection,
  path: string,
): Promise<FileVersion | null> {
  const tables = await rowsOf(
    connection,
    'SELECT table_name, comment FROM duckdb_tables() WHERE database_name = current_database()',
  )
  if (tables.length === 0) return null
  const own = tables.find(([name]) => name === 'database_identity')
  if (!own) throw damagedData(path, 'it has no table database_identity')
  const rows = await rowsOf(connection, 'SELECT id, schema_version FROM database_identity').catch(
    (cause) => {
      throw damagedData(path, 'its table database_identity cannot be read', cause)
    },
  )
  const [identity, version] = rows[0] ?? []
  if (rows.length !== 1 || !identity || typeof version !== 'number') {
    throw damagedData(path, 'its table database_identity does not say which file this is')
  }
  const [, release = null] = /^Adtally (\S+)$/.exec(String(own[1])) ?? []
  return { identity: String(identity), version, release }
}

/** Changes when the file or its write-ahead log is written. */
function stateOf(path: string): string {
  const { mtimeMs, size } = statSync(path)
  return [mtimeMs, size, existsSync(`${path}.wal`)].join()
}

const usedMeanwhile = (path: string) =>
  new UnusableStoreError(
    `Another process used ${path} while it was copied for an upgrade. Nothing was changed; try again.`,
  )

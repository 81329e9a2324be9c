import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { factKinds } from '../../facts/kinds.ts'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { LabelKind } from '../../ledger/journal.ts'
import { isBeyondLimits } from '../../staging/engine-limits.ts'
import { type EngineOptions, openEngine } from '../../staging/open-engine.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import { DatabaseInUseError } from '../../values/database-in-use-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { Labels, sharedAccount } from '../sql/labels.ts'
import {
  damagedData,
  newerData,
  type OnUpgrade,
  type StoreMigration,
} from '../upgrades/migration.ts'
import { type Pairing, readPairing } from './duckdb-pairing.ts'
import { openUpToDate } from './migrate.ts'

export interface FileOptions extends Omit<EngineOptions, 'settings'> {
  /** Opens an existing file without changing it. */
  readonly readOnly?: boolean
  /** Called with the progress of an upgrade. */
  readonly onUpgrade?: OnUpgrade
  /** Whether a file of an earlier release is refused instead of upgraded; not when absent. */
  readonly refusesUpgrade?: boolean
  /** This Adtally's migrations when absent. */
  readonly migrations?: readonly StoreMigration<DuckDBConnection>[]
}

export interface CommittedEntry {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly committedMs: number
}

/** The contents that were read of a file when it was opened. */
export interface OpenFile {
  readonly instance: DuckDBInstance
  readonly identity: string
  readonly labels: Labels
  /** By id. Their names are never removed. */
  readonly reports: SecondaryReport[]
  /** By id, from 1. */
  readonly entries: CommittedEntry[]
  /** The last entry that touched each account and secondary report. */
  readonly lastEntries: Map<number, number>
  /** Which copy of the relational store the file was last used with. */
  pairing: Pairing
}

/**
 * Opens a file, upgrades its tables, and reads what is kept in memory.
 *
 * @throws DatabaseInUseError when another process has the file open
 * @throws UnusableStoreError when the file is newer than this Adtally, or damaged
 */
export async function openFile(options: FileOptions): Promise<OpenFile> {
  const { path, readOnly = false, refusesUpgrade = false, onUpgrade, migrations } = options
  const { instance, identity } = await openUpToDate({
    path,
    openFile: () => openInstance(options),
    readOnly,
    refusesUpgrade,
    onUpgrade,
    migrations,
  })
  const connection = await instance.connect()
  try {
    const labels = await loadLabels(connection)
    const entries = await loadEntries(connection)
    const lastEntries = await loadLastEntries(connection)
    const pairing = await readPairing(connection)
    const reports = await loadReports(connection)
    return { instance, identity, labels, reports, entries, lastEntries, pairing }
  } catch (cause) {
    instance.closeSync()
    throw isBeyondLimits(cause)
      ? tooLittleMemory(path, cause)
      : damagedData(path, 'its tables cannot be read', cause)
  } finally {
    connection.closeSync()
  }
}

/**
 * Every entry writes each slice that it states, and the end of each slice that it replaces or ends. A compaction may
 * have dropped an end, but not that the slice changed.
 */
async function loadLastEntries(connection: DuckDBConnection): Promise<Map<number, number>> {
  const touched = Object.values(factKinds).flatMap(({ tables: { slices, changes } }) => [
    `SELECT account, max(since) AS entry FROM ${slices} GROUP BY account`,
    `SELECT account, max(until) FROM past_${slices} GROUP BY account`,
    `SELECT account, max(entry) FROM ${changes} GROUP BY account`,
  ])
  const rows = await rowsOf(
    connection,
    `WITH touched AS (
      ${touched.join(' UNION ALL ')}
    )
    SELECT account, max(entry) FROM (
      FROM touched
      UNION ALL SELECT books.account, entry FROM touched JOIN books ON books.id = touched.account
    ) GROUP BY account`,
  )
  return new Map(rows.map(([account, entry]) => [Number(account), Number(entry)]))
}

async function loadEntries(connection: DuckDBConnection): Promise<CommittedEntry[]> {
  const rows = await rowsOf(
    connection,
    'SELECT id, epoch_ms(committed_at) FROM imports ORDER BY id',
  )
  return rows.map(([id, ms]) => ({ id: Number(id), committedMs: Number(ms) }))
}

async function loadReports(connection: DuckDBConnection): Promise<SecondaryReport[]> {
  const rows = await rowsOf(connection, 'SELECT id, account, name FROM books ORDER BY id')
  return rows.map(([id, account, name]) => ({
    reportId: Number(id),
    accountId: Number(account),
    name: String(name),
  }))
}

/** Reads the names of all codes. */
async function loadLabels(connection: DuckDBConnection): Promise<Labels> {
  const rows = await rowsOf(
    connection,
    `SELECT ${sharedAccount}, kind, code, name FROM labels
    UNION ALL SELECT account, kind, code, name FROM account_labels`,
  )
  const labels = new Labels()
  labels.add(
    rows.map(([account, kind, code, name]) => ({
      accountId: Number(account),
      kind: kind as LabelKind,
      code: Number(code),
      name: String(name),
    })),
  )
  return labels
}

function openInstance(options: FileOptions) {
  const { path, threads, spillDirectory, memoryLimit, spillLimit, readOnly } = options
  return openEngine({
    path,
    threads,
    spillDirectory,
    ...(memoryLimit && { memoryLimit }),
    ...(spillLimit && { spillLimit }),
    ...(readOnly && { settings: { access_mode: 'READ_ONLY' } }),
  }).catch((cause: Error) => {
    if (isBeyondLimits(cause)) throw tooLittleMemory(path, cause)
    const [first = ''] = cause.message.split('\n')
    const reason = first.replace(/^[\w ]*Error: /, '')
    if (/read-only file ?system|permission denied/i.test(reason)) {
      throw new UnusableStoreError(
        `${path} cannot be written (${reason}). Mount its file system for writing, and let this user write to its folder.`,
        { cause },
      )
    }
    if (/could not set lock|conflicting lock/i.test(reason)) {
      throw new DatabaseInUseError(path, { cause })
    }
    if (/newer version of DuckDB/.test(cause.message)) {
      throw newerData(path, 'this Adtally cannot read its format', null)
    }
    throw new UnusableStoreError(`${path} cannot be opened; restore it from a backup (${reason})`, {
      cause,
    })
  })
}

/** The file is whole. */
const tooLittleMemory = (path: string, cause: unknown) =>
  new UnusableStoreError(
    `${path} needs more memory to be opened than the engine may use. Set ADTALLY_MEMORY_LIMIT higher.`,
    { cause },
  )

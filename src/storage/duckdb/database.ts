import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import pLimit from 'p-limit'
import type { LabelKind } from '../../ledger/journal.ts'
import { type Scratch, withConnection } from '../../staging/scratch-database.ts'
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
import { openUpToDate } from './migrate.ts'

export interface DuckdbOptions {
  /** The database file, or `:memory:`. */
  readonly path: string
  /** Engine threads for one statement: 1 serves many light queries best. */
  readonly threads: number
  /** For data that does not fit into memory. */
  readonly spillDirectory?: string
  /** Opens an existing file without changing it. */
  readonly readOnly?: boolean
  /** Called with the progress of an upgrade. */
  readonly onUpgrade?: OnUpgrade
  /** This Adtally's migrations when absent. */
  readonly migrations?: readonly StoreMigration<DuckDBConnection>[]
}

interface CommittedEntry {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly committedMs: number
}

const idleConnections = 8

/** An open DuckDB file: its connections, labels and ledger entries. */
export class DuckdbDatabase {
  readonly labels: Labels
  readonly #instance: DuckDBInstance
  readonly #identity: string
  readonly #idle: DuckDBConnection[] = []
  readonly #oneWriter = pLimit(1)
  /** By id, from 1. */
  readonly #entries: CommittedEntry[]
  /** Odd while an import is being committed. */
  #commits = 0

  private constructor(
    instance: DuckDBInstance,
    identity: string,
    labels: Labels,
    entries: CommittedEntry[],
  ) {
    this.#instance = instance
    this.#identity = identity
    this.labels = labels
    this.#entries = entries
  }

  /**
   * @throws DatabaseInUseError when another process has the file open
   * @throws UnusableStoreError when the file is newer than this Adtally, or damaged
   */
  static async open(options: DuckdbOptions): Promise<DuckdbDatabase> {
    const { path, readOnly = false, onUpgrade, migrations } = options
    if (path !== ':memory:' && !readOnly) mkdirSync(dirname(path), { recursive: true })
    const { instance, identity } = await openUpToDate({
      path,
      openFile: () => openInstance(options),
      readOnly,
      onUpgrade,
      migrations,
    })
    const connection = await instance.connect()
    try {
      const labels = await loadLabels(connection)
      const rows = await rowsOf(
        connection,
        'SELECT id, epoch_ms(committed_at) FROM imports ORDER BY id',
      )
      const entries = rows.map(([id, ms]) => ({ id: Number(id), committedMs: Number(ms) }))
      return new DuckdbDatabase(instance, identity, labels, entries)
    } catch (cause) {
      instance.closeSync()
      throw damagedData(path, 'its tables cannot be read', cause)
    } finally {
      connection.closeSync()
    }
  }

  /** The file's unique id. */
  get identity(): string {
    return this.#identity
  }

  /** The state of the figures, see {@link ReportStore.version}. */
  get version(): string {
    return `${this.#identity}.${this.#last?.id ?? 0}`
  }

  /** The id of the next ledger entry. It does not change within {@link write}. */
  get nextEntry(): number {
    return (this.#last?.id ?? 0) + 1
  }

  /** When the last ledger entry was committed; null when there is none. */
  get lastCommittedMs(): number | null {
    return this.#last?.committedMs ?? null
  }

  /** The last ledger entry committed at or before an instant; 0 when there is none. */
  entryAt(epochMs: number): number {
    return this.#entries.findLast(({ committedMs }) => committedMs <= epochMs)?.id ?? 0
  }

  get #last(): CommittedEntry | undefined {
    return this.#entries.at(-1)
  }

  /** @returns whether no commit has begun since this call */
  mark(): () => boolean {
    const seen = this.#commits
    return () => seen === this.#commits && seen % 2 === 0
  }

  /** Takes a connection, which must be returned with {@link giveBack}. */
  async borrow(): Promise<DuckDBConnection> {
    return this.#idle.pop() ?? (await this.#instance.connect())
  }

  giveBack(connection: DuckDBConnection): void {
    if (this.#idle.length < idleConnections) this.#idle.push(connection)
    else connection.closeSync()
  }

  /**
   * Runs one writer at a time. Two imports of the same new slice would otherwise both commit it and
   * double its figures.
   */
  write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#oneWriter(work)
  }

  /** See {@link withConnection}. */
  withConnection<Result>(work: (connection: Scratch) => Promise<Result>): Promise<Result> {
    return withConnection(this.#instance, work)
  }

  /** Runs work in a transaction, which is rolled back on any error. */
  async transaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
    await connection.run('BEGIN')
    try {
      await work()
      await connection.run('COMMIT')
    } catch (error) {
      // A COMMIT after a failed statement would report success and write nothing.
      await connection.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /**
   * Runs work in a {@link transaction} that commits the next ledger entry.
   *
   * @param work gets the time of the commit, which is never before that of the previous entry
   */
  async commitEntry(
    connection: DuckDBConnection,
    now: Date,
    work: (committedAt: Date) => Promise<void>,
  ): Promise<void> {
    const id = this.nextEntry
    const committedMs = Math.max(now.getTime(), this.#last?.committedMs ?? 0)
    this.#commits++
    try {
      await this.transaction(connection, () => work(new Date(committedMs)))
      this.#entries.push({ id, committedMs })
    } finally {
      this.#commits++
    }
  }

  close(): void {
    for (const connection of this.#idle) connection.closeSync()
    this.#instance.closeSync()
  }
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

function openInstance({ path, threads, spillDirectory, readOnly }: DuckdbOptions) {
  return DuckDBInstance.create(path, {
    threads: String(threads),
    ...(spillDirectory && { temp_directory: spillDirectory }),
    ...(readOnly && { access_mode: 'READ_ONLY' }),
  }).catch((cause: Error) => {
    const [first = ''] = cause.message.split('\n')
    const reason = first.replace(/^[\w ]*Error: /, '')
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

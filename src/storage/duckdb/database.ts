import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import pLimit from 'p-limit'
import { DatabaseInUseError } from '../../values/database-in-use-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import type { Labels } from '../sql/labels.ts'
import {
  damagedData,
  newerData,
  type OnUpgrade,
  type StoreMigration,
} from '../upgrades/migration.ts'
import { loadLabels } from './load-labels.ts'
import { openUpToDate } from './migrate.ts'

export interface DuckdbOptions {
  /** The database file; `:memory:` for one that ends with the process. */
  readonly path: string
  /** Engine threads for one statement: 1 serves many light queries best. */
  readonly threads: number
  /** Where the engine puts what does not fit into memory. */
  readonly spillDirectory?: string
  /** Opens a file that is there, and leaves it as it is. */
  readonly readOnly?: boolean
  /** Hears of the upgrade of an older file. */
  readonly onUpgrade?: OnUpgrade
  /** Those of this Adtally when absent. */
  readonly migrations?: readonly StoreMigration<DuckDBConnection>[]
}

/** A ledger entry, and when it was committed, in milliseconds since 1970. */
interface CommittedEntry {
  readonly id: number
  readonly committedMs: number
}

const idleConnections = 8

/** One open DuckDB file: its connections, its labels, and the state its figures are in. */
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
      const reader = await connection.runAndReadAll(
        'SELECT id, epoch_ms(committed_at) FROM imports ORDER BY id',
      )
      const entries = reader
        .getRows()
        .map(([id, ms]) => ({ id: Number(id), committedMs: Number(ms) }))
      return new DuckdbDatabase(instance, identity, labels, entries)
    } catch (cause) {
      instance.closeSync()
      throw damagedData(path, 'its tables cannot be read', cause)
    } finally {
      connection.closeSync()
    }
  }

  /** What tells this file from every other. */
  get identity(): string {
    return this.#identity
  }

  /** The state of the figures, as {@link ReportStore.version} names it. */
  get version(): string {
    return `${this.#identity}.${this.#last?.id ?? 0}`
  }

  /** The id that the next ledger entry will have. It stays that within {@link write}. */
  get nextEntry(): number {
    return (this.#last?.id ?? 0) + 1
  }

  /** When the last ledger entry was committed; null when there is none. */
  get lastCommittedMs(): number | null {
    return this.#last?.committedMs ?? null
  }

  /** The last ledger entry that was committed by an instant; 0 when there was none. */
  entryAt(epochMs: number): number {
    return this.#entries.findLast(({ committedMs }) => committedMs <= epochMs)?.id ?? 0
  }

  get #last(): CommittedEntry | undefined {
    return this.#entries.at(-1)
  }

  /** Whether a state that was seen before still stands, no commit having begun since. */
  mark(): () => boolean {
    const seen = this.#commits
    return () => seen === this.#commits && seen % 2 === 0
  }

  /** Lends a connection until {@link giveBack}. */
  async borrow(): Promise<DuckDBConnection> {
    return this.#idle.pop() ?? (await this.#instance.connect())
  }

  giveBack(connection: DuckDBConnection): void {
    if (this.#idle.length < idleConnections) this.#idle.push(connection)
    else connection.closeSync()
  }

  /**
   * Runs the only writer. Two imports of the same new slice would both commit and double it, so
   * writers wait for each other.
   */
  write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#oneWriter(work)
  }

  /** Lends a connection of its own to work that makes temporary tables: they end with it. */
  async withConnection<Result>(
    work: (connection: DuckDBConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.#instance.connect()
    try {
      return await work(connection)
    } finally {
      connection.closeSync()
    }
  }

  /** Runs statements in one transaction, rolled back on any error. */
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
   * As {@link transaction}, for a ledger entry: its commit changes the state of the figures.
   *
   * @param work gets when the entry is committed, which is never before the entry before it
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

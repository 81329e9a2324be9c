import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import pLimit from 'p-limit'
import type { LabelKind } from '../../ledger/journal.ts'
import { type EngineLimits, engineSettings } from '../../staging/engine-limits.ts'
import type { Scratch } from '../../staging/scratch-database.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'
import { DatabaseInUseError } from '../../values/database-in-use-error.ts'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { figuresVersion } from '../sql/figures-version.ts'
import { Labels, sharedAccount } from '../sql/labels.ts'
import {
  damagedData,
  newerData,
  type OnUpgrade,
  type StoreMigration,
} from '../upgrades/migration.ts'
import { type Pairing, readPairing, writePairing } from './duckdb-pairing.ts'
import { openUpToDate } from './migrate.ts'

export interface DuckdbOptions extends EngineLimits {
  /** The database file, or `:memory:`. */
  readonly path: string
  /** Engine threads for one statement: 1 serves many light queries best. */
  readonly threads: number
  /** For data that does not fit into memory. */
  readonly spillDirectory?: string
  /** Runs once the file was opened again, after the engine gave it up. */
  readonly onReopened?: (database: DuckdbDatabase) => Promise<void>
  /** Is told when the file became unusable and could not be opened again. */
  readonly onLost?: (error: Error) => void
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

/** What was read of a file when it was opened. */
interface OpenFile {
  readonly instance: DuckDBInstance
  readonly identity: string
  readonly labels: Labels
  /** By id, from 1. */
  readonly entries: CommittedEntry[]
  readonly pairing: Pairing
}

const idleConnections = 8

/** How long work on a file that became unusable may take to notice. */
const reopenPatienceMs = 10_000

/** An open DuckDB file: its connections, labels and ledger entries. */
export class DuckdbDatabase {
  readonly #options: DuckdbOptions
  #file: OpenFile
  #generation: number
  #idle: DuckDBConnection[] = []
  readonly #oneWriter = pLimit(1)
  /** Odd while an import is being committed. */
  #commits = 0
  #lentCount = 0
  #onAllReturned: (() => void) | null = null
  #isReopening = false
  #isClosed = false

  private constructor(options: DuckdbOptions, file: OpenFile) {
    this.#options = options
    this.#file = file
    this.#generation = file.pairing.generation
  }

  /**
   * @throws DatabaseInUseError when another process has the file open
   * @throws UnusableStoreError when the file is newer than this Adtally, or damaged
   */
  static async open(options: DuckdbOptions): Promise<DuckdbDatabase> {
    const { path, readOnly = false } = options
    if (path !== ':memory:' && !readOnly) mkdirSync(dirname(path), { recursive: true })
    return new DuckdbDatabase(options, await openFile(options))
  }

  /** The names of codes. Another object once the file was opened again. */
  get labels(): Labels {
    return this.#file.labels
  }

  /** The file's unique id. */
  get identity(): string {
    return this.#file.identity
  }

  /** When stores were last restored, in seconds since 1970; 0 for never. */
  get generation(): number {
    return this.#generation
  }

  /** The state of the figures, see {@link ReportStore.version}. */
  get version(): string {
    const [identity, generation] = [this.identity, this.#generation]
    return figuresVersion({ identity, generation, last: this.nextEntry - 1 })
  }

  /** Whether the engine gave the file up and it is being opened again. */
  get isReopening(): boolean {
    return this.#isReopening
  }

  /** The id of the next ledger entry. It does not change within {@link write}. */
  get nextEntry(): number {
    return (this.#last?.id ?? 0) + 1
  }

  /** When the last ledger entry was committed; null when there is none. */
  get lastCommittedMs(): number | null {
    return this.#last?.committedMs ?? null
  }

  /** When an entry is committed that would be committed now: never before the last one. */
  committedMsAt(now: Date): number {
    return Math.max(now.getTime(), this.#last?.committedMs ?? 0)
  }

  /** The last ledger entry committed at or before an instant; 0 when there is none. */
  entryAt(epochMs: number): number {
    return this.#file.entries.findLast(({ committedMs }) => committedMs <= epochMs)?.id ?? 0
  }

  get #last(): CommittedEntry | undefined {
    return this.#file.entries.at(-1)
  }

  /** @returns whether no commit has begun since this call */
  mark(): () => boolean {
    const seen = this.#commits
    return () => seen === this.#commits && seen % 2 === 0
  }

  /**
   * Lends a connection until {@link giveBack}.
   *
   * @throws StoreUnavailableError while the file is being opened again
   */
  async borrow(): Promise<DuckDBConnection> {
    if (this.#isReopening) throw unusable()
    const idle = this.#idle.pop()
    this.#lentCount++
    if (idle) return idle
    try {
      return await this.#file.instance.connect()
    } catch (error) {
      this.#countReturned()
      throw this.failureOf(error)
    }
  }

  giveBack(connection: DuckDBConnection): void {
    const isKept = !this.#isReopening && this.#idle.length < idleConnections
    if (isKept) this.#idle.push(connection)
    else connection.closeSync()
    this.#countReturned()
  }

  /**
   * What a failure of a statement means. After a failed write the engine may give the whole file up:
   * then it is opened again, and whoever reads meanwhile may ask again.
   */
  failureOf(error: unknown): unknown {
    if (!/^FATAL Error|database has been invalidated/i.test((error as Error).message)) return error
    if (!this.#isReopening && !this.#isClosed) {
      this.#isReopening = true
      void this.#reopen()
    }
    return unusable(error)
  }

  /** Which copy of the relational store the file was last used with. */
  pairing(): Promise<Pairing> {
    return this.withConnection(readPairing)
  }

  async pair(pairing: Pairing): Promise<void> {
    await this.withConnection((connection) => writePairing(connection, pairing))
    this.#generation = pairing.generation
  }

  /**
   * Runs one writer at a time. Two imports of the same new slice would otherwise both commit it and
   * double its figures.
   */
  write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#oneWriter(work)
  }

  /** Lends a connection of its own to work that makes temporary tables: they end with it. */
  async withConnection<Result>(work: (connection: Scratch) => Promise<Result>): Promise<Result> {
    const connection = await this.borrow()
    try {
      return await work(connection)
    } catch (error) {
      throw this.failureOf(error)
    } finally {
      connection.closeSync()
      this.#countReturned()
    }
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
      throw this.failureOf(error)
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
    const committedMs = this.committedMsAt(now)
    this.#commits++
    try {
      await this.transaction(connection, () => work(new Date(committedMs)))
      this.#file.entries.push({ id, committedMs })
    } finally {
      this.#commits++
    }
  }

  close(): void {
    this.#isClosed = true
    this.#closeFile()
  }

  #closeFile(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync()
    this.#file.instance.closeSync()
  }

  #countReturned(): void {
    this.#lentCount--
    if (this.#lentCount === 0) this.#onAllReturned?.()
  }

  async #reopen(): Promise<void> {
    const { path, onReopened, onLost = () => undefined } = this.#options
    try {
      if (path === ':memory:') throw new Error('it was in memory')
      await this.#allReturned()
      this.#closeFile()
      this.#file = await openFile(this.#options)
      this.#isReopening = false
      await onReopened?.(this)
    } catch (cause) {
      const [reason] = (cause as Error).message.split('\n')
      onLost(
        new UnusableStoreError(`${path} failed and cannot be opened again: ${reason}`, { cause }),
      )
    }
  }

  /** A connection that outlived its file would end the lock of the next one. */
  async #allReturned(): Promise<void> {
    if (this.#lentCount === 0) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#onAllReturned = resolve
    const late = () => reject(new Error('work on it did not end in time'))
    const timer = setTimeout(late, reopenPatienceMs)
    await promise.finally(() => {
      clearTimeout(timer)
      this.#onAllReturned = null
    })
  }
}

const unusable = (cause?: unknown) =>
  new StoreUnavailableError('The figures are being opened again after a failure of the disk.', {
    cause,
  })

async function openFile(options: DuckdbOptions): Promise<OpenFile> {
  const { path, readOnly = false, onUpgrade, migrations } = options
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
    return { instance, identity, labels, entries, pairing: await readPairing(connection) }
  } catch (cause) {
    instance.closeSync()
    throw damagedData(path, 'its tables cannot be read', cause)
  } finally {
    connection.closeSync()
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

function openInstance(options: DuckdbOptions) {
  const { path, threads, spillDirectory, readOnly } = options
  return DuckDBInstance.create(path, {
    ...engineSettings(options),
    threads: String(threads),
    ...(spillDirectory && { temp_directory: spillDirectory }),
    ...(readOnly && { access_mode: 'READ_ONLY' }),
  }).catch((cause: Error) => {
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
